import { expect, test } from 'vitest'
import { analyse } from '#features/catalogue/query/server/analysis.ts'
import { sortKey } from './sort-key.ts'

test('letters that a search takes for the same are sorted as the same', () => {
  const names = ['Zahn', 'Østby', 'ʿUmar', 'Weiß, B', 'Łaska', 'Orr', 'Weiss, A', 'Umarov', 'Lasky']
  const sorted = names.toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))
  expect(sorted).toEqual(['Łaska', 'Lasky', 'Orr', 'Østby', 'ʿUmar', 'Umarov', 'Weiss, A', 'Weiß, B', 'Zahn'])
  const differ: string[] = []
  for (let point = 0; point < 0x20000; point++) {
    const letter = String.fromCodePoint(point)
    if (!/[\p{L}\p{N}]/u.test(letter)) continue
    const word = `a${letter}b`
    const [folded, ...others] = analyse(word)
    // Letters of scripts without spaces are words of their own.
    if (others.length === 0 && (sortKey(word) !== folded || sortKey(folded) !== folded)) differ.push(letter)
  }
  expect(differ.join('')).toBe('')
})
