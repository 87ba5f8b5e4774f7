import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortText, tableOf } from '../index/string-table.ts'
import { fits, placesOf } from './patterns.ts'

/** The same rule as a regular expression, which is correct but may take exponential time. */
const expressionOf = (pattern: string) =>
  new RegExp(`^${[...pattern].map((c) => (c === '*' ? '.*' : c === '?' ? '.' : c)).join('')}$`, 'su')

test('a pattern matches the words that an equivalent regular expression would find', () => {
  const letters = (...others: string[]) => fc.array(fc.constantFrom('a', 'b', '𐐨', ...others), { maxLength: 8 })
  fc.assert(
    fc.property(letters(), letters('*', '?'), (word, pattern) => {
      expect(fits(word.join(''), pattern.join(''))).toBe(expressionOf(pattern.join('')).test(word.join('')))
    }),
    { numRuns: 2000 },
  )
})

test('no pattern of wildcards takes long over many long numbers', () => {
  const numbers = Array.from({ length: 20_000 }, (_, i) => `9${String(i).padStart(39, '1')}`)
  const start = performance.now()
  expect([...placesOf(tableOf(sortText(numbers)), `9${'?*'.repeat(19)}x`)]).toEqual([])
  expect(performance.now() - start).toBeLessThan(3000)
})
