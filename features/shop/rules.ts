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

/** `one year`, `2 years`, `6 months`. */
export const termInWords = (months: number): string =>
  months === 12
    ? 'one year'
    : months % 12 === 0
      ? `${months / 12} years`
      : months === 1
        ? 'one month'
        : `${months} months`

/** As it stands on a line of an order, a quote or an invoice. */
export const lineDescription = ({ name, termMonths }: { name: string; termMonths: number | null }): string =>
  termMonths === null ? name : `${name}, ${termInWords(termMonths)}`

/**
 * What holds at each number of pupils and students on a day, the smallest first. Above the highest it is the highest
 * one's.
 */
export const tiersOn = (prices: readonly Price[], { currency, day }: { currency: Currency; day: string }): Price[] =>
  [...new Set(prices.map((price) => price.enrollmentFrom))]
    .map((enrollment) => priceOn(prices, { currency, enrollment, day }))
    .filter((price, index, all) => price !== undefined && all.indexOf(price) === index)
    .toSorted((a, b) => a!.enrollmentFrom - b!.enrollmentFrom) as Price[]
