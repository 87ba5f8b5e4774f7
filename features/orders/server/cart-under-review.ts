import type { App } from '#app/app.ts'
import { takeOverCart } from '#features/cart/server/cart.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { orderProblem } from '../contract.ts'
import type { CartRow } from './held-cart.ts'

/** The cart that a link names, of ours or of another content site; whose it is, is for the caller to ask. */
export async function cartUnderReview(
  app: Pick<App, 'db' | 'clock' | 'log' | 'contentSite'>,
  caller: SchoolCaller,
  id: string,
): Promise<CartRow> {
  const found = await takeOverCart(app, caller, id)
  if (found === 'away') throw orderProblem('cart_away')
  if (found === 'absent') throw orderProblem('cart_gone')
  const cart = await app.db.selectFrom('cart').selectAll().where('id', '=', id).executeTakeFirst()
  if (!cart) throw orderProblem('cart_gone')
  return cart
}
