import { expect, test } from 'vitest'
import { firstDayOfTerm, lastDayOfTerm } from './rules.ts'

test.each([
  ['2026-11-22', 12, '2027-11-21'],
  ['2026-01-01', 12, '2026-12-31'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2027-03-01', 12, '2028-02-29'],
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-12-15', 6, '2027-06-14'],
  ['2026-05-01', 1, '2026-05-31'],
] as const)('a term from %s for %i months ends on %s', (startsOn, months, endsOn) => {
  expect(lastDayOfTerm(startsOn, months)).toBe(endsOn)
})

test('a renewal begins the day after the last term ends, or today if none is running', () => {
  const terms = [{ endsOn: '2026-12-31' }, { endsOn: '2027-12-31' }, { endsOn: '2025-06-30' }] as const
  expect(firstDayOfTerm(terms, '2026-11-22')).toBe('2028-01-01')
  expect(firstDayOfTerm([{ endsOn: '2026-11-22' }], '2026-11-22')).toBe('2026-11-23')
  expect(firstDayOfTerm([{ endsOn: '2026-11-21' }], '2026-11-22')).toBe('2026-11-22')
  expect(firstDayOfTerm([{ endsOn: '2025-06-30' }], '2026-11-22')).toBe('2026-11-22')
  expect(firstDayOfTerm([], '2026-11-22')).toBe('2026-11-22')
})
