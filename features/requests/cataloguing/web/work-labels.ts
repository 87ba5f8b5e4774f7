import type { WholeWork, Work } from '#features/requests/cataloguing/contract.ts'
import { type QueueState, queueStates } from '#features/requests/cataloguing/rules.ts'
import { isOpen, sendingNames, sendingOf } from '#features/requests/rules.ts'
import type { Dated } from '#kit/web/dates.ts'
import { counted } from '#kit/web/format.ts'

export type WorkView = Dated<Work>
export type WholeWorkView = Dated<WholeWork>
export type AskerView = WorkView['askers'][number]

const hour = 60
const day = 24 * hour

/** The waiting time: `25 minutes`, `3 days`, `5 weeks`. */
export function formatWaiting(since: Date | null, now = new Date()): string {
  if (!since) return ''
  const minutes = Math.max(1, Math.floor((now.getTime() - since.getTime()) / 60_000))
  if (minutes < hour) return counted(minutes, 'minute')
  if (minutes < day) return counted(Math.floor(minutes / hour), 'hour')
  const days = Math.floor(minutes / day)
  if (days < 21) return counted(days, 'day')
  if (days < 90) return counted(Math.floor(days / 7), 'week')
  if (days < 730) return counted(Math.floor(days / 30.44), 'month')
  return counted(Math.floor(days / 365.25), 'year')
}

/** Longer waiting times are highlighted. */
const longDays = 14
export const isLong = (since: Date | null, now = new Date()): boolean =>
  since !== null && now.getTime() - since.getTime() > longDays * day * 60_000

/** `A, B and C`; of many names the first two and the number of the others. */
export function joinNames(names: readonly string[], shown = 2): string {
  const own = [...new Set(names)]
  if (own.length <= shown + 1) return own.join(', ').replace(/, ([^,]*)$/, ' and $1')
  return `${own.slice(0, shown).join(', ')} and ${own.length - shown} more`
}

/** Labels of the queue's parts. */
export const stateNames: Record<QueueState, string> = {
  received: 'On site',
  posted: sendingNames.POSTED,
  described: sendingNames.DESCRIBED,
  online: sendingNames.ONLINE,
  unassigned: 'Unassigned',
  mine: 'Assigned to me',
  answer: 'New message',
}

/** The parts that make up the whole queue. */
export const wholeQueue = ['received', 'posted', 'described', 'online'] as const satisfies QueueState[]

export const isQueueState = (text: string): text is QueueState => queueStates.some((each) => each === text)

const statesOfSending = { POSTED: 'posted', DESCRIBED: 'described', ONLINE: 'online' } as const

/** Whether the item is on site, or how it reaches the desk. */
export const whereIs = (work: Pick<Work, 'received' | 'physicalResource' | 'resourceType'>) =>
  work.received ? 'received' : statesOfSending[sendingOf(work)]

/** The items of a work that wait for an answer, without those whose answer is leaving. */
export const openAskers = ({ askers }: Pick<WorkView, 'askers'>): AskerView[] =>
  askers.filter(({ status, leavesDate }) => isOpen(status) && leavesDate === null)
