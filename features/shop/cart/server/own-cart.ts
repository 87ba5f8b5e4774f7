import type { App, Db } from '#app/app.ts'
import { shopProblem } from '#features/shop/products/contract.ts'
import { shippingCode } from '#features/shop/products/rules.ts'
import { enrollmentNeeded, offeredProduct, type PricedProduct } from '#features/shop/products/server/products.ts'
import type { Input, Reply } from '#kit/contract.ts'
import { businessDay, type Clock, type Day } from '#kit/day.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { type Cart, cartProblem, type ownCartApi } from '../contract.ts'
import { addItem, cartToChange, keepPostage, lockCarts } from './change-cart.ts'
import { expiredCart, itemsOf, ownCart } from './own-carts.ts'
import { lastEnrollment, type PricedCart, priceCart } from './price-cart.ts'

type Part = Pick<App, 'db' | 'clock'>
type CartReply = Omit<Reply<typeof ownCartApi.readCart>, 'responseCode'>

export const readCart = ({ db, clock }: Part, caller: SchoolCaller): Promise<CartReply> => replyOf(db, caller, clock)

/** Adds to the quantity already there. */
export const addToCart = (app: Part, caller: SchoolCaller, input: Input<typeof ownCartApi.addToCart>) =>
  change(app, caller, async (tx, cartId) => {
    const product = await offeredProduct(tx, input.productCode)
    const there = (await itemsOf(tx, cartId)).find((item) => item.productCode === product.code)
    const quantity = (there?.quantity ?? 0) + input.quantity
    refuseTooMany(product, quantity, there !== undefined)
    const enrollmentSize = product.byEnrollment
      ? (input.enrollmentSize ?? there?.enrollmentSize ?? (await lastEnrollment(tx, caller.customerId)))
      : null
    if (product.byEnrollment && enrollmentSize === null) throw enrollmentNeeded()
    if (there) await setItem(tx, cartId, product.code, { quantity, enrollmentSize })
    else
      await addItem(tx, cartId, {
        productCode: product.code,
        productCategory: product.category,
        quantity,
        enrollmentSize,
      })
    await refuseWithoutPrice(tx, { ...caller, id: cartId }, product.code, businessDay(app.clock))
  })

export const changeCartItem = (
  app: Part,
  caller: SchoolCaller,
  { productCode, quantity, enrollmentSize }: Input<typeof ownCartApi.changeCartItem>,
) =>
  change(app, caller, async (tx, cartId) => {
    const there = await itemThere(tx, cartId, productCode)
    const product = await offeredProduct(tx, productCode)
    if (quantity !== undefined) refuseTooMany(product, quantity, false)
    await setItem(tx, cartId, productCode, {
      quantity: quantity ?? there.quantity,
      enrollmentSize: product.byEnrollment ? (enrollmentSize ?? there.enrollmentSize) : null,
    })
  })

export const removeCartItem = (
  app: Part,
  caller: SchoolCaller,
  { productCode }: Input<typeof ownCartApi.removeCartItem>,
) =>
  change(app, caller, async (tx, cartId) => {
    await itemThere(tx, cartId, productCode)
    await tx.deleteFrom('cartItem').where('cartId', '=', cartId).where('productCode', '=', productCode).execute()
  })

export const savePurchaseOrder = (
  { db, clock }: Part,
  caller: SchoolCaller,
  { purchaseOrder }: Input<typeof ownCartApi.savePurchaseOrder>,
): Promise<CartReply> =>
  db.transaction().execute(async (tx) => {
    const now = clock()
    await lockCarts(tx, caller)
    const cart = await ownCart(tx, caller, now)
    if (!cart) throw cartProblem('cart_not_found')
    if (cart.purchaseOrder !== purchaseOrder) {
      const id = await cartToChange(tx, caller, now)
      await tx.updateTable('cart').set({ purchaseOrder }).where('id', '=', id).execute()
    }
    return replyOf(tx, caller, clock)
  })

async function change(
  { db, clock }: Part,
  caller: SchoolCaller,
  make: (tx: Db, cartId: string) => Promise<void>,
): Promise<CartReply> {
  return db.transaction().execute(async (tx) => {
    const now = clock()
    await lockCarts(tx, caller)
    const cartId = await cartToChange(tx, caller, now)
    await make(tx, cartId)
    await keepPostage(tx, cartId)
    return replyOf(tx, caller, clock)
  })
}

async function itemThere(tx: Db, cartId: string, code: string) {
  const there = (await itemsOf(tx, cartId)).find((item) => item.productCode === code)
  if (!there || code === shippingCode) throw cartProblem('not_in_cart')
  return there
}

const setItem = (tx: Db, cartId: string, code: string, changed: { quantity: number; enrollmentSize: number | null }) =>
  tx.updateTable('cartItem').set(changed).where('cartId', '=', cartId).where('productCode', '=', code).execute()

function refuseTooMany({ mostInCart }: PricedProduct, quantity: number, there: boolean) {
  if (quantity <= mostInCart) return
  const sentence =
    there && mostInCart === 1 ? 'This is already in your cart.' : `You can order at most ${mostInCart} of this at once.`
  throw cartProblem('too_many', {
    messages: [sentence],
    errors: { quantity: [sentence] },
    about: { most: String(mostInCart) },
  })
}

/** Refuses a product without a price in the school's country. */
async function refuseWithoutPrice(tx: Db, cart: { id: string; customerId: string }, code: string, today: Day) {
  const { lines } = await priceCart(tx, { ...cart, quoteId: null }, today)
  if (lines.some((line) => line.productCode === code && line.problem === 'no_price')) throw shopProblem('no_price')
}

async function replyOf(db: Db, caller: SchoolCaller, clock: Clock): Promise<CartReply> {
  const now = clock()
  const cart = await ownCart(db, caller, now)
  const expired = await expiredCart(db, caller, now)
  return {
    response: cart ? toCart(cart, await priceCart(db, cart, businessDay(clock, now))) : null,
    expired: expired ? { cmsId: expired.id, count: Number(expired.count) } : null,
  }
}

type CartRow = NonNullable<Awaited<ReturnType<typeof ownCart>>>

/** Null for an empty cart. */
function toCart(cart: CartRow, { lines, totals, tax, quoteNo }: PricedCart): Cart | null {
  const items = lines
    .filter((line) => line.productCode !== shippingCode)
    .map(({ unitCents, ...line }) => ({ ...line, unitPrice: unitCents === null ? null : unitCents / 100 }))
  if (items.length === 0) return null
  return {
    cmsId: cart.id,
    items,
    count: items.length,
    currency: tax.currency,
    taxName: tax.name,
    taxPercent: tax.basisPoints / 100,
    subTotal: totals.subTotalCents / 100,
    shipping: totals.shippingCents / 100,
    gst: totals.gstCents / 100,
    total: totals.totalCents / 100,
    expiresDate: cart.expiresAt.toISOString(),
    purchaseOrder: cart.purchaseOrder,
    quoteNumber: quoteNo,
  }
}
