import type { Db } from '#app/app.ts'
import { makeReceipt } from '#features/shop/billing/server/make-receipt.ts'
import { payInvoice } from '#features/shop/invoices/server/settle-invoice.ts'
import type { Settle } from '#features/shop/payments/server/settle.ts'
import type { OrderRow } from './held-cart.ts'
import { lockOrder, markPaid } from './order-of-invoice.ts'
import { placeOrder } from './place-order.ts'

/**
 * Applies an approved payment to an order. If it was placed on an invoice meanwhile, that invoice is paid; if it was
 * paid or cancelled, it stays unchanged and a person decides about the money.
 */
export const settleOrder: Settle = async (app, tx, attempt) => {
  const order = await lockWithCart(tx, attempt.orderId!)
  if (order.status === 'PAID') return { held: 'PAID_ALREADY' }
  if (order.status === 'CANCELLED' || order.status === 'REFUNDED') return { held: 'ENDED' }
  if (order.status === 'PLACED') {
    const invoiceId = await invoiceIdOf(tx, order.id)
    const settled = await payInvoice(app, tx, { invoiceId, attempt })
    if ('receiptId' in settled) await markPaid(tx, order.id)
    return settled
  }
  if (order.totalCents !== attempt.amountCents || order.currency !== attempt.currency) return { held: 'OTHER_AMOUNT' }
  const userId = attempt.userId ?? order.userId
  const { invoiceId, subscriptionOrder } = await placeOrder(app, tx, order, {
    paid: true,
    requestKey: null,
    userId,
  })
  const attemptId = attempt.id
  const receiptId = await makeReceipt(app, tx, { kind: 'PAID', invoiceId, attemptId, subscriptionOrder })
  return { receiptId, placedOrder: true }
}

/** Locks the cart first, as ordering does: no deadlock. */
async function lockWithCart(tx: Db, orderId: string): Promise<OrderRow> {
  await tx
    .selectFrom('cart')
    .select('id')
    .where('id', '=', (row) => row.selectFrom('shopOrder').select('cartId').where('id', '=', orderId))
    .forUpdate()
    .execute()
  return lockOrder(tx, orderId)
}

async function invoiceIdOf(tx: Db, orderId: string): Promise<string> {
  const { id } = await tx.selectFrom('invoice').select('id').where('orderId', '=', orderId).executeTakeFirstOrThrow()
  return id
}
