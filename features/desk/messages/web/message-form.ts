import type { MessageDraft } from '#features/desk/messages/contract.ts'
import { audiencesOf, type MessageErrors, messageErrors } from '#features/desk/messages/rules.ts'
import { isDay } from '#kit/day.ts'
import { readersDay } from '#kit/web/dates.ts'
import type { MessageView } from './message-labels.ts'

/** The fields' values. Days and times are in the reader's time zone. */
export type MessageForm = Pick<MessageDraft, 'messageType' | 'messageDesc' | 'content' | 'icon' | 'audience'> & {
  customerNos: string
  startDay: string
  startTime: string
  endDay: string
  endTime: string
}

export const emptyForm = (now = new Date()): MessageForm => ({
  messageType: 'GLOBAL',
  messageDesc: '',
  content: '',
  icon: 'INFO',
  audience: 'STAFF',
  customerNos: '',
  startDay: readersDay(now),
  startTime: timeOf(now),
  endDay: '',
  endTime: '',
})

export const formOf = ({ customers, startDate, endDate, ...message }: MessageView): MessageForm => ({
  messageType: message.messageType,
  messageDesc: message.messageDesc,
  content: message.content,
  icon: message.icon,
  audience: message.audience,
  customerNos: customers.map(({ customerNo }) => customerNo).join(', '),
  startDay: startDate ? readersDay(startDate) : '',
  startTime: startDate ? timeOf(startDate) : '',
  endDay: endDate ? readersDay(endDate) : '',
  endTime: endDate ? timeOf(endDate) : '',
})

/** A copy that begins now. */
export const formAgain = (message: MessageView, now = new Date()): MessageForm => ({
  ...formOf(message),
  startDay: readersDay(now),
  startTime: timeOf(now),
  endDay: '',
  endTime: '',
})

/** The new type may not allow the former audience. */
export const ofType = (form: MessageForm, messageType: MessageForm['messageType']): MessageForm => ({
  ...form,
  messageType,
  audience: audiencesOf(messageType).includes(form.audience) ? form.audience : 'STAFF',
})

/** Unreadable days and times become values that the rules refuse. */
export const draftOf = ({ startDay, startTime, endDay, endTime, customerNos, ...rest }: MessageForm): MessageDraft => ({
  ...rest,
  messageDesc: rest.messageType === 'BANNER' ? '' : rest.messageDesc,
  customerNos: customerNos.split(/[\s,;]+/).filter(Boolean),
  startDate: instantOf(startDay, startTime, '00:00'),
  // A day without a time is included in full.
  endDate: endDay.trim() === '' && endTime.trim() === '' ? null : instantOf(endDay, endTime, '23:59'),
})

export const formErrors = (form: MessageForm): MessageErrors => messageErrors(draftOf(form))

/** Parses `18:00`, `18.00`, `6 pm` and `18` as `18:00`; undefined if it is not a time. */
export function readTime(typed: string): string | undefined {
  const found = /^(\d{1,2})(?:[:.h](\d{2}))?\s*([ap])?\.?(?:m\.?)?$/i.exec(typed.trim())
  if (!found) return undefined
  const half = found[3]?.toLowerCase()
  let hour = Number(found[1])
  const minute = Number(found[2] ?? 0)
  if (half && (hour < 1 || hour > 12)) return undefined
  if (half) hour = (hour % 12) + (half === 'p' ? 12 : 0)
  return hour > 23 || minute > 59 ? undefined : `${two(hour)}:${two(minute)}`
}

function instantOf(day: string, typed: string, otherwise: string): string {
  const time = typed.trim() === '' ? otherwise : readTime(typed)
  if (!isDay(day) || time === undefined) return ''
  const at = new Date(`${day}T${time}:00`)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString()
}

const two = (figure: number) => String(figure).padStart(2, '0')
const timeOf = (at: Date) => `${two(at.getHours())}:${two(at.getMinutes())}`
