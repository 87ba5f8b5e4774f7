import type { Audience, DeskMessage, MessageIcon, MessageType } from '#features/desk/messages/contract.ts'
import type { Dated } from '#kit/web/dates.ts'
import { dateAndTime } from '#kit/web/format.ts'

export type MessageView = Dated<DeskMessage>

export const typeNames: Record<MessageType, string> = {
  GLOBAL: 'Message',
  BANNER: 'Banner',
  SUBSCRIPTION: 'Subscription reminder',
  INVOICE: 'Invoice reminder',
}

/** Hints shown below the choice of type. */
export const typeHints: Record<MessageType, string> = {
  GLOBAL: 'Shown to each person once per session, in a dialog.',
  BANNER: 'Shown above every screen until it ends. People can hide it for a session.',
  SUBSCRIPTION: 'Like a message, but only for schools with a subscription due for renewal. Lists those subscriptions.',
  INVOICE: 'Like a message, but only for schools with an overdue invoice. Lists those invoices.',
}

export const audienceNames: Record<Audience, string> = {
  EVERYBODY: 'Everyone, including visitors',
  SIGNED_IN: 'Everyone who is signed in',
  STAFF: 'School staff',
  PRIMARY_CONTACTS: 'Schools’ primary contacts',
}

export const iconNames: Record<MessageIcon, string> = {
  INFO: 'Information',
  NEWS: 'News',
  WARNING: 'Warning',
  MAINTENANCE: 'Maintenance',
  CALENDAR: 'Calendar',
  INVOICE: 'Invoice',
}

export const optionsOf = <T extends string>(names: Record<T, string>, only?: readonly T[]) =>
  (Object.keys(names) as T[])
    .filter((value) => !only || only.includes(value))
    .map((value) => ({ value, label: names[value] }))

export const nameOf = ({ messageDesc, content }: Pick<MessageView, 'messageDesc' | 'content'>): string =>
  messageDesc || (content.length > 60 ? `${content.slice(0, 60)}…` : content)

export const describeAudience = ({ audience, customers }: Pick<MessageView, 'audience' | 'customers'>): string =>
  customers.length === 0
    ? audienceNames[audience]
    : `${audienceNames[audience]}, only at ${customers.map(({ name }) => name).join(', ')}`

export function formatPeriod({ startDate, endDate }: Pick<MessageView, 'startDate' | 'endDate'>): string {
  const from = startDate ? `From ${dateAndTime(startDate)}` : ''
  return endDate ? `${from} until ${dateAndTime(endDate)}` : `${from}, no end date`
}

/** The period as the server sent it, for the rules that both sides share. */
export const asSent = ({ startDate, endDate }: Pick<MessageView, 'startDate' | 'endDate'>) => ({
  startDate: startDate?.toISOString() ?? '',
  endDate: endDate?.toISOString() ?? null,
})
