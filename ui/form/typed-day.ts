import { type Day, isDay } from '#kit/day.ts'
import { normalised } from '#kit/normalised.ts'
import { readersDay } from '#kit/web/dates.ts'

/** A day as the reader would type it: `21/11/2026`, `11/21/2026`. */
export const dayInFigures = (day: Day, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(day),
  )

/**
 * Parses a typed day: figures in the locale's order (in the other one if only that is a day), a month name, or
 * `2026-11-21`; the year defaults to the current one. Null if it is not a day.
 */
export function readDay(text: string, locale?: string, now = new Date()): Day | null {
  const words = normalised(text, 'NFKC')
    .toLowerCase()
    .match(/\p{L}+\.?|\d+/gu)
  if (!words) return null
  const figures = words.filter((word) => /^\d/.test(word))
  const month = words.map((word) => monthOf(word.replace('.', ''), locale)).find((each) => each !== undefined)
  if (month !== undefined) {
    const [first, second] = figures
    if (first === undefined || figures.length > 2) return null
    return first.length === 4 ? dayOf(first, month, second, now) : dayOf(second, month, first, now)
  }
  if (words.length !== figures.length || figures.length < 2 || figures.length > 3) return null
  if (figures[0]!.length === 4)
    return figures.length === 3 ? dayOf(figures[0], Number(figures[1]), figures[2], now) : null
  const [one, other, year] = figures
  const monthThenDay = dayOf(year, Number(one), other, now)
  const dayThenMonth = dayOf(year, Number(other), one, now)
  return monthFirst(locale) ? (monthThenDay ?? dayThenMonth) : (dayThenMonth ?? monthThenDay)
}

function dayOf(year: string | undefined, month: number, day: string | undefined, now: Date): Day | null {
  if (day === undefined || day.length > 2 || (year !== undefined && year.length !== 2 && year.length !== 4)) return null
  const whole = year === undefined ? readersDay(now).slice(0, 4) : year.length === 2 ? `20${year}` : year
  const read = `${whole}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(read) ? read : null
}

function monthFirst(locale?: string) {
  const parts = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric' }).formatToParts(0)
  return parts.findIndex(({ type }) => type === 'month') < parts.findIndex(({ type }) => type === 'day')
}

/** Matches at least three letters, in the reader's language or in English. */
function monthOf(word: string, locale?: string): number | undefined {
  if (word.length < 3 || /^\d/.test(word)) return undefined
  for (const language of [locale, 'en'])
    for (let month = 0; month < 12; month++) {
      const name = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(
        Date.UTC(2026, month, 1),
      )
      const short = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(
        Date.UTC(2026, month, 1),
      )
      if (name.toLowerCase().startsWith(word) || short.toLowerCase().replace('.', '') === word) return month + 1
    }
  return undefined
}
