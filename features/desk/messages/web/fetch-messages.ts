import type { CurrentUser } from '#features/account/contract.ts'
import { isSchoolStaff } from '#features/account/rules.ts'
import { messagesApi, type SiteMessage } from '#features/desk/messages/contract.ts'
import { appears } from '#features/desk/messages/rules.ts'
import { billingApi, type Invoice } from '#features/shop/billing/contract.ts'
import { isOverdue } from '#features/shop/billing/rules.ts'
import { type Subscription, subscriptionsApi } from '#features/shop/subscriptions/contract.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import type { Dated } from '#kit/web/dates.ts'
import { today } from '#ui/form/typed-day.ts'

export type Found = {
  messages: SiteMessage[]
  /** Due for renewal. */
  subscriptions: Pick<Dated<Subscription>, 'id' | 'product' | 'effectiveEndDate'>[]
  /** Overdue. */
  invoices: Pick<Invoice, 'id' | 'invoiceNumber' | 'dateDue' | 'total' | 'currency'>[]
}

/** The messages to show now. A reminder whose data cannot be loaded is omitted and logged. */
export async function fetchMessages(me: CurrentUser | null): Promise<Found> {
  const { msgData } = await call(messagesApi.activeMessages, {}, { askToSignIn: false })
  const wants = (type: SiteMessage['messageType']) =>
    isSchoolStaff(me) && msgData.some(({ messageType }) => messageType === type)
  const [subscriptions, invoices] = await Promise.all([
    wants('SUBSCRIPTION')
      ? orNone(call(subscriptionsApi.listSubscriptions, {}, { askToSignIn: false }).then(({ response }) => response))
      : [],
    wants('INVOICE')
      ? orNone(call(billingApi.listInvoices, {}, { askToSignIn: false }).then(({ response }) => response))
      : [],
  ])
  const day = today()
  return {
    messages: msgData.filter((message) => appears(message, { subscriptions, invoices, today: day })),
    subscriptions: subscriptions.filter(({ dueForRenewal }) => dueForRenewal),
    invoices: invoices.filter((invoice) => isOverdue(invoice, day)),
  }
}

const orNone = <T>(list: Promise<T[]>): Promise<T[]> =>
  list.catch((error: unknown) => {
    if (isSessionOver(error)) throw error
    console.warn('A reminder could not be looked into.', error)
    return []
  })

export const isSessionOver = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === 'sign_in_required'
