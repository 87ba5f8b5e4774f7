import { expect, test } from 'vitest'
import type { CatalogueQuery, Clause, SortKey } from '#features/catalogue/query/server/query.ts'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { someRecords } from './documents.ts'
import { naiveSearch } from './naive-search.ts'
import { idsOf, queryOf, word } from './queries.ts'

const documents = someRecords.map(({ document }) => document)
const keys: Exclude<SortKey, '_score'>[] = ['titleSort', 'authorSort', 'publicationYear', 'voyagerCreateDate']

/** The search screens run each of these too: see screen-suite.ts. */
export const sortCases: [name: string, Clause, CatalogueQuery['sort']][] = [
  ...keys.flatMap((key): [string, Clause, CatalogueQuery['sort']][] => [
    [`by ${key}, ascending`, { kind: 'all' }, [{ key, descending: false }]],
    [`by ${key}, descending`, { kind: 'all' }, [{ key, descending: true }]],
  ]),
  [
    'by several keys, each deciding where those before are equal',
    word('story'),
    [
      { key: 'authorSort', descending: true },
      { key: 'publicationYear', descending: false },
    ],
  ],
]

export function describeSorting(it: () => CataloguePort) {
  test.each(sortCases)('%s; missing values come last, ties are sorted by title', async (_, clause, sort) => {
    const expected = naiveSearch(documents, queryOf(clause, { sort })).ids
    const pages = []
    for (let from = 0; from < expected.length; from += 100) pages.push(...(await idsOf(it(), clause, { sort, from })))
    expect(pages).toEqual(expected)
  })
}
