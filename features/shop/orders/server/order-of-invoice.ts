import type { App, Db } from '#app/app.ts'
import { businessDay, type Day } from '#kit/day.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import type { OrderRow } from './held-cart.ts'

type OrderEnd = {
  orderId: string
  status: 'CANCELLED' | 'REFUNDED'
  /** Ends today the subscriptions that it bought. */
  endSubscriptions: boolean
  /** The person who ended them. */
  userId: string
}

/** Updates an order together with the invoice it was placed on, in the transaction that changes the invoice. */
export const orderOfInvoice = {
  /** Locks the order of an invoice, before the invoice itself; null if there is none. */
  async hold(tx: Db, invoiceId: string): Promise<string | null> {
    const invoice = await tx.selectFrom('invoice').select('orderId').where('id', '=', invoiceId).executeTakeFirst()
    if (!invoice?.orderId) return null
    await lockOrder(tx, invoice.orderId)
    return invoice.orderId
  },
  paid: markPaid,
  ended: endOrder,
}

/** Locks an order until the transaction ends. */
export const lockOrder = (tx: Db, orderId: string): Promise<OrderRow> =>
  tx.selectFrom('shopOrder').selectAll().where('id', '=', orderId).forUpdate().executeTakeFirstOrThrow()

export async function markPaid(tx: Db, orderId: string): Promise<void> {
  await tx
    .updateTable('shopOrder')
    .set({ status: 'PAID' })
    .where('id', '=', orderId)
    .where('status', '=', 'PLACED')
    .execute()
}

async function endOrder(
  app: Pick<App, 'clock'>,
  tx: Db,
  { orderId, status, endSubscriptions, userId }: OrderEnd,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  await tx.updateTable('shopOrder').set({ status }).where('id', '=', orderId).execute()
  const ended = endSubscriptions ? await endTerms(tx, orderId, businessDay(app.clock)) : []
  await recordAudit(tx, {
    now: app.clock(),
    customerId: order.customerId,
    userId,
    action: status === 'CANCELLED' ? 'order_cancelled' : 'order_refunded',
    subject: order.orderNo,
    after: ended.length > 0 ? { subscriptionsEnded: ended } : {},
  })
}

/** Running terms end today; terms that have not started are removed. Returns their names. */
async function endTerms(tx: Db, orderId: string, today: Day): Promise<string[]> {
  const mine = tx.selectFrom('subscription').where('orderId', '=', orderId).where('endsOn', '>', today)
  const going = await mine.select(['productName']).execute()
  await tx
    .updateTable('subscription')
    .set({ endsOn: today, dueForRenewal: false })
    .where('orderId', '=', orderId)
    .where('startsOn', '<=', today)
    .where('endsOn', '>', today)
    .execute()
  await tx.deleteFrom('subscription').where('orderId', '=', orderId).where('startsOn', '>', today).execute()
  return going.map(({ productName }) => productName)
}
