import { appears } from '#features/desk/messages/rules.ts'
import { billingApi } from '#features/shop/billing/contract.ts'
import { isOverdue } from '#features/shop/billing/rules.ts'
import { subscriptionsApi } from '#features/shop/subscriptions/contract.ts'
import { call } from '#kit/web/call.ts'
import { businessDay } from '#kit/web/dates.ts'
import { type Found, isSessionOver } from './fetch-messages.ts'

/** The messages to show now, with the data of reminders. A reminder whose data cannot be loaded is omitted. */
export async function fetchReminders(messages: Found['messages']): Promise<Found> {
  const reminds = (type: Found['messages'][number]['messageType']) =>
    messages.some(({ messageType }) => messageType === type)
  const [subscriptions, invoices] = await Promise.all([
    reminds('SUBSCRIPTION')
      ? orNone(call(subscriptionsApi.listSubscriptions, {}, { askToSignIn: false }).then(({ response }) => response))
      : [],
    reminds('INVOICE')
      ? orNone(call(billingApi.listInvoices, {}, { askToSignIn: false }).then(({ response }) => response))
      : [],
  ])
  const day = businessDay()
  return {
    messages: messages.filter((message) => appears(message, { subscriptions, invoices, today: day })),
    subscriptions: subscriptions.filter(({ dueForRenewal }) => dueForRenewal),
    invoices: invoices.filter((invoice) => isOverdue(invoice, day)),
  }
}

const orNone = <T>(list: Promise<T[]>): Promise<T[]> =>
  list.catch((error: unknown) => {
    if (isSessionOver(error)) throw error
    console.warn('A reminder could not be fetched.', error)
    return []
  })
