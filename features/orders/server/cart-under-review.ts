import type { App } from '#app/app.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { orderProblem } from '../contract.ts'
import { type CartRow, storable } from './held-cart.ts'

/** The cart that a link names; whose it is, is for the caller to ask. */
export async function cartUnderReview({ db }: Pick<App, 'db'>, _caller: SchoolCaller, id: string): Promise<CartRow> {
  const cart = await db.selectFrom('cart').selectAll().where('id', '=', storable(id)).executeTakeFirst()
  if (!cart) throw orderProblem('cart_gone')
  return cart
}
