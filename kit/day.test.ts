import { expect, test } from 'vitest'
import { dayAfter } from './day.ts'

test('days are counted across the end of a month and of a year', () => {
  expect([dayAfter('2026-12-31', 1), dayAfter('2028-02-28', 1), dayAfter('2026-03-01', -1)]).toEqual([
    '2027-01-01',
    '2028-02-29',
    '2026-02-28',
  ])
})
