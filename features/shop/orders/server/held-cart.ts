import type { Selectable } from 'kysely'
import type { App, Db } from '#app/app.ts'
import type { CartTables } from '#features/shop/cart/server/tables.ts'
import { attemptInProcess } from '#features/shop/payments/server/payments.ts'
import { orderProblem } from '../contract.ts'
import type { OrderTables } from './tables.ts'

export type CartRow = Selectable<CartTables['cart']>
export type OrderRow = Selectable<OrderTables['shopOrder']>
export type OrderLineRow = Selectable<OrderTables['shopOrderLine']>

/**
 * Locks a cart of the customer until the transaction ends, so that of two concurrent orders the second sees the first.
 */
export async function lockCart(tx: Db, customerId: string, cartId: string) {
  const cart = await tx
    .selectFrom('cart')
    .selectAll()
    .where('id', '=', cartId)
    .where('customerId', '=', customerId)
    .forUpdate()
    .executeTakeFirst()
  if (!cart) throw orderProblem('cart_gone')
  return { cart, order: await orderOfCart(tx, cart.id) }
}

export const orderOfCart = (db: Db, cartId: string): Promise<OrderRow | undefined> =>
  db.selectFrom('shopOrder').selectAll().where('cartId', '=', cartId).executeTakeFirst()

export const linesOfOrder = (db: Db, orderId: string): Promise<OrderLineRow[]> =>
  db.selectFrom('shopOrderLine').selectAll().where('orderId', '=', orderId).orderBy('position').execute()

/** Throws for a cart that was ordered, replaced by a newer one, or expired. */
export function requireOpen(cart: CartRow, order: OrderRow | undefined, now: Date): void {
  if (cart.closedAt || (order && order.status !== 'AWAITING_PAYMENT')) throw orderProblem('cart_gone')
  if (cart.expiresAt <= now) throw orderProblem('cart_expired')
}

export const isInProcess = async ({ clock }: Pick<App, 'clock'>, db: Db, order: OrderRow | undefined) =>
  order !== undefined && (await attemptInProcess(db, { orderId: order.id }, clock()))
