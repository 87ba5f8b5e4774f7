import { expect, test } from 'vitest'
import { lastDays, lastMonths, lastWeeks } from './rules.ts'

test.each([
  ['2026-11-23', 'a Monday'],
  ['2026-11-28', 'a Saturday'],
  ['2026-11-29', 'a Sunday'],
] as const)('the weeks until %s, %s, start on Mondays', (today, _) => {
  const weeks = lastWeeks(today)
  expect(weeks).toHaveLength(13)
  expect(weeks.at(-1)).toBe('2026-11-23')
  expect(weeks[0]).toBe('2026-08-31')
})

test('days and months end with the current one, over the turn of the year', () => {
  expect(lastDays('2026-01-02').slice(-3)).toEqual(['2025-12-31', '2026-01-01', '2026-01-02'])
  expect(lastDays('2026-01-02')).toHaveLength(30)
  expect(lastMonths('2026-01-31')[0]).toBe('2025-02')
  expect(lastMonths('2026-01-31').slice(-2)).toEqual(['2025-12', '2026-01'])
})
