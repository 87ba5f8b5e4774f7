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
