import { randomUUID } from 'node:crypto'
import type { Db } from '#app/app.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { cartProblem } from '../contract.ts'

/** Postage is in the cart as an item, but nobody chose it. */
const shippingCode = 'SHIPAUS22'

/** Items in the caller's own cart; an expired one holds none. Another person's cart is reported as absent. */
export async function countCart(db: Db, caller: SchoolCaller, userId: string, now: Date): Promise<{ count: number }> {
  if (userId !== caller.userId) throw cartProblem('cart_not_found')
  const { count } = await db
    .selectFrom('cartItem')
    .innerJoin('cart', 'cart.id', 'cartItem.cartId')
    .where('cart.userId', '=', userId)
    .where('cart.customerId', '=', caller.customerId)
    .where('cart.expiresAt', '>', now)
    .where('cartItem.productCode', '!=', shippingCode)
    .select((item) => item.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return { count: Number(count) }
}

/** Hours for which a new cart is kept. */
const cartHours = 24

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

/** The one that was opened last. */
async function ownCart(db: Db, caller: SchoolCaller, now: Date) {
  const cart = await db
    .selectFrom('cart')
    .where('userId', '=', caller.userId)
    .where('customerId', '=', caller.customerId)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .select('id')
    .executeTakeFirst()
  return cart?.id
}

async function openCart(within: Db, { userId, customerId }: SchoolCaller, now: Date) {
  const id = randomUUID()
  const expiresAt = new Date(now.getTime() + cartHours * 3_600_000)
  await within.insertInto('cart').values({ id, userId, customerId, createdAt: now, expiresAt }).execute()
  return id
}
