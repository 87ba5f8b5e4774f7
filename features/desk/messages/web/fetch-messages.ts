import type { CurrentUser } from '#features/account/contract.ts'
import { isSchoolStaff } from '#features/account/rules.ts'
import { messagesApi, type SiteMessage } from '#features/desk/messages/contract.ts'
import type { Invoice } from '#features/shop/billing/contract.ts'
import type { Subscription } from '#features/shop/subscriptions/contract.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import type { Dated } from '#kit/web/dates.ts'

export type Found = {
  messages: SiteMessage[]
  /** Due for renewal. */
  subscriptions: Pick<Dated<Subscription>, 'id' | 'product' | 'effectiveEndDate'>[]
  /** Overdue. */
  invoices: Pick<Invoice, 'id' | 'invoiceNumber' | 'dateDue' | 'total' | 'currency'>[]
}

/** The messages to show now. */
export async function fetchMessages(me: CurrentUser | null): Promise<Found> {
  const { msgData } = await call(messagesApi.activeMessages, {}, { askToSignIn: false })
  const messages = isSchoolStaff(me) ? msgData : msgData.filter(({ messageType }) => messageType === 'GLOBAL')
  // Most people have no reminder: what decides on them is loaded on demand.
  if (messages.every(({ messageType }) => messageType === 'GLOBAL'))
    return { messages, subscriptions: [], invoices: [] }
  return (await import('./fetch-reminders.ts')).fetchReminders(messages)
}

export const isSessionOver = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === 'sign_in_required'
