import { randomUUID } from 'node:crypto'
import type { Db } from '#app/app.ts'
import { attemptInProcess } from '#features/shop/payments/server/payments.ts'
import { cartDays, shippingCode } from '#features/shop/products/rules.ts'
import { readProducts } from '#features/shop/products/server/products.ts'
import { dayMs } from '#kit/day.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { cartProblem } from '../contract.ts'
import { itemsOf, ownCart } from './own-carts.ts'

type Contents = { purchaseOrder?: string; quoteId?: string | null }

/** Serialises changes of one person's carts; call it first in a transaction. */
export const lockCarts = (tx: Db, { userId }: SchoolCaller) =>
  tx.selectFrom('appUser').select('id').where('id', '=', userId).forNoKeyUpdate().execute()

/**
 * The caller's cart to change, or a new one. Restarts its time. A cart that is being ordered never changes: a new one
 * takes over its items, unless the order is being paid right now.
 */
export async function cartToChange(tx: Db, caller: SchoolCaller, now: Date): Promise<string> {
  const cart = await ownCart(tx, caller, now)
  if (!cart) return openCart(tx, caller, now)
  // Ordering locks the cart too.
  await tx.selectFrom('cart').select('id').where('id', '=', cart.id).forUpdate().execute()
  const order = await tx
    .selectFrom('shopOrder')
    .select(['id', 'status'])
    .where('cartId', '=', cart.id)
    .executeTakeFirst()
  if (!order) {
    await tx
      .updateTable('cart')
      .set({ reviewedAt: null, expiresAt: expiryFrom(now) })
      .where('id', '=', cart.id)
      .execute()
    return cart.id
  }
  // It was ordered while we waited for the lock.
  if (order.status !== 'AWAITING_PAYMENT') return openCart(tx, caller, now)
  if (await attemptInProcess(tx, { orderId: order.id }, now)) throw cartProblem('cart_in_process')
  return replaceCart(tx, caller, now, cart)
}

/** Opens a cart with another one's items and closes that one. */
export async function replaceCart(
  tx: Db,
  caller: SchoolCaller,
  now: Date,
  old: { id: string; purchaseOrder: string; quoteId: string | null },
): Promise<string> {
  const id = await openCart(tx, caller, now, old)
  const items = await itemsOf(tx, old.id)
  if (items.length > 0)
    await tx
      .insertInto('cartItem')
      .values(items.map((item) => ({ ...item, cartId: id })))
      .execute()
  await closeCart(tx, old.id, now)
  return id
}

export const closeCart = (tx: Db, id: string, closedAt: Date) =>
  tx.updateTable('cart').set({ closedAt }).where('id', '=', id).execute()

export async function openCart(
  tx: Db,
  { userId, customerId }: SchoolCaller,
  now: Date,
  { purchaseOrder = '', quoteId = null }: Contents = {},
): Promise<string> {
  const id = randomUUID()
  await tx
    .insertInto('cart')
    .values({ id, userId, customerId, createdAt: now, expiresAt: expiryFrom(now), purchaseOrder, quoteId })
    .execute()
  return id
}

const expiryFrom = (now: Date) => new Date(now.getTime() + cartDays * dayMs)

/** Keeps postage in the cart exactly while an item is sent by post. Call it after every change. */
export async function keepPostage(tx: Db, cartId: string): Promise<void> {
  const codes = (await itemsOf(tx, cartId)).map((item) => item.productCode).filter((code) => code !== shippingCode)
  const products = await readProducts(tx, [shippingCode, ...codes])
  const postage = products.find(({ code, withdrawnAt }) => code === shippingCode && withdrawnAt === null)
  await tx.deleteFrom('cartItem').where('cartId', '=', cartId).where('productCode', '=', shippingCode).execute()
  if (postage && products.some((product) => product.physical))
    await tx
      .insertInto('cartItem')
      .values({ cartId, productCode: shippingCode, productCategory: postage.category, quantity: 1 })
      .execute()
}

export type CartItem = { productCode: string; quantity: number; enrollmentSize: number | null }

/** Appends an item to the cart. */
export async function addItem(tx: Db, cartId: string, item: CartItem & { productCategory: string }): Promise<void> {
  const last = (await itemsOf(tx, cartId)).reduce((most, each) => Math.max(most, each.position), 0)
  const { productCode, productCategory, quantity, enrollmentSize } = item
  await tx
    .insertInto('cartItem')
    .values({ cartId, productCode, productCategory, quantity, enrollmentSize, position: last + 1 })
    .execute()
}
