import type { Invoice } from '#features/shop/billing/contract.ts'
import { isOverdue } from '#features/shop/billing/rules.ts'
import type { Day } from '#kit/day.ts'
import type { Audience, DeskMessage, MessageDraft, MessageType, SiteMessage } from './contract.ts'

/** The school's data that a reminder may be about. */
export type Reminded = {
  subscriptions: readonly { dueForRenewal: boolean }[]
  invoices: readonly Pick<Invoice, 'invoiceStatus' | 'status' | 'dateDue'>[]
  today: Day
}

/** A reminder appears only if there is something to remind of; any other message always does. */
export function appears(
  { messageType }: Pick<SiteMessage, 'messageType'>,
  { subscriptions, invoices, today }: Reminded,
) {
  if (messageType === 'SUBSCRIPTION') return subscriptions.some(({ dueForRenewal }) => dueForRenewal)
  if (messageType === 'INVOICE') return invoices.some((invoice) => isOverdue(invoice, today))
  return true
}

/** A reminder is about something that only school staff can act on. */
export const isReminder = (type: MessageType): boolean => type === 'SUBSCRIPTION' || type === 'INVOICE'

export const audiencesOf = (type: MessageType): readonly Audience[] =>
  isReminder(type) ? ['STAFF', 'PRIMARY_CONTACTS'] : ['EVERYBODY', 'SIGNED_IN', 'STAFF', 'PRIMARY_CONTACTS']

export type MessageState = 'SHOWN' | 'PLANNED' | 'ENDED'

export function stateOf({ startDate, endDate }: Pick<DeskMessage, 'startDate' | 'endDate'>, now: Date): MessageState {
  if (endDate !== null && new Date(endDate) <= now) return 'ENDED'
  return new Date(startDate) > now ? 'PLANNED' : 'SHOWN'
}

export const maxTitleLength = 120
export const maxContentLength = 2000
export const maxBannerLength = 300

export type MessageErrors = Partial<Record<keyof MessageDraft, string>>

/** Faults of a message, by field. Only the server can check the organisations. */
export function messageErrors(draft: MessageDraft): MessageErrors {
  const errors: MessageErrors = {}
  const banner = draft.messageType === 'BANNER'
  const most = banner ? maxBannerLength : maxContentLength
  if (!banner && draft.messageDesc.trim() === '') errors.messageDesc = 'Please enter a title'
  else if (draft.messageDesc.length > maxTitleLength)
    errors.messageDesc = `Please use at most ${maxTitleLength} characters for the title`
  else if (!isReadable(draft.messageDesc) || /\n/.test(draft.messageDesc.trim()))
    errors.messageDesc = 'The title has characters that can’t be displayed'
  if (draft.content.trim() === '') errors.content = 'Please enter the text'
  else if (draft.content.length > most)
    errors.content = `Please use at most ${most.toLocaleString('en')} characters for a ${banner ? 'banner' : 'message'}`
  else if (!isReadable(draft.content)) errors.content = 'The text has characters that can’t be displayed'
  if (!audiencesOf(draft.messageType).includes(draft.audience)) errors.audience = 'Only school staff get reminders'
  else if (draft.audience === 'EVERYBODY' && draft.customerNos.length > 0)
    errors.audience = 'Visitors don’t belong to an organisation: choose people who are signed in'
  if (!isInstant(draft.startDate)) errors.startDate = 'Please enter when it starts'
  if (draft.endDate !== null && !isInstant(draft.endDate))
    errors.endDate = 'Please enter when it ends, or leave it empty'
  else if (draft.endDate !== null && isInstant(draft.startDate) && new Date(draft.endDate) <= new Date(draft.startDate))
    errors.endDate = 'It must end after it starts'
  return errors
}

/** No control characters except line ends and tabs, and no lone surrogates. */
const isReadable = (text: string) => text.isWellFormed() && !/[^\P{Cc}\n\r\t]/u.test(text)

/** An ISO 8601 instant with its zone, in years that a database can store. */
const isInstant = (text: string) =>
  /^20\d\d-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))
