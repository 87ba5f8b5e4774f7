import type { Db } from '#app/app.ts'
import { shippingCode } from '#features/shop/products/rules.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'

/** Those of the caller that have not become an order, expired ones too. */
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
            // One whose card payment did not come about is a cart still.
            .where('shopOrder.status', '!=', 'AWAITING_PAYMENT'),
        ),
      ),
    )

/** Those that have neither expired nor become an order, the one that was opened last first. */
export const openCarts = (db: Db, caller: SchoolCaller, now: Date) =>
  unorderedCarts(db, caller)
    .where('cart.expiresAt', '>', now)
    .orderBy('cart.createdAt', 'desc')
    .orderBy('cart.id')
    .selectAll('cart')

/** The caller's cart: the open one that was opened last. */
export const ownCart = (db: Db, caller: SchoolCaller, now: Date) => openCarts(db, caller, now).executeTakeFirst()

/** The one that expired last with something in it; it is there until it is put back, forgotten, or removed after weeks. */
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

/** By its id, in whatever state it is. */
export const cartOfCaller = (db: Db, { userId, customerId }: SchoolCaller, cmsId: string) =>
  db
    .selectFrom('cart')
    .selectAll()
    .where('id', '=', cmsId)
    .where('userId', '=', userId)
    .where('customerId', '=', customerId)
    .executeTakeFirst()

/** In the order in which they were put in, postage last. */
export const itemsOf = (db: Db, cartId: string) =>
  db
    .selectFrom('cartItem')
    .selectAll()
    .where('cartId', '=', cartId)
    .orderBy((row) => row('productCode', '=', shippingCode))
    .orderBy('position')
    .orderBy('productCode')
    .execute()
