import type { Selectable } from 'kysely'
import type { Db } from '#app/app.ts'
import { type Totals, totalsOf } from '#features/shop/billing/rules.ts'
import { type Currency, lineDescription, priceOn, shippingCode } from '#features/shop/products/rules.ts'
import { type PricedProduct, readProducts } from '#features/shop/products/server/products.ts'
import { type Tax, taxOf } from '#features/shop/tax/rules.ts'
import type { Day } from '#kit/day.ts'
import { itemsOf } from './own-carts.ts'
import type { CartTables } from './tables.ts'

type CartRow = Pick<Selectable<CartTables['cart']>, 'id' | 'customerId' | 'quoteId'>

/** Why an item cannot be ordered. */
export type LineProblem = 'not_offered' | 'no_price' | 'enrollment_needed' | 'too_many'

export type PricedLine = {
  productCode: string
  productCategory: string
  name: string
  /** The text of an order line. */
  description: string
  quantity: number
  mostInCart: number
  byEnrollment: boolean
  enrollmentSize: number | null
  termMonths: number | null
  typeName: string
  /** Without tax; null if there is a problem. */
  unitCents: number | null
  /** True if a quote guarantees the price. */
  quoted: boolean
  problem: LineProblem | null
}

export type PricedCart = {
  tax: Tax
  /** The chosen items, then postage if it is charged. */
  lines: PricedLine[]
  /** For the lines with a price. */
  totals: Totals
  hasPostage: boolean
  quoteNo: string | null
  /** True if the cart has items and each has a price. */
  orderable: boolean
}

/** The items of a cart with their prices on a day, for the school's country; a valid quote's prices come first. */
export async function priceCart(db: Db, cart: CartRow, day: Day): Promise<PricedCart> {
  const items = await itemsOf(db, cart.id)
  const { country } = await db
    .selectFrom('customer')
    .select('country')
    .where('id', '=', cart.customerId)
    .executeTakeFirstOrThrow()
  const codes = items.map((item) => item.productCode)
  const products = new Map((await readProducts(db, codes)).map((product) => [product.code, product]))
  const categories = items.map((item) => products.get(item.productCode)?.category ?? item.productCategory)
  const tax = taxOf(country, day, categories.length > 0 ? categories : undefined)
  const needsEnrollment = items.some(
    (item) => products.get(item.productCode)?.byEnrollment && item.enrollmentSize === null,
  )
  const known = needsEnrollment ? await lastEnrollment(db, cart.customerId) : null
  const quote = await heldQuote(db, cart, { day, currency: tax.currency })
  const lines = items
    .map((item) => lineOf(item, { product: products.get(item.productCode), known, held: quote?.lines ?? [], tax, day }))
    // Without a postage price there is no postage, rather than an order that cannot be placed.
    .filter((line) => line.productCode !== shippingCode || line.problem === null)
  const chosen = lines.filter((line) => line.productCode !== shippingCode)
  const priced = lines.filter((line): line is PricedLine & { unitCents: number } => line.unitCents !== null)
  return {
    tax,
    lines,
    totals: totalsOf(priced, tax.basisPoints),
    hasPostage: lines.length > chosen.length,
    quoteNo: quote?.quoteNo ?? null,
    orderable: chosen.length > 0 && priced.length === lines.length,
  }
}

type Held = { productCode: string; unitCents: number; enrollmentSize: number | null; quantity: number }
type Given = { product: PricedProduct | undefined; known: number | null; held: readonly Held[]; tax: Tax; day: Day }

function lineOf(
  item: Selectable<CartTables['cartItem']>,
  { product, known, held, tax: { currency }, day }: Given,
): PricedLine {
  const enrollmentSize = product?.byEnrollment ? (item.enrollmentSize ?? known) : null
  const quoted = held.find(
    (line) =>
      line.productCode === item.productCode && line.enrollmentSize === enrollmentSize && item.quantity <= line.quantity,
  )
  const enrollment = enrollmentSize ?? 0
  const price = quoted ?? (product && priceOn(product.prices, { currency, enrollment, day }))
  const problem =
    !product || (product.withdrawnAt !== null && !quoted)
      ? 'not_offered'
      : product.byEnrollment && enrollmentSize === null
        ? 'enrollment_needed'
        : !price
          ? 'no_price'
          : item.quantity > product.mostInCart
            ? 'too_many'
            : null
  return {
    productCode: item.productCode,
    productCategory: product?.category ?? item.productCategory,
    name: product?.name ?? item.productCode,
    description: product ? lineDescription(product) : item.productCode,
    quantity: item.quantity,
    mostInCart: product?.mostInCart ?? item.quantity,
    byEnrollment: product?.byEnrollment ?? false,
    enrollmentSize,
    termMonths: product?.termMonths ?? null,
    typeName: product?.typeName ?? '',
    unitCents: problem === null ? price!.unitCents : null,
    quoted: problem === null && quoted !== undefined,
    problem,
  }
}

/** A quote's prices hold to its last day, in the school's current currency, up to the quoted quantity. */
async function heldQuote(db: Db, { quoteId, customerId }: CartRow, on: { day: Day; currency: Currency }) {
  if (quoteId === null) return undefined
  const quote = await db
    .selectFrom('quote')
    .select('quoteNo')
    .where('id', '=', quoteId)
    .where('customerId', '=', customerId)
    .where('validUntil', '>=', on.day)
    .where('currency', '=', on.currency)
    .executeTakeFirst()
  if (!quote) return undefined
  const lines = await db
    .selectFrom('quoteLine')
    .select(['productCode', 'unitCents', 'enrollmentSize', 'quantity'])
    .where('quoteId', '=', quoteId)
    .execute()
  return { quoteNo: quote.quoteNo, lines }
}

/** Number of students of the school's newest subscription: the default if none is given. */
export async function lastEnrollment(db: Db, customerId: string): Promise<number | null> {
  const one = await db
    .selectFrom('subscription')
    .select('enrollmentSize')
    .where('customerId', '=', customerId)
    .where('enrollmentSize', 'is not', null)
    .orderBy('endsOn', 'desc')
    .orderBy('createdAt', 'desc')
    .executeTakeFirst()
  return one?.enrollmentSize ?? null
}
