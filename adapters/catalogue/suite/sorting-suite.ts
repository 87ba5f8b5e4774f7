import { describe, expect, test } from 'vitest'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import type { SortKey } from '#features/catalogue/server/query.ts'
import { idsOf, queryOf, word } from './asking.ts'
import { someRecords } from './documents.ts'
import { naiveSearch } from './naive-search.ts'

const documents = someRecords.map(({ document }) => document)
const keys: Exclude<SortKey, '_score'>[] = ['titleSort', 'authorSort', 'publicationYear', 'voyagerCreateDate']

export function describeSorting(it: () => CataloguePort) {
  describe.each(keys)('by %s', (key) => {
    test.each([false, true])('descending: %s; what is missing comes last, equals by title', async (descending) => {
      const sort = [{ key, descending }]
      const expected = naiveSearch(documents, queryOf({ kind: 'all' }, { sort })).ids
      const pages = []
      for (let from = 0; from < expected.length; from += 100)
        pages.push(...(await idsOf(it(), { kind: 'all' }, { sort, from })))
      expect(pages).toEqual(expected)
    })
  })

  test('by several keys, each deciding where those before are equal', async () => {
    const sort = [
      { key: 'authorSort' as const, descending: true },
      { key: 'publicationYear' as const, descending: false },
    ]
    const expected = naiveSearch(documents, queryOf(word('story'), { sort })).ids
    expect(await idsOf(it(), word('story'), { sort })).toEqual(expected.slice(0, 100))
  })
}
