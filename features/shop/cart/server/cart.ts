import { z } from 'zod'
import type { App, Db } from '#app/app.ts'
import { cartDays, shippingCode } from '#features/shop/products/rules.ts'
import { offeredProduct } from '#features/shop/products/server/products.ts'
import { dayMs } from '#kit/day.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { job } from '#kit/server/jobs.ts'
import { cartProblem } from '../contract.ts'
import { addItem, type CartItem, cartToChange, closeCart, keepPostage, lockCarts, openCart } from './change-cart.ts'
import { cartOfCaller, itemsOf, openCarts, ownCart } from './own-carts.ts'

export { type LineProblem, type PricedCart, type PricedLine, priceCart } from './price-cart.ts'
export { takeOverCart } from './take-over-cart.ts'

/** Counts the items in the caller's own cart; an expired one has none. Another person's cart is reported as absent. */
export async function countCart(db: Db, caller: SchoolCaller, userId: string, now: Date): Promise<{ count: number }> {
  if (userId !== caller.userId) throw cartProblem('cart_not_found')
  return { count: (await chosenItems(db, caller, now)).length }
}

/** The items of the caller's cart if it is neither expired nor ordered; any other cart is reported as absent. */
export async function cartItems(db: Db, caller: SchoolCaller, cmsId: string, now: Date) {
  const cart = await cartOfCaller(db, caller, cmsId)
  if (!cart || cart.closedAt || cart.expiresAt <= now) throw cartProblem('cart_not_found')
  return { items: await itemsOf(db, cart.id) }
}

/** The product codes in the caller's own cart. */
export async function cartHolds(db: Db, caller: SchoolCaller, now: Date): Promise<Set<string>> {
  const items = await chosenItems(db, caller, now)
  return new Set(items.map((item) => item.productCode))
}

/**
 * Puts a product into the caller's cart or a new one; a product already there stays unchanged. Within a transaction,
 * which serialises concurrent calls.
 */
export async function putIntoCart(
  tx: Db,
  caller: SchoolCaller,
  now: Date,
  { productCode, quantity, enrollmentSize }: CartItem,
): Promise<{ cmsId: string; count: number; added: boolean }> {
  await lockCarts(tx, caller)
  const cart = await ownCart(tx, caller, now)
  const there = cart ? chosen(await itemsOf(tx, cart.id)) : []
  if (cart && there.some((item) => item.productCode === productCode))
    return { cmsId: cart.id, count: there.length, added: false }
  const product = await offeredProduct(tx, productCode)
  const cmsId = await cartToChange(tx, caller, now)
  await addItem(tx, cmsId, {
    productCode,
    productCategory: product.category,
    quantity,
    enrollmentSize: product.byEnrollment ? enrollmentSize : null,
  })
  await keepPostage(tx, cmsId)
  return { cmsId, count: chosen(await itemsOf(tx, cmsId)).length, added: true }
}

/**
 * Puts the quoted items into a cart of the caller. Reuses the cart that the quote was made from or put into before, if
 * it still holds exactly these items, so that nothing is left to be ordered twice; else opens a new one. Within a
 * transaction.
 */
export async function openCartOfQuote(
  tx: Db,
  caller: SchoolCaller,
  now: Date,
  quote: {
    id: string
    purchaseOrder: string
    items: readonly (CartItem & { productCategory: string })[]
  },
): Promise<{ cmsId: string }> {
  await lockCarts(tx, caller)
  const items = chosen(quote.items)
  const same = await cartWith(tx, caller, now, { quoteId: quote.id, items })
  if (same?.quoteId === quote.id) return { cmsId: same.id }
  if (same) await closeCart(tx, same.id, now)
  const cmsId = await openCart(tx, caller, now, { quoteId: quote.id, purchaseOrder: quote.purchaseOrder })
  for (const item of items) await addItem(tx, cmsId, item)
  await keepPostage(tx, cmsId)
  return { cmsId }
}

/** An open cart with exactly these items; after a payment attempt, only if that used this quote's prices. */
async function cartWith(
  tx: Db,
  caller: SchoolCaller,
  now: Date,
  { quoteId, items }: { quoteId: string; items: readonly CartItem[] },
) {
  for (const cart of await openCarts(tx, caller, now).execute()) {
    // Ordering locks the cart too.
    await tx.selectFrom('cart').select('id').where('id', '=', cart.id).forUpdate().execute()
    const order = await tx.selectFrom('shopOrder').select('status').where('cartId', '=', cart.id).executeTakeFirst()
    if (order && (order.status !== 'AWAITING_PAYMENT' || cart.quoteId !== quoteId)) continue
    if (asText(chosen(await itemsOf(tx, cart.id))) === asText(items)) return cart
  }
  return undefined
}

const asText = (items: readonly CartItem[]) =>
  JSON.stringify(items.map((item) => [item.productCode, item.quantity, item.enrollmentSize]).toSorted())

const chosen = <Item extends { productCode: string }>(items: readonly Item[]) =>
  items.filter((item) => item.productCode !== shippingCode)

async function chosenItems(db: Db, caller: SchoolCaller, now: Date) {
  const cart = await ownCart(db, caller, now)
  return cart ? chosen(await itemsOf(db, cart.id)) : []
}

/** Removes carts that were not restored for weeks or were replaced by another one. Ordered carts are kept. */
export const forgetCarts = job({
  name: 'cart.forget',
  data: z.object({}),
  expireSeconds: 5 * 60,
  retries: 2,
  cron: '40 3 * * *',
  async run({ db, clock }: Pick<App, 'db' | 'clock'>) {
    const now = clock().getTime()
    const longAgo = new Date(now - cartDays * dayMs)
    await db
      .deleteFrom('cart')
      .where((row) =>
        row.or([
          row('expiresAt', '<', longAgo),
          row('closedAt', '<', longAgo),
          // The other content site still has it.
          row.and([row('elsewhere', '=', true), row('expiresAt', '<', new Date(now - 2 * dayMs))]),
        ]),
      )
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('shopOrder').select('shopOrder.id').whereRef('shopOrder.cartId', '=', 'cart.id'))),
      )
      .execute()
  },
})
