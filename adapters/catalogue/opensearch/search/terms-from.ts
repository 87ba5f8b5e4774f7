import type { TermRange } from '#features/catalogue/server/catalogue-port.ts'
import type { Connection } from '../connection.ts'
import { howMany } from './meanings.ts'
import { askSearches } from './search-many.ts'

type TermsReply = {
  hits: { total: { value: number } }
  aggregations?: { found: { buckets: { key: { term: string } }[] } }
}

/**
 * The nearest terms. The engine reads terms in ascending order from its own list; for those before `from` it has to
 * read all records.
 */
export async function termsFrom(at: Connection, range: TermRange, signal?: AbortSignal): Promise<string[]> {
  const { of, from, backwards, limit } = range
  const after = {
    size: 0,
    track_total_hits: false,
    aggs: {
      found: {
        composite: {
          size: limit,
          sources: [{ term: { terms: { field: of, order: backwards ? 'desc' : 'asc' } } }],
          ...(from === '' ? {} : { after: { term: from } }),
        },
      },
    },
  }
  if (backwards && from === '') return []
  const [list, own] = await askSearches<TermsReply>(at, [after, howMany({ term: { [of]: from } })], signal)
  const found = list!.aggregations?.found.buckets.map(({ key }) => key.term) ?? []
  if (backwards || own!.hits.total.value === 0) return found
  return [from, ...found].slice(0, limit)
}
