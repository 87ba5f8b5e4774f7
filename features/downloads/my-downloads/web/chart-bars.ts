import type { manageApi } from '#features/downloads/my-downloads/contract.ts'
import type { Reply } from '#kit/contract.ts'
import { type Day, dayAfter, daysOfMonth, monthAfter } from '#kit/day.ts'
import { shortMonth } from '#kit/web/in-words.ts'
import { spanInWords } from '../../web/request-labels.ts'

export type Counts = Reply<typeof manageApi.yearAndDay>['response']
/** `on`: its month or day. */
export type Bar = { on: string; label: string; heard: string; count: number; records: number }

/** Months of the last twelve, or of a year; days of a month. */
export function barsOf({ days }: Counts, on: string, today: Day): Bar[] {
  const spans =
    on.length >= 7
      ? daysOfMonth(on.slice(0, 7))
      : on.length === 4
        ? twelveMonths(`${on}-01`)
        : twelveMonths(monthAfter(today, -11))
  return spans.map((span) => {
    const within = days.filter(({ day }) => day.startsWith(span))
    return {
      on: span,
      label: span.length === 7 ? shortMonth(span) : String(Number(span.slice(8))),
      heard: spanInWords(span),
      count: within.reduce((sum, { count }) => sum + count, 0),
      records: within.reduce((sum, { records }) => sum + records, 0),
    }
  })
}

/** Days are counted for one year back: earlier requests only have a year. */
export const hasDays = ({ days }: Counts, on: string): boolean => days.some(({ day }) => day.startsWith(on))

/** Requests of the last `back` days, including today. */
export function requestsInLastDays({ days }: Counts, today: Day, back: number): number {
  const first = dayAfter(today, 1 - back)
  return days.filter(({ day }) => day >= first && day <= today).reduce((sum, { count }) => sum + count, 0)
}

const twelveMonths = (first: string) => Array.from({ length: 12 }, (_, i) => monthAfter(first, i))
