import { type Day, dayInFigures, daysAfter, isDay, today } from '#ui/form/typed-day.ts'

/** As they stand in the address: days of whoever reads, or what was typed for one. */
type Days = { from: string; until: string }

/** When a day begins where it is read. */
const begins = (day: Day): string => new Date(`${day}T00:00:00`).toISOString()

/** Both days belong to it. What is no day narrows nothing. */
export const momentsOf = ({ from, until }: Days): { since?: string; before?: string } => ({
  ...(isDay(from) ? { since: begins(from) } : {}),
  // After the last day that a calendar has there is none.
  ...(isDay(until) && until < '9999' ? { before: begins(daysAfter(until, 1)) } : {}),
})

export function wrongDays({ from, until }: Days): Partial<Record<keyof Days, string>> {
  const noDay = `Type a day, as in ${dayInFigures(today())}.`
  return {
    ...(from === '' || isDay(from) ? {} : { from: noDay }),
    ...(until === '' || isDay(until) ? {} : { until: noDay }),
    ...(isDay(from) && isDay(until) && until < from ? { until: 'This day is before the first one.' } : {}),
  }
}
