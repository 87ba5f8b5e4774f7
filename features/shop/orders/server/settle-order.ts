import type { Db } from '#app/app.ts'
import { makeReceipt } from '#features/shop/billing/server/make-receipt.ts'
import { payInvoice } from '#features/shop/invoices/server/settle-invoice.ts'
import type { Settle } from '#features/shop/payments/server/settle.ts'
import type { OrderRow } from './held-cart.ts'
import { holdOrder, markPaid } from './order-of-invoice.ts'
import { placeOrder } from './place-order.ts'

/**
 * Applies an approved payment to an order. If it was placed on an invoice meanwhile, that invoice is paid; if it was
 * paid or cancelled, it stays unchanged and a person decides about the money.
 */
export const settleOrder: Settle = async (app, within, attempt) => {
  const order = await holdWithCart(within, attempt.orderId!)
  if (order.status === 'PAID') return { held: 'PAID_ALREADY' }
  if (order.status === 'CANCELLED' || order.status === 'REFUNDED') return { held: 'ENDED' }
  if (order.status === 'PLACED') {
    const invoiceId = await invoiceIdOf(within, order.id)
    const settled = await payInvoice(app, within, { invoiceId, attempt })
    if ('receiptId' in settled) await markPaid(within, order.id)
    return settled
  }
  if (order.totalCents !== attempt.amountCents || order.currency !== attempt.currency) return { held: 'OTHER_AMOUNT' }
  const userId = attempt.userId ?? order.userId
  const { invoiceId, subscriptionOrder } = await placeOrder(app, within, order, {
    paid: true,
    requestKey: null,
    userId,
  })
  const attemptId = attempt.id
  const receiptId = await makeReceipt(app, within, { kind: 'PAID', invoiceId, attemptId, subscriptionOrder })
  return { receiptId, placedOrder: true }
}

/** Locks the cart first, as ordering does: no deadlock. */
async function holdWithCart(within: Db, orderId: string): Promise<OrderRow> {
  await within
    .selectFrom('cart')
    .select('id')
    .where('id', '=', (row) => row.selectFrom('shopOrder').select('cartId').where('id', '=', orderId))
    .forUpdate()
    .execute()
  return holdOrder(within, orderId)
}

async function invoiceIdOf(within: Db, orderId: string): Promise<string> {
  const { id } = await within
    .selectFrom('invoice')
    .select('id')
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  return id
}
