import { type Day, dayAfter, monthAfter, weekdayOf } from '#kit/day.ts'

/** How far back the figures go, the current week, day and month included. */
export const weekCount = 13
export const dayCount = 30
export const monthCount = 12

/** The Mondays of the last weeks, oldest first. */
export function lastWeeks(today: Day): Day[] {
  const monday = dayAfter(today, -weekdayOf(today))
  return Array.from({ length: weekCount }, (_, i) => dayAfter(monday, 7 * (i + 1 - weekCount)))
}

/** The last days, oldest first. */
export const lastDays = (today: Day): Day[] =>
  Array.from({ length: dayCount }, (_, i) => dayAfter(today, i + 1 - dayCount))

/** The last months as `2026-11`, oldest first. */
export function lastMonths(today: Day): string[] {
  return Array.from({ length: monthCount }, (_, i) => monthAfter(today, i + 1 - monthCount))
}
