import type { App, Db } from '#app/app.ts'
import { issueInvoice } from '#features/shop/invoices/server/issue-invoice.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { linesOfOrder, type OrderRow } from './held-cart.ts'
import { givesSubscription, lockCustomer, startSubscriptions } from './start-subscriptions.ts'

type Placed = { invoiceId: string; subscriptionOrder: boolean }
type Placing = {
  /** True if paid by card, false if placed on an invoice. */
  paid: boolean
  requestKey: string | null
  userId: string
}

/**
 * Carries out a waiting order: issues its invoice and starts its subscriptions, all or nothing. The transaction holds
 * the locks on cart and order.
 */
export async function placeOrder(
  app: Pick<App, 'clock'>,
  tx: Db,
  order: OrderRow,
  { paid, requestKey, userId }: Placing,
): Promise<Placed> {
  const now = app.clock()
  await lockCustomer(tx, order.customerId)
  const lines = await linesOfOrder(tx, order.id)
  const { customerId, billTo, currency, taxBasisPoints, purchaseOrder } = order
  // A free order needs no payment.
  const settled = paid || order.totalCents === 0
  const invoice = await issueInvoice(app, tx, {
    customerId,
    orderId: order.id,
    billTo,
    currency,
    taxBasisPoints,
    purchaseOrder,
    lines,
    paid: settled,
  })
  const status = settled ? 'PAID' : 'PLACED'
  await tx.updateTable('shopOrder').set({ status, placedAt: now, requestKey }).where('id', '=', order.id).execute()
  await tx
    .updateTable('cart')
    .set({ closedAt: now })
    .where('id', '=', order.cartId)
    .where('closedAt', 'is', null)
    .execute()
  await startSubscriptions(app, tx, order, lines, invoice.invoiceNo)
  await recordAudit(tx, {
    now,
    customerId,
    userId,
    action: paid ? 'order_paid' : 'order_placed',
    subject: order.orderNo,
    after: { invoiceNumber: invoice.invoiceNo, total: order.totalCents / 100, currency, purchaseOrder },
  })
  return { invoiceId: invoice.id, subscriptionOrder: givesSubscription(lines) }
}
