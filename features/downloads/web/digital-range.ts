import { askProblem, mostDigitalDays } from '#features/downloads/ask-contract.ts'
import type { Content } from '#features/downloads/contract.ts'
import { type Day, dayInFigures, daysAfter, daysBetween, isDay } from '#ui/typed-day.ts'
import { contents } from './content-choice.tsx'

/** What the screen's address says. Days may be what somebody typed that is none. */
export type DigitalForm = { from: string; to: string; content: Content; name: string }
type RangeFault = { from?: string; to?: string }

export const usualDays = 90
export const quickDays = [30, 60, 90]

export const lastDays = (days: number, now: Day): { from: Day; to: Day } => ({ from: daysAfter(now, -days), to: now })

const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)

/** The specification's default where the address says nothing: the last 90 days. */
export function readForm(search: Record<string, string | string[]>, now: Day): DigitalForm {
  const usual = lastDays(usualDays, now)
  const content = contents.find(({ value }) => value === search.content)?.value
  return {
    from: one(search.from) ?? usual.from,
    to: one(search.to) ?? usual.to,
    content: content ?? 'DATA_ONLY',
    name: (one(search.name) ?? '').slice(0, 200),
  }
}

/** Only what differs from the default is in the address, but for the days: they must not move with tomorrow. */
export function addressOfForm({ from, to, content, name }: DigitalForm): string {
  const query = new URLSearchParams({ from, to })
  if (content !== 'DATA_ONLY') query.set('content', content)
  if (name) query.set('name', name)
  return `/digitalContent?${query}`
}

const sentence = (code: Parameters<typeof askProblem>[0]) => askProblem(code).messages[0]!

/** What is wrong with the days, on the field that has to be mended. */
export function faultOf({ from, to }: Pick<DigitalForm, 'from' | 'to'>, now: Day): RangeFault {
  const fault: RangeFault = {}
  const example = dayInFigures(now)
  for (const [name, value] of [
    ['from', from],
    ['to', to],
  ] as const)
    if (value.trim() === '') fault[name] = `Please enter the ${name === 'from' ? 'first' : 'last'} day.`
    else if (!isDay(value)) fault[name] = `This is not a date. Please enter one as in ${example}.`
  if (fault.from || fault.to) return fault
  const days = daysBetween(from, to)
  if (days < 0) return { from: sentence('range_backwards') }
  if (days > mostDigitalDays) return { from: sentence('range_too_long') }
  return {}
}
