import { expect, test } from 'vitest'
import { momentsOf, wrongDays } from './audit-days.ts'

test('both days are whole days in the reader’s time zone', () => {
  const { since, before } = momentsOf({ from: '2026-02-28', until: '2026-02-28' })
  expect(new Date(since!)).toEqual(new Date(2026, 1, 28))
  expect(new Date(before!)).toEqual(new Date(2026, 2, 1))
  expect(momentsOf({ from: '', until: '' })).toEqual({})
  expect(momentsOf({ from: '', until: '9999-12-31' })).toEqual({})
})

test('an invalid day filters nothing, and is reported', () => {
  expect(momentsOf({ from: 'yesterday', until: '2026-02-30' })).toEqual({})
  expect(wrongDays({ from: 'yesterday', until: '2026-02-30' })).toEqual({
    from: expect.stringMatching(/^Enter a date, for example .*\d/),
    until: expect.stringMatching(/^Enter a date, for example .*\d/),
  })
  expect(wrongDays({ from: '2026-02-02', until: '2026-02-01' })).toEqual({
    until: 'This date is before the first one.',
  })
  expect(wrongDays({ from: '2026-02-01', until: '2026-02-01' })).toEqual({})
})
