import { type Day, isDay, lastOf } from '#kit/day.ts'

/** First and last year or day that a text names. */
export type Span<T> = { from: T; to: T }

/**
 * Years: `1999`, of `1999-05-12` and `19990512` the year, as the catalogue knows no more; `1990-1999`; and with unknown
 * digits `19uu`, `199-`, `199?`, `19*`.
 */
export function yearsOf(text: string): Span<number> | undefined {
  const [, first, last] = /^(\d{4})\s*[-/]\s*(\d{4})$/.exec(text) ?? []
  if (first && last) return first <= last ? { from: Number(first), to: Number(last) } : undefined
  const [, year] = /^(\d{4})-?(?:0[1-9]|1[0-2])(?:-?(?:0[1-9]|[12]\d|3[01]))?$/.exec(text) ?? []
  if (year) return { from: Number(year), to: Number(year) }
  const [, digits, unknown] = /^(\d{1,4})([u?-]{0,3}|\*)$/i.exec(text) ?? []
  if (!digits || (unknown !== '*' && digits.length + unknown!.length !== 4)) return undefined
  return { from: Number(digits.padEnd(4, '0')), to: Number(digits.padEnd(4, '9')) }
}

/** Days: `2024-05-12` and `20240512`, the days of `2024-05` and of `2024`. */
export function daysOf(text: string): Span<Day> | undefined {
  const [, year, month, day] = /^(\d{4})(?:-?(\d\d)(?:-?(\d\d))?)?$/.exec(text) ?? []
  if (!year) return undefined
  const from = `${year}-${month ?? '01'}-${day ?? '01'}`
  if (!isDay(from)) return undefined
  return { from, to: day ? from : lastOf(month ? from : `${year}-12`) }
}
