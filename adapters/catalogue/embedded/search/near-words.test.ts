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

test('words as long as they come are compared in full, in any script', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'é', 'ж', '한'), minLength: 58, maxLength: 64 })
  const change = fc.tuple(fc.nat(63), fc.nat(2), fc.constantFrom('', 'a', 'é', 'bж'))
  fc.assert(
    fc.property(letters, fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 20 }), (word, changes) => {
      const misprints = changes.map((each) =>
        each.reduce((text, [at, gone, put]) => text.slice(0, at) + put + text.slice(at + gone), word),
      )
      const words = [...new Set([...misprints, [...word].reverse().join('')])]
      const table = tableOf(sortText(words))
      for (const most of [1, 2]) {
        const found = new Map<string, number>()
        findNearWords(table, Buffer.from(word), most, (place, n) => found.set(textAt(table, place), n))
        const bytes = (text: string) => Buffer.from(text).toString('latin1')
        const near = words.map((each) => [each, changesBetween(bytes(each), bytes(word))] as const)
        expect(found).toEqual(new Map(near.filter(([, n]) => n <= most)))
      }
    }),
    { numRuns: 100 },
  )
})

test('near words that nobody waits for are given up while they are looked for', () => {
  const table = tableOf(sortText(Array.from({ length: 20_000 }, (_, i) => `word${i}`)))
  let turns = 0
  const goOn = () => {
    if (++turns === 3) throw new Error('given up')
  }
  expect(() => findNearWords(table, Buffer.from('word1'), 2, () => {}, undefined, goOn)).toThrow('given up')
})
