import { randomUUID } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import { giveNumber } from '#features/shop/invoices/server/give-number.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import type { CartRow, OrderRow } from './held-cart.ts'
import { completeBillTo, orderedContent } from './ordered-content.ts'

/**
 * Writes a locked cart down as an order; an existing order changes only its purchase order number. It then waits for
 * its payment or invoice.
 */
export async function makeOrder(
  { clock }: Pick<App, 'clock'>,
  tx: Db,
  { caller, cart, order, purchaseOrder }: Making,
): Promise<OrderRow> {
  if (order) return renumbered(tx, order, purchaseOrder)
  const { lines, ...content } = await orderedContent(tx, cart, clock)
  const billTo = JSON.stringify(await completeBillTo(tx, caller.customerId))
  const id = randomUUID()
  const orderNo = await giveNumber(tx, 'SCORD')
  const made = await tx
    .insertInto('shopOrder')
    .values({
      ...content,
      id,
      orderNo,
      cartId: cart.id,
      customerId: caller.customerId,
      userId: caller.userId,
      status: 'AWAITING_PAYMENT',
      billTo,
      purchaseOrder: purchaseOrder ?? cart.purchaseOrder,
      quoteId: cart.quoteId,
      requestKey: null,
      createdAt: clock(),
      placedAt: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('shopOrderLine')
    .values(lines.map((line, index) => ({ ...line, orderId: id, position: index + 1 })))
    .execute()
  return made
}

type Making = {
  caller: SchoolCaller
  cart: CartRow
  order: OrderRow | undefined
  /** Purchase order as typed now; undefined if the form did not ask. */
  purchaseOrder: string | undefined
}

async function renumbered(tx: Db, order: OrderRow, purchaseOrder: string | undefined): Promise<OrderRow> {
  if (purchaseOrder === undefined || purchaseOrder === order.purchaseOrder) return order
  await tx.updateTable('shopOrder').set({ purchaseOrder }).where('id', '=', order.id).execute()
  return { ...order, purchaseOrder }
}
