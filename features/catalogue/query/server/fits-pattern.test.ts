import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fits } from './fits-pattern.ts'

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
