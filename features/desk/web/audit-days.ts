import { type Day, dayAfter, isDay, startOfDay } from '#kit/day.ts'
import { readersDay, readersZone } from '#kit/web/dates.ts'
import { dayInFigures } from '#ui/form/typed-day.ts'

/** Days of the address, in the reader's time zone; may be invalid text. */
type Days = { from: string; until: string }

/** The start of a day in the reader's time zone. */
const begins = (day: Day): string => startOfDay(readersZone(), day).toISOString()

/** Both days are included. An invalid day filters nothing. */
export const momentsOf = ({ from, until }: Days): { since?: string; before?: string } => ({
  ...(isDay(from) ? { since: begins(from) } : {}),
  // The last day of the calendar has no next one.
  ...(isDay(until) && until < '9999' ? { before: begins(dayAfter(until, 1)) } : {}),
})

export function wrongDays({ from, until }: Days): Partial<Record<keyof Days, string>> {
  const noDay = `Enter a date, for example ${dayInFigures(readersDay())}.`
  return {
    ...(from === '' || isDay(from) ? {} : { from: noDay }),
    ...(until === '' || isDay(until) ? {} : { until: noDay }),
    ...(isDay(from) && isDay(until) && until < from ? { until: 'This date is before the first one.' } : {}),
  }
}
