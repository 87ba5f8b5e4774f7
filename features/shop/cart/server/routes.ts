import type { FastifyInstance } from 'fastify'
import type { App, Db } from '#app/app.ts'
import { attemptInProcess } from '#features/shop/payments/server/payments.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/serve.ts'
import { cartApi, cartProblem, ownCartApi } from '../contract.ts'
import { cartItems, countCart } from './cart.ts'
import { addItem, cartToChange, closeCart, keepPostage, lockCarts, replaceCart } from './change-cart.ts'
import { addToCart, changeCartItem, readCart, removeCartItem, savePurchaseOrder } from './own-cart.ts'
import { cartOfCaller, itemsOf, ownCart } from './own-carts.ts'

/** The bundled cart; with `CMS_URL`, the other content site answers instead. */
export function cartRoutes(http: FastifyInstance, app: App) {
  if (app.env.cmsUrl) return
  serve(http, app, cartApi, {
    cartItems: ({ cmsId }, { caller }) => cartItems(app.db, caller, cmsId, app.clock()),
    countCart: ({ userId }, { caller }) => countCart(app.db, caller, userId, app.clock()),
  })
  serve(http, app, ownCartApi, {
    readCart: (_, { caller }) => readCart(app, caller),
    addToCart: (input, { caller }) => addToCart(app, caller, input),
    changeCartItem: (input, { caller }) => changeCartItem(app, caller, input),
    removeCartItem: (input, { caller }) => removeCartItem(app, caller, input),
    savePurchaseOrder: (input, { caller }) => savePurchaseOrder(app, caller, input),
    restoreCart: ({ cmsId }, { caller }) => restoreCart(app, caller, cmsId),
    forgetCart: ({ cmsId }, { caller }) => forgetCart(app, caller, cmsId),
  })
}

type Part = Pick<App, 'db' | 'clock'>

/**
 * Moves an expired cart's items into the current cart or a new one. Idempotent: a repeated call restores nothing twice.
 */
async function restoreCart(app: Part, caller: SchoolCaller, cmsId: string) {
  await withExpired(app, caller, cmsId, async (tx, old, now) => {
    if (!(await ownCart(tx, caller, now))) return keepPostage(tx, await replaceCart(tx, caller, now, old))
    const id = await cartToChange(tx, caller, now)
    const there = new Set((await itemsOf(tx, id)).map((item) => item.productCode))
    for (const item of await itemsOf(tx, old.id)) if (!there.has(item.productCode)) await addItem(tx, id, item)
    await keepPostage(tx, id)
    await closeCart(tx, old.id, now)
  })
  return readCart(app, caller)
}

/** Discards an expired cart. */
async function forgetCart(app: Part, caller: SchoolCaller, cmsId: string) {
  await withExpired(app, caller, cmsId, (tx, old, now) => closeCart(tx, old.id, now))
  return readCart(app, caller)
}

type Row = NonNullable<Awaited<ReturnType<typeof cartOfCaller>>>

/** Does not touch a cart that was restored, discarded or ordered meanwhile. */
async function withExpired(
  { db, clock }: Part,
  caller: SchoolCaller,
  cmsId: string,
  make: (tx: Db, old: Row, now: Date) => Promise<unknown>,
) {
  await db.transaction().execute(async (tx) => {
    const now = clock()
    await lockCarts(tx, caller)
    const old = await cartOfCaller(tx, caller, cmsId)
    if (!old || old.elsewhere) throw cartProblem('cart_not_found')
    if (old.closedAt || old.expiresAt > now) return
    await tx.selectFrom('cart').select('id').where('id', '=', old.id).forUpdate().execute()
    const order = await tx
      .selectFrom('shopOrder')
      .select(['id', 'status'])
      .where('cartId', '=', old.id)
      .executeTakeFirst()
    if (order && order.status !== 'AWAITING_PAYMENT') return
    if (order && (await attemptInProcess(tx, { orderId: order.id }, now))) throw cartProblem('cart_in_process')
    await make(tx, old, now)
  })
}
