import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortText, tableOf, textAt } from '../index/string-table.ts'
import { findNearWords } from './near-words.ts'

/** The full edit-distance table. */
function changesBetween(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i, ...Array<number>(b.length).fill(0)])
  for (let j = 0; j <= b.length; j++) rows[0]![j] = j
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, rows[i - 2]![j - 2]! + 1)
      rows[i]![j] = least
    }
  return rows[a.length]![b.length]!
}

test('finds exactly the words within the edit distance, for any words', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 })
  fc.assert(
    fc.property(
      fc.uniqueArray(letters, { maxLength: 60 }),
      letters,
      fc.integer({ min: 0, max: 3 }),
      (words, word, most) => {
        const table = tableOf(sortText([...words]))
        const found = new Map<string, number>()
        findNearWords(table, Buffer.from(word), most, (place, changes) => found.set(textAt(table, place), changes))
        const near = words.map((each) => [each, changesBetween(each, word)] as const).filter(([, n]) => n <= most)
        expect(found).toEqual(new Map(near))
      },
    ),
    { numRuns: 1000 },
  )
})
