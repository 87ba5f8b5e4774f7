import type { App } from '#app/app.ts'
import { addressLines } from '#features/depots/rules.ts'
import { dayOf } from '#features/subscriptions/rules.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import type { BillingDetails } from '../contract.ts'
import { paymentDays, taxOf } from '../rules.ts'
import { billToOf } from './bill-to.ts'

const yearMs = 365 * 86_400_000

export async function billingDetails(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { customerId }: SchoolCaller,
): Promise<{ response: BillingDetails }> {
  const billTo = await billToOf(db, customerId)
  const { currency, name: taxName, basisPoints } = taxOf(billTo.country)
  const invoices = await db
    .selectFrom('invoice')
    .select(['status', 'dueOn', 'paidAt', 'totalCents'])
    .where('customerId', '=', customerId)
    .where('currency', '=', currency)
    .where('status', 'in', ['PENDING', 'PAID'])
    .execute()
  const now = clock()
  const since = new Date(now.getTime() - yearMs)
  const sum = (some: typeof invoices) => some.reduce((cents, { totalCents }) => cents + totalCents, 0) / 100
  const pending = invoices.filter(({ status }) => status === 'PENDING')
  return {
    response: {
      name: billTo.name,
      customerNo: billTo.customerNo,
      address: addressLines(billTo),
      contacts: billTo.contacts.map(({ type, ...contact }) => ({ ...contact, primary: type === 'PRIMARY' })),
      currency,
      taxName,
      taxPercent: basisPoints / 100,
      paymentDays,
      outstanding: sum(pending),
      overdue: sum(pending.filter(({ dueOn }) => dueOn < dayOf(now))),
      paidLastYear: sum(invoices.filter(({ paidAt }) => paidAt !== null && paidAt >= since)),
    },
  }
}
