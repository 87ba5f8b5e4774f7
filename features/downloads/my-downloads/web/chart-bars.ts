import type { manageApi } from '#features/downloads/my-downloads/contract.ts'
import type { Reply } from '#kit/contract.ts'
import { shortMonth } from '#kit/web/in-words.ts'
import { spanInWords } from '../../web/request-labels.ts'

export type Counts = Reply<typeof manageApi.yearAndDay>['response']
/** `on`: its month or day. */
export type Bar = { on: string; label: string; heard: string; count: number; records: number }

/** Months of the last twelve, or of a year; days of a month. */
export function barsOf({ days }: Counts, on: string, today: string): Bar[] {
  const spans =
    on.length >= 7 ? daysOf(on.slice(0, 7)) : on.length === 4 ? monthsOf(on) : lastMonths(today.slice(0, 7), 12)
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
export function requestsInLastDays({ days }: Counts, today: string, back: number): number {
  const from = new Date(`${today}T00:00:00Z`)
  from.setUTCDate(from.getUTCDate() - back + 1)
  const first = from.toISOString().slice(0, 10)
  return days.filter(({ day }) => day >= first && day <= today).reduce((sum, { count }) => sum + count, 0)
}

const two = (value: number) => String(value).padStart(2, '0')
const monthsOf = (year: string) => Array.from({ length: 12 }, (_, i) => `${year}-${two(i + 1)}`)

function daysOf(month: string) {
  const [year, number] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year!, number!, 0)).getUTCDate()
  return Array.from({ length: last }, (_, i) => `${month}-${two(i + 1)}`)
}

function lastMonths(month: string, count: number) {
  const [year, number] = month.split('-').map(Number)
  return Array.from({ length: count }, (_, i) =>
    new Date(Date.UTC(year!, number! - count + i, 1)).toISOString().slice(0, 7),
  )
}
