import type { Audience, DeskMessage, MessageIcon, MessageType } from '#features/desk/messages/contract.ts'
import type { Dated } from '#kit/web/dates.ts'
import { dateAndTime } from '#kit/web/in-words.ts'

export type MessageView = Dated<DeskMessage>

export const typeNames: Record<MessageType, string> = {
  GLOBAL: 'Message',
  BANNER: 'Banner',
  SUBSCRIPTION: 'Subscription reminder',
  INVOICE: 'Invoice reminder',
}

/** Hints shown below the choice of type. */
export const typeHints: Record<MessageType, string> = {
  GLOBAL: 'Shown to each person once in a session, in a window above the page.',
  BANNER: 'Stands above every screen for as long as it lasts; people can put it away for a visit.',
  SUBSCRIPTION:
    'As a message, but only where a subscription is due for renewal. The subscriptions are listed below it.',
  INVOICE: 'As a message, but only where an invoice is overdue. The invoices are listed below it.',
}

export const audienceNames: Record<Audience, string> = {
  EVERYBODY: 'Everybody, visitors too',
  SIGNED_IN: 'Everybody who is signed in',
  STAFF: 'Staff of schools',
  PRIMARY_CONTACTS: 'Primary contacts of schools',
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

export const audienceInWords = ({ audience, customers }: Pick<MessageView, 'audience' | 'customers'>): string =>
  customers.length === 0
    ? audienceNames[audience]
    : `${audienceNames[audience]}, only of ${customers.map(({ name }) => name).join(', ')}`

export function periodInWords({ startDate, endDate }: Pick<MessageView, 'startDate' | 'endDate'>): string {
  const from = startDate ? `From ${dateAndTime(startDate)}` : ''
  return endDate ? `${from} until ${dateAndTime(endDate)}` : `${from}, until it is ended`
}
