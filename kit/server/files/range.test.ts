import { expect, test } from 'vitest'
import { requestedRange } from './range.ts'

test.each([
  ['bytes=0-3', { start: 0, end: 3 }],
  ['bytes=3-', { start: 3, end: 9 }],
  ['bytes=-4', { start: 6, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=8-99', { start: 8, end: 9 }],
  ['bytes=9-9', { start: 9, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=10-12', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-3', undefined],
  ['bytes=0-1,4-5', undefined],
  ['bytes=-', undefined],
  ['bytes=a-b', undefined],
  ['items=0-1', undefined],
  [`bytes=${'9'.repeat(400)}-`, undefined],
  [undefined, undefined],
])('%j of ten bytes is %j', (header, range) => {
  expect(requestedRange(header, 10)).toEqual(range)
})

test('no range of an empty file is satisfiable', () => {
  expect(requestedRange('bytes=0-', 0)).toBe('unsatisfiable')
})
