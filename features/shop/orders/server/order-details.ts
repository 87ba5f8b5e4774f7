import type { App, Db } from '#app/app.ts'
import { postageCategory, taxName } from '#features/shop/billing/rules.ts'
import { billToOf } from '#features/shop/billing/server/bill-to.ts'
import { takeOverCart } from '#features/shop/cart/server/cart.ts'
import { reviewMinutes } from '#features/shop/products/rules.ts'
import { may } from '#kit/roles.ts'
import type { Caller, SchoolCaller } from '#kit/server/caller.ts'
import { type Order, orderProblem } from '../contract.ts'
import { type CartRow, isInProcess, linesOfOrder, type OrderRow, orderOfCart, requireOpen } from './held-cart.ts'
import { mayRequestInvoice } from './invoice-allowed.ts'
import { orderedContent } from './ordered-content.ts'
import { toItem } from './to-item.ts'

type Needs = Pick<App, 'db' | 'clock' | 'log' | 'payments' | 'contentSite'>
type Answer = { response: Order } | { response: null; errorCode: string; messages: string[] }

/** A cart for its review. Once it has an order, that order's prices are shown, never current ones. */
export async function orderDetails(app: Needs, caller: Caller | null, id: string): Promise<Answer> {
  if (!caller) return refused('CUSTOMER_LOGIN_REQUIRED', 'Please login to view the shopping cart.')
  if (!isOfSchool(caller)) return notTheirs()
  const cart = await cartUnderReview(app, caller, id)
  if (cart.customerId !== caller.customerId) return notTheirs()
  const order = await orderOfCart(app.db, cart.id)
  requireOpen(cart, order, app.clock())
  const shown = await orderContent(app, cart, order)
  const reviewed = await beginReview(app, cart)
  return { response: await toOrder(app, reviewed, order, shown) }
}

const refused = (errorCode: string, message: string) => ({ response: null, errorCode, messages: [message] })
const notTheirs = () => refused('INVALID_CUSTOMER_ID', 'Sorry you are not authorized to view this order details.')

const isOfSchool = (caller: Caller): caller is SchoolCaller =>
  caller.customerId !== null && !caller.disabled && may(caller.role, 'staff')

/** The time to order starts at the first opening. */
async function beginReview({ db, clock }: Needs, cart: CartRow): Promise<CartRow> {
  if (cart.reviewedAt) return cart
  const reviewedAt = clock()
  const expiresAt = new Date(reviewedAt.getTime() + reviewMinutes * 60_000)
  const begun = await db
    .updateTable('cart')
    .set({ reviewedAt, expiresAt })
    .where('id', '=', cart.id)
    .where('reviewedAt', 'is', null)
    .where('closedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (begun) return begun
  // Someone else has opened or changed it at the same moment.
  const now = await db.selectFrom('cart').selectAll().where('id', '=', cart.id).executeTakeFirst()
  if (!now || now.closedAt) throw orderProblem('cart_gone')
  return now
}

/** The order's lines, or what would be ordered. */
async function orderContent({ db, clock }: Needs, cart: CartRow, order: OrderRow | undefined) {
  if (order) return { ...order, lines: await linesOfOrder(db, order.id) }
  const { customerId, purchaseOrder, quoteId } = cart
  const content = await orderedContent(db, cart, clock)
  return { ...content, purchaseOrder, quoteId, billTo: await billToOf(db, customerId), createdAt: clock() }
}

type OrderContent = Awaited<ReturnType<typeof orderContent>>

async function toOrder(app: Needs, cart: CartRow, order: OrderRow | undefined, shown: OrderContent): Promise<Order> {
  const { customerNo, ...billTo } = shown.billTo
  const left = cart.expiresAt.getTime() - app.clock().getTime()
  return {
    organisation: billTo,
    currency: shown.currency,
    items: shown.lines.map(toItem),
    total: shown.totalCents / 100,
    gst: shown.gstCents / 100,
    subTotal: shown.subTotalCents / 100,
    shipping: shown.shippingCents / 100,
    hasPostage: shown.lines.some(({ productCategory }) => productCategory === postageCategory),
    orderDate: shown.createdAt.toISOString(),
    organisationId: customerNo,
    allowInvoiceRequest: await mayRequestInvoice(app, app.db, cart.customerId),
    allowCardPayment: app.payments !== undefined && shown.totalCents > 0,
    disableButtons: await isInProcess(app, app.db, order),
    countDown: Math.max(0, Math.ceil(left / 1000)),
    purchaseOrder: shown.purchaseOrder,
    taxName,
    taxPercent: shown.taxBasisPoints / 100,
    quoteNumber: await quoteNumber(app.db, shown.quoteId),
  }
}

async function quoteNumber(db: Db, quoteId: string | null): Promise<string | null> {
  if (quoteId === null) return null
  const quote = await db.selectFrom('quote').select('quoteNo').where('id', '=', quoteId).executeTakeFirst()
  return quote?.quoteNo ?? null
}

/** The cart that a link names, ours or another content site's. The caller checks who owns it. */
async function cartUnderReview(
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
