/** ISO 4217, of the countries that the provider sells in. */
export type Currency = 'AUD' | 'NZD'

export const productCategories = [
  'Subscription',
  'Authority files',
  'Professional learning',
  'Barcode scanners',
  'Library supplies',
  'Postage & Handling',
] as const
export type ProductCategory = (typeof productCategories)[number]

/** Postage is in a cart as an item that nobody chose; it is not counted. */
export const shippingCode = 'SHIPAUS22'

/** Days for which a quote holds its prices. */
export const quoteDays = 30

/** So long may an order be under review before its cart expires. */
export const reviewMinutes = 60
/** Days for which a cart is kept that nobody has taken to its review. */
export const cartDays = 30

export const mostPupils = 100_000

/** Days are `YYYY-MM-DD`. */
export type Price = {
  currency: Currency
  enrollmentFrom: number
  unitCents: number
  startsOn: string
  endsOn: string | null
}

/**
 * What one costs on a day: the tier that the enrolment falls into, and of the prices good on that day the one that began
 * last. Undefined where there is no price.
 */
export function priceOn(
  prices: readonly Price[],
  { currency, enrollment, day }: { currency: Currency; enrollment: number; day: string },
): Price | undefined {
  const good = prices.filter(
    (price) =>
      price.currency === currency &&
      price.enrollmentFrom <= enrollment &&
      price.startsOn <= day &&
      (price.endsOn === null || day <= price.endsOn),
  )
  return good.toSorted((a, b) => b.enrollmentFrom - a.enrollmentFrom || b.startsOn.localeCompare(a.startsOn))[0]
}
