import { randomUUID } from 'node:crypto'
import type { Db } from '#app/app.ts'
import { cartDays, shippingCode } from '#features/shop/rules.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { cartProblem } from '../contract.ts'

/** Items in the caller's own cart; an expired one holds none. Another person's cart is reported as absent. */
export async function countCart(db: Db, caller: SchoolCaller, userId: string, now: Date): Promise<{ count: number }> {
  if (userId !== caller.userId) throw cartProblem('cart_not_found')
  const { count } = await db
    .selectFrom('cartItem')
    .innerJoin('cart', 'cart.id', 'cartItem.cartId')
    .where('cart.userId', '=', userId)
    .where('cart.customerId', '=', caller.customerId)
    .where('cart.expiresAt', '>', now)
    .where('cart.closedAt', 'is', null)
    .where('cartItem.productCode', '!=', shippingCode)
    .select((item) => item.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return { count: Number(count) }
}

/** What is in a cart of the caller's own that has not expired; any other is reported as absent. */
export async function cartItems(db: Db, caller: SchoolCaller, cmsId: string, now: Date) {
  const cart = await openCarts(db, caller, now).where('id', '=', cmsId).select('id').executeTakeFirst()
  if (!cart) throw cartProblem('cart_not_found')
  const items = await db
    .selectFrom('cartItem')
    .where('cartId', '=', cmsId)
    .orderBy('position')
    .orderBy('productCode')
    .select(['productCode', 'quantity', 'enrollmentSize'])
    .execute()
  return { items }
}

type CartItem = { productCode: string; productCategory: string; quantity: number }

/** Product codes in the caller's own cart. */
export async function cartHolds(db: Db, caller: SchoolCaller, now: Date): Promise<Set<string>> {
  const items = await ownItems(db, caller, now).select('cartItem.productCode').execute()
  return new Set(items.map((item) => item.productCode))
}

/**
 * Puts a product into the caller's own cart, or into a new one; what is in it already stays as it is. Within a
 * transaction: two at the same moment come one after the other.
 */
export async function putIntoCart(
  within: Db,
  caller: SchoolCaller,
  now: Date,
  item: CartItem,
): Promise<{ cmsId: string; count: number; added: boolean }> {
  await within.selectFrom('appUser').select('id').where('id', '=', caller.userId).forNoKeyUpdate().execute()
  const cmsId = (await ownCart(within, caller, now)) ?? (await openCart(within, caller, now))
  const added = await within
    .insertInto('cartItem')
    .values({ ...item, cartId: cmsId })
    .onConflict((conflict) => conflict.columns(['cartId', 'productCode']).doNothing())
    .returning('productCode')
    .executeTakeFirst()
  const { count } = await countCart(within, caller, caller.userId, now)
  return { cmsId, count, added: added !== undefined }
}

const ownItems = (db: Db, caller: SchoolCaller, now: Date) =>
  db
    .selectFrom('cartItem')
    .innerJoin('cart', 'cart.id', 'cartItem.cartId')
    .where('cart.userId', '=', caller.userId)
    .where('cart.customerId', '=', caller.customerId)
    .where('cart.expiresAt', '>', now)
    .where('cart.closedAt', 'is', null)

/** Those of the caller that have neither expired nor become an order. */
const openCarts = (db: Db, { userId, customerId }: SchoolCaller, now: Date) =>
  db
    .selectFrom('cart')
    .where('userId', '=', userId)
    .where('customerId', '=', customerId)
    .where('expiresAt', '>', now)
    .where('closedAt', 'is', null)

/** The one that was opened last. */
async function ownCart(db: Db, caller: SchoolCaller, now: Date) {
  const cart = await openCarts(db, caller, now).orderBy('createdAt', 'desc').select('id').executeTakeFirst()
  return cart?.id
}

async function openCart(within: Db, { userId, customerId }: SchoolCaller, now: Date) {
  const id = randomUUID()
  const expiresAt = new Date(now.getTime() + cartDays * 86_400_000)
  await within.insertInto('cart').values({ id, userId, customerId, createdAt: now, expiresAt }).execute()
  return id
}
