import type { Hit } from '../../contract.ts'
import type { CatalogueQuery } from '../../query/server/query.ts'
import { seriesName } from '../../rules.ts'
import type { CataloguePort } from '../../server/catalogue-port.ts'

type Searched = Pick<CataloguePort, 'search'>

const shelf = 20
/** The newest records, from which the series are taken. */
const looked = 400
const maxSeries = 12

const newestFirst: Pick<CatalogueQuery, 'sort' | 'from' | 'facets'> = {
  sort: [
    { key: 'voyagerCreateDate', descending: true },
    { key: 'titleSort', descending: false },
  ],
  from: 0,
  facets: [],
}

/** The most recently catalogued records. */
export async function recentTitles(catalogue: Searched, kind: 'fiction' | 'nonFiction'): Promise<Hit[]> {
  const clause: CatalogueQuery['clause'] = { kind: 'values', field: 'fiction', values: [kind] }
  const query = { ...newestFirst, clause, choices: [], size: shelf }
  const { hits } = await catalogue.search(query)
  return hits.map(({ id, document }) => ({ _id: id, _score: null, _source: document }))
}

/** Series of the most recently catalogued records, those with most of them first. */
export async function recentSeries(catalogue: Searched): Promise<string[]> {
  const query: CatalogueQuery = { ...newestFirst, clause: { kind: 'all' }, choices: [], size: looked }
  const { hits } = await catalogue.search(query)
  const times = new Map<string, number>()
  for (const { document } of hits)
    for (const name of new Set(document.series.map(seriesName))) times.set(name, (times.get(name) ?? 0) + 1)
  return [...times]
    .sort((a, b) => b[1] - a[1])
    .slice(0, maxSeries)
    .map(([name]) => name)
}
