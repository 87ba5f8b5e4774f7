import { dayAfter } from '#kit/day.ts'

/** How far back the figures go, the current week, day and month included. */
export const weekCount = 13
export const dayCount = 30
export const monthCount = 12

/** The Mondays of the last weeks, oldest first. */
export function lastWeeks(today: string): string[] {
  const monday = dayAfter(today, -((new Date(today).getUTCDay() + 6) % 7))
  return Array.from({ length: weekCount }, (_, i) => dayAfter(monday, 7 * (i + 1 - weekCount)))
}

/** The last days, oldest first. */
export const lastDays = (today: string): string[] =>
  Array.from({ length: dayCount }, (_, i) => dayAfter(today, i + 1 - dayCount))

/** The last months as `2026-11`, oldest first. */
export function lastMonths(today: string): string[] {
  const [year, month] = today.split('-').map(Number)
  return Array.from({ length: monthCount }, (_, i) =>
    new Date(Date.UTC(year!, month! + i - monthCount, 1)).toISOString().slice(0, 7),
  )
}
