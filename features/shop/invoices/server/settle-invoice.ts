import type { App, Db } from '#app/app.ts'
import type { HoldReason } from '#features/shop/payments/rules.ts'
import type { Attempt, Settle, Settled } from '#features/shop/payments/server/settle.ts'
import { makeReceipt } from '../../billing/server/make-receipt.ts'
import { orderOfInvoice } from '../../orders/server/order-of-invoice.ts'

type Needs = Pick<App, 'clock' | 'queue'>

/** An approved payment of an invoice pays it, and its order if there is one. */
export const settleInvoice: Settle = async (app, tx, attempt) => {
  const invoiceId = attempt.invoiceId!
  // Locks the order first, like everything that changes both: no deadlock.
  const orderId = await orderOfInvoice.hold(tx, invoiceId)
  const settled = await payInvoice(app, tx, { invoiceId, attempt })
  if ('receiptId' in settled && orderId !== null) await orderOfInvoice.paid(tx, orderId)
  return settled
}

/** Marks an issued invoice as paid by an approved attempt, once. */
export async function payInvoice(
  app: Needs,
  tx: Db,
  { invoiceId, attempt }: { invoiceId: string; attempt: Pick<Attempt, 'id' | 'amountCents' | 'currency'> },
): Promise<Settled> {
  const invoice = await tx
    .selectFrom('invoice')
    .select(['status', 'totalCents', 'currency'])
    .where('id', '=', invoiceId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (invoice.status === 'PAID') return held('PAID_ALREADY')
  if (invoice.status !== 'PENDING') return held('ENDED')
  if (invoice.totalCents !== attempt.amountCents) return held('OTHER_AMOUNT')
  if (invoice.currency !== attempt.currency) return held('OTHER_CURRENCY')
  await tx.updateTable('invoice').set({ status: 'PAID', paidAt: app.clock() }).where('id', '=', invoiceId).execute()
  const receiptId = await makeReceipt(app, tx, {
    kind: 'PAID',
    invoiceId,
    attemptId: attempt.id,
    subscriptionOrder: false,
  })
  return { receiptId }
}

const held = (reason: HoldReason): Settled => ({ held: reason })
