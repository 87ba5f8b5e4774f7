import { expect, test } from 'vitest'
import { daysOf, yearsOf } from './spans.ts'

test.each([
  ['1999', 1999, 1999],
  ['1999-05', 1999, 1999],
  ['1999-05-12', 1999, 1999],
  ['19990512', 1999, 1999],
  ['1990-1999', 1990, 1999],
  ['1990/1999', 1990, 1999],
  ['19uu', 1900, 1999],
  ['199-', 1990, 1999],
  ['199?', 1990, 1999],
  ['19*', 1900, 1999],
  ['1999*', 1999, 1999],
])('the years of %s', (text, from, to) => {
  expect(yearsOf(text)).toEqual({ from, to })
})

test.each(['', 'soon', '199', '19990', 'c1999', '1999-13', '1999-1990', '19u', 'uuuu', '*'])(
  '%s is no year',
  (text) => {
    expect(yearsOf(text)).toBeUndefined()
  },
)

test.each([
  ['2024-05-12', '2024-05-12', '2024-05-12'],
  ['20240512', '2024-05-12', '2024-05-12'],
  ['2024-02', '2024-02-01', '2024-02-29'],
  ['2023', '2023-01-01', '2023-12-31'],
])('the days of %s', (text, from, to) => {
  expect(daysOf(text)).toEqual({ from, to })
})

test.each(['soon', '2024-13', '2023-02-29', '2023-02-00', '2023-00', '202', '20uu'])('%s is no day', (text) => {
  expect(daysOf(text)).toBeUndefined()
})
