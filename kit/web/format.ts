import { daysUntil, type Zone } from '#kit/day.ts'
import { businessDay, readersDay, readersZone } from '#kit/web/dates.ts'
import { words } from './messages.ts'
import { settings } from './settings.ts'

/** Numbers, amounts, days and moments as people read them: in the page's language, moments in the reader's time zone. */

/** Without a page of the server, as in tests, that of the machine. */
const { locale } = settings

export const grouped = (count: number): string => count.toLocaleString(locale)

/** `record` or `records`. */
export const nounOf = (count: number, one: string, several = `${one}s`): string => (count === 1 ? one : several)

/** `1 record`, `2,000 records`. */
export const counted = (count: number, one: string, several?: string): string =>
  `${grouped(count)} ${nounOf(count, one, several)}`

/** `$1,451.00 AUD`: with the currency's code, because two currencies share the dollar sign. */
export const formatMoney = (amount: number, currency: string): string =>
  `${shortMoney(amount, currency)}\u00a0${currency}`

/** `$1,451.00`, if the currency's code is beside it or above the column. */
export const shortMoney = (amount: number, currency: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(amount)

/** `1,451.00`, if the currency is above the column. */
export const bareMoney = (amount: number): string =>
  amount.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `48 kB`, `2.4 MB`. */
export function formatBytes(bytes: number): string {
  const steps = ['byte', 'kilobyte', 'megabyte', 'gigabyte']
  const step = Math.min(steps.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** step
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: steps[step]!,
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step > 0 && value < 10 ? 1 : 0,
  }).format(value)
}

type Style = 'medium' | 'long'
const written = (at: Date | string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, options).format(new Date(at))

/** A moment in the reader's time zone. */
const writtenHere = (at: Date | string, options: Intl.DateTimeFormatOptions) =>
  written(at, { ...options, timeZone: readersZone() })

/** A calendar day, which is the same in every time zone: `2026-11-21`, or midnight in UTC. */
export const formatDay = (day: Date | string | null, style: Style = 'medium'): string =>
  day === null ? '' : written(day, { dateStyle: style, timeZone: 'UTC' })

/** `November 2026` of `2026-11`, also a calendar's. */
export const formatMonth = (month: string): string =>
  written(month, { month: 'long', year: 'numeric', timeZone: 'UTC' })

export const shortMonth = (month: string): string => written(month, { month: 'short', timeZone: 'UTC' })

/** The reader's day of a moment. */
export const formatDate = (at: Date | string | null, style: Style = 'medium'): string =>
  at === null ? '' : formatDay(readersDay(new Date(at)), style)

/** The provider's day of a moment, as on its papers. */
export const formatBusinessDate = (at: Date | string | null, style: Style = 'medium'): string =>
  at === null ? '' : formatDay(businessDay(new Date(at)), style)

/** `3 May`; with the year if it is not the current one. */
export const shortDate = (at: Date | string, now = new Date()): string =>
  writtenHere(at, {
    day: 'numeric',
    month: 'short',
    ...(readersDay(new Date(at)).slice(0, 4) === readersDay(now).slice(0, 4) ? {} : { year: 'numeric' }),
  })

/** `24 Nov 2026, 8:05 am`. */
export const dateAndTime = (
  at: Date | string | null,
  style: Style = 'medium',
  timeStyle: Style | 'short' = 'short',
): string => (at === null ? '' : writtenHere(at, { dateStyle: style, timeStyle }))

/** `Melbourne` of `Australia/Melbourne`. */
export const formatZone = (zone: Zone): string => zone.split('/').slice(1).join(', ').replaceAll('_', ' ') || zone

/** `8:05 am`. */
export const timeOfDay = (at: Date | string): string => writtenHere(at, { timeStyle: 'short' })

const daysSince = (date: Date, now: Date) => daysUntil(readersDay(now), readersDay(date))

/** How long ago in the reader's calendar days: the groups of a list by date. */
export function stretchOf(date: Date, now: Date): string {
  const days = daysSince(date, now)
  if (days <= 0) return words.today
  if (days === 1) return words.yesterday
  if (days < 7) return words.lastWeek
  return writtenHere(date, { month: 'long', year: 'numeric' })
}

/** `5 minutes ago`, then the time of day, then the date. */
export function formatMoment(date: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - date.getTime()) / 60_000)
  if (minutes < 1) return words.justNow
  if (minutes < 60) return counted(minutes, words.minuteAgo, words.minutesAgo)
  const days = daysSince(date, now)
  if (days < 1) return timeOfDay(date)
  if (days < 7) return writtenHere(date, { weekday: 'short', hour: 'numeric', minute: '2-digit' })
  return formatDate(date)
}
