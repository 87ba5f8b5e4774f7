import type { Selectable } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { totalsOf } from '#features/shop/billing/rules.ts'
import { taxOf } from '#features/shop/tax/rules.ts'
import type { Input } from '#kit/contract.ts'
import { businessDay, type Day } from '#kit/day.ts'
import type { Caller } from '#kit/server/caller.ts'
import { type Price, type Product, type shopApi, shopProblem } from '../contract.ts'
import { type Price as KeptPrice, priceOn, shippingCode, tiersOn } from '../rules.ts'
import type { ShopTables } from './tables.ts'

export type PricedProduct = Selectable<ShopTables['product']> & { prices: (KeptPrice & { id: string })[] }

type Part = Pick<App, 'db' | 'clock'>

/** Products on sale today, with the prices of the caller's country, or of the country that a visitor sends. */
export async function listProducts(
  { db, clock }: Part,
  caller: Caller | null,
  { country }: Input<typeof shopApi.listProducts>,
) {
  const day = businessDay(clock)
  const { currency, taxName, taxPercent } = await taxFor(db, caller, { country, day })
  const on = { currency, day }
  const offered = (await readProducts(db)).filter(isOffered)
  const response = offered
    .map((product): Product => ({ ...toProduct(product), tiers: tiersOn(product.prices, on).map(toTier) }))
    .filter(({ tiers }) => tiers.length > 0)
  return { response, currency, taxName, taxPercent }
}

export async function previewPrice(
  { db, clock }: Part,
  caller: Caller | null,
  { productCode, quantity, enrollmentSize, country }: Input<typeof shopApi.previewPrice>,
): Promise<{ response: Price }> {
  const day = businessDay(clock)
  const product = await offeredProduct(db, productCode)
  const { basisPoints, ...tax } = await taxFor(db, caller, { country, day, products: [product.category] })
  if (product.byEnrollment && enrollmentSize === undefined) throw enrollmentNeeded()
  const enrollment = product.byEnrollment ? enrollmentSize! : 0
  const price = priceOn(product.prices, { currency: tax.currency, enrollment, day })
  if (!price) throw shopProblem('no_price')
  const line = { productCategory: product.category, quantity, unitCents: price.unitCents }
  const { subTotalCents, gstCents, totalCents } = totalsOf([line], basisPoints)
  return {
    response: {
      ...tax,
      productCode,
      unitPrice: price.unitCents / 100,
      subTotal: subTotalCents / 100,
      gst: gstCents / 100,
      total: totalCents / 100,
    },
  }
}

/** Products with all their prices, in the shop's order, including withdrawn ones. */
export async function readProducts(db: Db, codes?: readonly string[]): Promise<PricedProduct[]> {
  if (codes?.length === 0) return []
  let products = db.selectFrom('product').selectAll()
  let prices = db.selectFrom('productPrice')
  if (codes) {
    products = products.where('code', 'in', codes)
    prices = prices.where('productCode', 'in', codes)
  }
  const rows = await products.orderBy('place').orderBy('code').execute()
  const all = await prices
    .select(['id', 'productCode', 'currency', 'enrollmentFrom', 'unitCents', 'startsOn', 'endsOn'])
    .orderBy('currency')
    .orderBy('enrollmentFrom')
    .orderBy('startsOn')
    .execute()
  const byCode = Map.groupBy(all, (price) => price.productCode)
  return rows.map((row) => ({ ...row, prices: byCode.get(row.code) ?? [] }))
}

/** A product as everyone sees it, without its prices. */
export const toProduct = (product: PricedProduct): Omit<Product, 'tiers'> => ({
  productCode: product.code,
  name: product.name,
  productCategory: product.category,
  summary: product.summary,
  description: product.description,
  termMonths: product.termMonths,
  byEnrollment: product.byEnrollment,
  physical: product.physical,
  mostInCart: product.mostInCart,
})

export const enrollmentNeeded = () =>
  shopProblem('enrollment_needed', {
    errors: { enrollmentSize: [...shopProblem('enrollment_needed').messages] },
  })

/** A product that a school can choose now; postage cannot be chosen. */
export async function offeredProduct(db: Db, code: string): Promise<PricedProduct> {
  const [product] = await readProducts(db, [code])
  if (!product || product.code === shippingCode) throw shopProblem('product_not_found')
  if (!isOffered(product)) throw shopProblem('not_offered')
  return product
}

const isOffered = ({ code, withdrawnAt }: PricedProduct) => withdrawnAt === null && code !== shippingCode

/** A school is charged by its own country, no matter what it sends. */
async function taxFor(
  db: Db,
  caller: Caller | null,
  { country: named = '', day, products }: { country: string | undefined; day: Day; products?: readonly string[] },
) {
  const school =
    caller?.customerId &&
    (await db.selectFrom('customer').select('country').where('id', '=', caller.customerId).executeTakeFirst())
  const { currency, name, basisPoints } = taxOf(school ? school.country : named, day, products)
  return { currency, taxName: name, taxPercent: basisPoints / 100, basisPoints }
}

const toTier = ({ enrollmentFrom, unitCents, endsOn }: KeptPrice) => ({
  enrollmentFrom,
  unitPrice: unitCents / 100,
  endsDate: endsOn,
})
