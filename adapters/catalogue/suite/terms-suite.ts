import { expect, test } from 'vitest'
import { identifierKeysOf, searchFields } from '#features/catalogue/fields.ts'
import { analyse } from '#features/catalogue/query/server/analysis.ts'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { someRecords } from './documents.ts'
import { everyField } from './queries.ts'

const inOrder = (terms: string[]) =>
  [...new Set(terms)].filter(Boolean).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))

const all = {
  words: inOrder(
    someRecords.flatMap(({ document }) =>
      everyField.flatMap((field) => searchFields[field].text(document).flatMap(analyse)),
    ),
  ),
  identifiers: inOrder(someRecords.flatMap(({ document }) => identifierKeysOf(document))),
}

export function describeTerms(it: () => CataloguePort) {
  test.each(['words', 'identifiers'] as const)('the %s are listed in order from any place', async (of) => {
    expect(all[of].length).toBeGreaterThan(100)
    for (const at of [0, 1, 57, all[of].length - 3]) {
      const from = all[of][at]!
      const ahead = await it().terms({ of, from, backwards: false, limit: 20 })
      expect(ahead).toEqual(all[of].slice(at, at + 20))
      const behind = await it().terms({ of, from, backwards: true, limit: 20 })
      expect(behind).toEqual(all[of].slice(Math.max(0, at - 20), at).reverse())
    }
  })

  test('a term that the index lacks only marks a place', async () => {
    const at = all.words.findIndex((word) => word > 'magic')
    const next = await it().terms({ of: 'words', from: 'magic\u0001', backwards: false, limit: 2 })
    expect(next).toEqual(all.words.slice(at, at + 2))
    expect(await it().terms({ of: 'words', from: 'magic\u0001', backwards: true, limit: 1 })).toEqual(['magic'])
  })

  test('there is nothing before the start or after the end', async () => {
    expect(await it().terms({ of: 'words', from: '', backwards: true, limit: 5 })).toEqual([])
    expect(await it().terms({ of: 'words', from: '\u{10ffff}', backwards: false, limit: 5 })).toEqual([])
    expect(await it().terms({ of: 'words', from: '', backwards: false, limit: 3 })).toEqual(all.words.slice(0, 3))
  })

  test('words are listed by a pattern, up to a limit', async () => {
    const like = async (pattern: string, limit = 1000) => inOrder(await it().wordsLike(pattern, limit))
    for (const [pattern, fits] of [
      ['*bat', /bat$/],
      ['*omb*', /omb/],
      ['w?mb*', /^w.mb/su],
    ] as const) {
      expect(all.words.some((word) => fits.test(word))).toBe(true)
      expect(await like(pattern)).toEqual(all.words.filter((word) => fits.test(word)))
    }
    expect(await like('*', 3)).toHaveLength(3)
    expect(await like('*xylo')).toEqual([])
  })
}
