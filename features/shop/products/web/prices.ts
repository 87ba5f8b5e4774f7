import { grouped, shortMoney } from '#kit/web/format.ts'
import type { ProductView, Shop } from './use-shop.ts'

type Tier = ProductView['tiers'][number]

/** The tier for a number of students. */
export const tierFor = (product: ProductView, enrolment: number): Tier | undefined =>
  product.tiers.findLast(({ enrollmentFrom }) => enrollmentFrom <= enrolment)

/** The price, exact or a minimum. Undefined without a price in this country. */
export function priceOf(product: ProductView, enrolment: number | undefined) {
  const [first] = product.tiers
  if (!first) return undefined
  if (!product.byEnrollment || product.tiers.length === 1) return { tier: first, from: false }
  const own = enrolment === undefined ? undefined : tierFor(product, enrolment)
  if (own) return { tier: own, from: false }
  return { tier: product.tiers.reduce((least, each) => (each.unitPrice < least.unitPrice ? each : least)), from: true }
}

/** `a year`, `each`: the unit of the price. */
export function formatUnit({ termMonths, mostInCart }: Pick<ProductView, 'termMonths' | 'mostInCart'>): string {
  if (termMonths === 12) return 'a year'
  if (termMonths !== null) return termMonths === 1 ? 'a month' : `for ${termMonths} months`
  return mostInCart > 1 ? 'each' : ''
}

/** `from $140.00 a year`. */
export function formatPrice(product: ProductView, { currency, enrolment }: Pick<Shop, 'currency' | 'enrolment'>) {
  const price = priceOf(product, enrolment)
  if (!price) return undefined
  return [price.from && 'from', shortMoney(price.tier.unitPrice, currency), formatUnit(product)]
    .filter(Boolean)
    .join(' ')
}

/** `100 to 299`, `800 and more`. */
export function formatTier({ tiers }: Pick<ProductView, 'tiers'>, at: number): string {
  const [from, next] = [Math.max(1, tiers[at]!.enrollmentFrom), tiers[at + 1]?.enrollmentFrom]
  if (next === undefined) return from === 1 ? 'Any number' : `${grouped(from)} and more`
  return next - 1 <= from ? grouped(from) : `${grouped(from)} to ${grouped(next - 1)}`
}
