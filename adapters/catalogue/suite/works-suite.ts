import { afterAll, beforeAll, expect, test } from 'vitest'
import { workOf } from '#features/catalogue/fields.ts'
import type { CatalogueQuery } from '#features/catalogue/query/server/query.ts'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { recordOf } from './documents.ts'
import { and, queryOf, word } from './queries.ts'

/** Forty works of one to seven editions, in two loads, and ten records without a key. */
const editions = Array.from({ length: 160 }, (_, i) => {
  const work = (i * 7) % 40
  return recordOf({
    id: String(1000 + i),
    title: `The tale of ${work} rivers${i % 2 === 0 ? ' : a story, retold' : ''}`,
    work: `writer wanda / tale of ${work} rivers`,
    authors: ['Writer, Wanda'],
    publicationYear: 1950 + ((i * 13) % 70),
    language: [i % 3 === 0 ? 'French' : 'English'],
    imageFileName: i % 11 === 0 ? 'cover.jpg' : '',
  })
}).filter((_, i) => (i * 7) % 40 < 20 || i < 100)
const withoutKey = Array.from({ length: 10 }, (_, i) =>
  recordOf({ id: `x${i}`, title: 'The tale of rivers', language: ['English'] }),
)
/** Of the first work the second edition has a cover, of the second work none has. */
const otters = [2019, 2001, 2010, 1988, 2015, 2003].map((publicationYear, i) =>
  recordOf({
    id: `o${i}`,
    title: 'Otters',
    work: `otters of author ${i < 3 ? 1 : 2}`,
    publicationYear,
    imageFileName: i === 1 ? 'otter.jpg' : '',
  }),
)
const records = [...editions, ...withoutKey, ...otters]

const cases: [string, Partial<CatalogueQuery>][] = [
  ['by relevance', { wholeTitle: 'tale' }],
  ['by title', { sort: [{ key: 'titleSort', descending: false }] }],
  ['newest first', { sort: [{ key: 'publicationYear', descending: true }] }],
  ['with a chosen language', { choices: [{ kind: 'values', field: 'language', values: ['French'] }] }],
  [
    'with a chosen language and counts',
    {
      choices: [{ kind: 'values', field: 'language', values: ['French'] }],
      facets: [{ name: 'language', field: 'language', size: 5, minCount: 1 }],
    },
  ],
]

export function describeWorks(open: () => Promise<CataloguePort>) {
  let catalogue: CataloguePort
  beforeAll(async () => {
    catalogue = await open()
    await catalogue.write(records.slice(0, 70))
    await catalogue.write(records.slice(70))
    await catalogue.remove(['1003', '1040'])
  })
  afterAll(() => catalogue?.close())

  test.each(cases)('shows the first edition of each work, %s', async (_, more) => {
    const query = queryOf(and(word('tale'), word('rivers')), more)
    const { hits: all, total, facets } = await searchAll(catalogue, query)
    const works = Map.groupBy(all, ({ document }) => workOf(document))
    const expected = [...works.values()].map((hits) => [hits[0]!.id, hits.length])
    const grouped = await searchAll(catalogue, { ...query, byWork: true })
    expect(grouped.hits.map(({ id, editions }) => [id, editions])).toEqual(expected)
    expect([grouped.total, grouped.works, grouped.facets]).toEqual([total, works.size, facets])
    expect(works.size).toBeLessThan(total)
  })

  test('an edition with a cover stands for its work, or else the newest', async () => {
    const { hits } = await catalogue.search(queryOf(word('otters'), { wholeTitle: 'otters', byWork: true }))
    expect(hits.map(({ id, editions }) => [id, editions])).toEqual([
      ['o1', 3],
      ['o4', 3],
    ])
  })

  test('a search without editions or without hits', async () => {
    const none = await catalogue.search(queryOf(word('nothing'), { byWork: true }))
    expect([none.total, none.works, none.hits]).toEqual([0, 0, []])
    const { hits, works } = await catalogue.search(queryOf({ kind: 'ids', ids: ['x1', 'x2'] }, { byWork: true }))
    expect([hits.map(({ editions }) => editions), works]).toEqual([[1, 1], 2])
  })
}

/** Every hit, in pages of 16. */
async function searchAll(catalogue: CataloguePort, query: CatalogueQuery) {
  const first = await catalogue.search({ ...query, size: 16 })
  const hits = [...first.hits]
  for (let from = 16; ; from += 16) {
    const { hits: more } = await catalogue.search({ ...query, from, size: 16, facets: [] })
    if (more.length === 0) return { ...first, hits }
    hits.push(...more)
  }
}
