import type { Db } from '#app/app.ts'
import { shippingCode } from '#features/shop/products/rules.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'

/** The caller's carts that were not ordered, including expired ones. */
const unorderedCarts = (db: Db, { userId, customerId }: SchoolCaller) =>
  db
    .selectFrom('cart')
    .where('cart.userId', '=', userId)
    .where('cart.customerId', '=', customerId)
    .where('cart.elsewhere', '=', false)
    .where('cart.closedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('shopOrder')
            .select('shopOrder.id')
            .whereRef('shopOrder.cartId', '=', 'cart.id')
            // A cart whose card payment failed is still a cart.
            .where('shopOrder.status', '!=', 'AWAITING_PAYMENT'),
        ),
      ),
    )

/** Carts that are neither expired nor ordered, the latest first. */
export const openCarts = (db: Db, caller: SchoolCaller, now: Date) =>
  unorderedCarts(db, caller)
    .where('cart.expiresAt', '>', now)
    .orderBy('cart.createdAt', 'desc')
    .orderBy('cart.id')
    .selectAll('cart')

/** The caller's cart: the latest open one. */
export const ownCart = (db: Db, caller: SchoolCaller, now: Date) => openCarts(db, caller, now).executeTakeFirst()

/** The latest expired cart with items; it stays until it is restored, discarded or removed after weeks. */
export const expiredCart = (db: Db, caller: SchoolCaller, now: Date) =>
  unorderedCarts(db, caller)
    .innerJoin('cartItem', 'cartItem.cartId', 'cart.id')
    .where('cart.expiresAt', '<=', now)
    .where('cartItem.productCode', '!=', shippingCode)
    .groupBy('cart.id')
    .orderBy('cart.expiresAt', 'desc')
    .orderBy('cart.id')
    .select((row) => ['cart.id', row.fn.countAll<string>().as('count')])
    .executeTakeFirst()

/** The caller's cart with this id, in any state. */
export const cartOfCaller = (db: Db, { userId, customerId }: SchoolCaller, cmsId: string) =>
  db
    .selectFrom('cart')
    .selectAll()
    .where('id', '=', cmsId)
    .where('userId', '=', userId)
    .where('customerId', '=', customerId)
    .executeTakeFirst()

/** Items in the order they were added, postage last. */
export const itemsOf = (db: Db, cartId: string) =>
  db
    .selectFrom('cartItem')
    .selectAll()
    .where('cartId', '=', cartId)
    .orderBy((row) => row('productCode', '=', shippingCode))
    .orderBy('position')
    .orderBy('productCode')
    .execute()
