import type { App, Db } from '#app/app.ts'
import type { Attempt, Settle, Settled } from '#features/payments/server/settle.ts'
import { makeReceipt } from './make-receipt.ts'
import type { OrderOfInvoice } from './order-of-invoice.ts'

type Needs = Pick<App, 'clock' | 'queue'>

/** What an approved payment of an invoice does; its order, where it has one, is paid with it. */
export const settleInvoice =
  (order: OrderOfInvoice): Settle =>
  async (app, within, attempt) => {
    const invoiceId = attempt.invoiceId!
    // The order first, as everybody who changes both: so nobody waits for each other.
    const orderId = await order.hold(within, invoiceId)
    const settled = await payInvoice(app, within, { invoiceId, attempt })
    if ('receiptId' in settled && orderId !== null) await order.paid(within, orderId)
    return settled
  }

/** An approved attempt pays an issued invoice, once. */
export async function payInvoice(
  app: Needs,
  within: Db,
  { invoiceId, attempt }: { invoiceId: string; attempt: Pick<Attempt, 'id' | 'amountCents' | 'currency'> },
): Promise<Settled> {
  const invoice = await within
    .selectFrom('invoice')
    .select(['status', 'totalCents', 'currency'])
    .where('id', '=', invoiceId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (invoice.status !== 'PENDING') return { held: whyNot[invoice.status] }
  if (invoice.totalCents !== attempt.amountCents || invoice.currency !== attempt.currency)
    return { held: 'The invoice comes to another amount than was paid.' }
  await within.updateTable('invoice').set({ status: 'PAID', paidAt: app.clock() }).where('id', '=', invoiceId).execute()
  const receiptId = await makeReceipt(app, within, {
    kind: 'PAID',
    invoiceId,
    attemptId: attempt.id,
    subscriptionOrder: false,
  })
  return { receiptId }
}

const whyNot = {
  PAID: 'The invoice had been paid before.',
  CANCELLED: 'The invoice had been cancelled before.',
  REFUNDED: 'The invoice had been refunded before.',
}
