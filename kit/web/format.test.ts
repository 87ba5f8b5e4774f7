import { expect, test } from 'vitest'
import { showTimesIn } from './dates.ts'
import { counted, formatBusinessDate, formatBytes, formatDate, formatDay, formatMoment, shortDate } from './format.ts'

test('a count and its noun', () => {
  expect([0, 1, 2, 12_431].map((count) => counted(count, 'record'))).toEqual([
    '0 records',
    '1 record',
    '2 records',
    `${(12_431).toLocaleString()} records`,
  ])
  expect(counted(2, 'person', 'people')).toBe('2 people')
})

test.each(['Pacific/Auckland', 'America/New_York'])('a calendar day is the same in %s, a moment is not', (zone) => {
  const before = process.env.TZ
  process.env.TZ = zone
  try {
    const day = new Date('2026-11-21T00:00:00Z')
    const written = (at: string) =>
      new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(at))
    expect([formatDay('2026-11-21'), formatDay(day)]).toEqual([written('2026-11-21'), written('2026-11-21')])
    const evening = '2026-11-21T23:30:00Z'
    expect(formatDate(evening)).toBe(written(zone === 'Pacific/Auckland' ? '2026-11-22' : '2026-11-21'))
    expect(formatDate('2026-11-21T03:00:00Z')).toBe(written(zone === 'Pacific/Auckland' ? '2026-11-21' : '2026-11-20'))
  } finally {
    process.env.TZ = before
  }
})

test('moments are in the zone of the reader’s school, and papers have the provider’s day', () => {
  const written = (day: string) =>
    new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))
  const at = '2026-12-31T14:30:00Z'
  try {
    showTimesIn('Australia/Perth')
    expect([formatDate(at), formatBusinessDate(at)]).toEqual([written('2026-12-31'), written('2027-01-01')])
    showTimesIn('Pacific/Auckland')
    expect(formatDate(at)).toBe(written('2027-01-01'))
  } finally {
    showTimesIn(undefined)
  }
})

test('no date is an empty text', () => {
  expect([formatDay(null), formatDate(null)]).toEqual(['', ''])
})

test('the year is written if it is not the current one', () => {
  const now = new Date(2026, 10, 24)
  expect(shortDate(new Date(2025, 4, 3), now)).toContain('2025')
  expect(shortDate(new Date(2026, 4, 3), now)).not.toContain('2026')
})

test('a moment lately is written as the minutes since', () => {
  const now = new Date('2026-11-24T10:00:00Z')
  expect(formatMoment(new Date('2026-11-24T09:59:30Z'), now)).toBe('Just now')
  expect(formatMoment(new Date('2026-11-24T09:55:00Z'), now)).toMatch(/^5 /)
})

test('sizes of files', () => {
  expect([1, 340_000, 2_400_000].map(formatBytes)).toEqual(['1 byte', '340 kB', '2.4 MB'])
})
