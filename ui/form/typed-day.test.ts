import { expect, test } from 'vitest'
import { dayInFigures, readDay } from './typed-day.ts'

const now = new Date(2026, 10, 21, 0, 30)

test.each([
  ['21/11/2026', 'en-AU', '2026-11-21'],
  ['11/21/2026', 'en-US', '2026-11-21'],
  ['31/12/2027', 'en-US', '2027-12-31'],
  ['12/31/2027', 'en-AU', '2027-12-31'],
  ['3/5/2026', 'en-AU', '2026-05-03'],
  ['3/5/2026', 'en-US', '2026-03-05'],
  ['3.5.26', 'de-DE', '2026-05-03'],
  ['3-5', 'en-AU', '2026-05-03'],
  ['2026-11-21', 'en-US', '2026-11-21'],
  ['2026/1/2', 'en-AU', '2026-01-02'],
  ['21 Nov 2026', 'en-AU', '2026-11-21'],
  ['Nov 21, 2026', 'en-US', '2026-11-21'],
  ['21st', 'en-AU', null],
  ['3 September', 'en-AU', '2026-09-03'],
  ['3 sept. 2026', 'en-AU', '2026-09-03'],
  ['3. März 2026', 'de-DE', '2026-03-03'],
  ['2026 May 3', 'en-AU', '2026-05-03'],
  ['31/2/2026', 'en-AU', null],
  ['13/13/2026', 'en-AU', null],
  ['yesterday', 'en-AU', null],
  ['21/11/20266', 'en-AU', null],
  ['', 'en-AU', null],
] as const)('%s, typed by a reader of %s', (text, locale, day) => {
  expect(readDay(text, locale, now)).toBe(day)
})

test('the field’s own text is parsed back, in every locale', () => {
  for (const locale of ['en-AU', 'en-NZ', 'en-US', 'en-GB', 'de-DE', 'fr-FR'])
    for (const day of ['2026-01-02', '2026-05-31', '2026-09-09', '2026-12-11'] as const) {
      for (const dateStyle of ['medium', 'long'] as const) {
        const words = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }).format(new Date(day))
        expect(readDay(words, locale), locale).toBe(day)
      }
      expect(readDay(dayInFigures(day, locale), locale), locale).toBe(day)
    }
})
