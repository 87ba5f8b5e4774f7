import { expect, test } from 'vitest'
import { readSynonyms } from './read-synonyms.ts'

test('a line is a group, no matter what separates its forms', () => {
  const groups = [
    ['roo', 'kangaroo'],
    ['WW3', 'third world war'],
  ]
  expect(readSynonyms('roo,kangaroo\nWW3,third world war\n')).toEqual({ groups })
  expect(readSynonyms('roo;kangaroo\r\nWW3;third world war\r\n')).toEqual({ groups })
  expect(readSynonyms('roo\tkangaroo\nWW3\t" third  world war "')).toEqual({ groups })
})

test('blank lines, remarks and the empty cells of a spreadsheet are no forms', () => {
  expect(readSynonyms('# Ours\n\nroo,kangaroo,,\n,,,\n')).toEqual({ groups: [['roo', 'kangaroo']] })
  expect(readSynonyms('')).toEqual({ groups: [] })
})

test('every mistake is named by its line and column', () => {
  const text = ['roo,kangaroo', 'emu', 'Māori,maori', '!,?', `a,${'b '.repeat(9)}`, `x,${'y'.repeat(101)}`].join('\n')
  expect(readSynonyms(text)).toEqual({
    problems: [
      'line 2: a group has at least two forms.',
      'line 3, column 2: “maori” is the same as column 1.',
      'line 4, column 1: “!” has no letter or digit.',
      'line 4, column 2: “?” has no letter or digit.',
      'line 5, column 2: at most 8 words.',
      'line 6, column 2: at most 100 characters.',
    ],
  })
  const thirteen = Array.from({ length: 13 }, (_, i) => `word${i}`).join()
  expect(readSynonyms(thirteen)).toEqual({ problems: ['line 1, column 13: at most 12 forms in a group.'] })
})

test('a quotation mark that is not closed is named, and not taken for a form', () => {
  expect(readSynonyms('roo,kangaroo\nemu,"cassowary\n')).toEqual({
    problems: ['line 2: a quotation mark is not closed, or is not doubled.'],
  })
})

test('of many mistakes the first twenty are named; too many groups are refused', () => {
  const found = readSynonyms('emu\n'.repeat(30))
  expect('problems' in found && found.problems).toHaveLength(21)
  expect(readSynonyms('a,b\n'.repeat(5001))).toEqual({ problems: ['The table has 5001 groups; at most 5000.'] })
})
