import { expect, test } from 'vitest'
import { type Day, dayAfter, dayIn, daysOfMonth, isDay, minuteMs, monthAfter, startOfDay } from './day.ts'

test('days and months are counted across the end of a month and of a year', () => {
  expect([dayAfter('2026-12-31', 1), dayAfter('2028-02-28', 1), dayAfter('2026-03-01', -1)]).toEqual([
    '2027-01-01',
    '2028-02-29',
    '2026-02-28',
  ])
  expect([monthAfter('2026-11', 2), monthAfter('2026-03', -3)]).toEqual(['2027-01', '2025-12'])
  expect(['2028-02', '2026-12'].map((month) => daysOfMonth(month).length)).toEqual([29, 31])
  expect(['2026-11-21', '2026-02-29', '2026-1-1', '2026-11-21T00:00:00Z'].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

/** For each zone the days around both changes of its clocks, and the ends of two financial years. */
const turns: [zone: string, midnight: string, day: Day][] = [
  ['Australia/Melbourne', '2027-06-30T14:00Z', '2027-07-01'],
  ['Australia/Melbourne', '2026-12-31T13:00Z', '2027-01-01'],
  ['Australia/Melbourne', '2026-10-03T14:00Z', '2026-10-04'],
  ['Australia/Melbourne', '2026-10-04T13:00Z', '2026-10-05'],
  ['Australia/Melbourne', '2027-04-03T13:00Z', '2027-04-04'],
  ['Australia/Melbourne', '2027-04-04T14:00Z', '2027-04-05'],
  ['Australia/Adelaide', '2026-10-03T14:30Z', '2026-10-04'],
  ['Australia/Perth', '2027-06-30T16:00Z', '2027-07-01'],
  ['Pacific/Auckland', '2026-09-26T12:00Z', '2026-09-27'],
  ['Pacific/Auckland', '2026-09-27T11:00Z', '2026-09-28'],
  ['Pacific/Auckland', '2027-04-03T11:00Z', '2027-04-04'],
  ['Pacific/Auckland', '2027-04-04T12:00Z', '2027-04-05'],
  ['America/New_York', '2027-03-14T05:00Z', '2027-03-14'],
  ['America/New_York', '2027-03-15T04:00Z', '2027-03-15'],
  ['America/New_York', '2026-11-02T05:00Z', '2026-11-02'],
  // Clocks go forward and back at midnight.
  ['America/Santiago', '2026-09-06T04:00Z', '2026-09-06'],
  ['America/Santiago', '2027-04-04T04:00Z', '2027-04-04'],
  ['UTC', '2027-01-01T00:00Z', '2027-01-01'],
]

test.each(turns)('a day of %s begins at %s', (zone, midnight, day) => {
  const begins = Date.parse(midnight)
  expect(startOfDay(zone, day)).toEqual(new Date(begins))
  expect([-minuteMs, -1, 0, minuteMs].map((ms) => dayIn(zone, new Date(begins + ms)))).toEqual([
    dayAfter(day, -1),
    dayAfter(day, -1),
    day,
    day,
  ])
})

test('every minute is on the day that began last, regardless of the zone', () => {
  for (const [zone, midnight] of turns)
    for (let minute = -36 * 60; minute <= 36 * 60; minute += 15) {
      const at = new Date(Date.parse(midnight) + minute * minuteMs)
      const day = dayIn(zone, at)
      expect(
        startOfDay(zone, day) <= at && at < startOfDay(zone, dayAfter(day, 1)),
        `${zone} ${at.toISOString()}`,
      ).toBe(true)
    }
})
