import type { Day } from '#kit/day.ts'

/** ISO 4217 codes of the countries that the provider sells in. */
export type Currency = 'AUD' | 'NZD'

/** A visitor's choice for all other countries. */
export const anotherCountry = 'Another country'

export const productCategories = [
  'Subscription',
  'Authority files',
  'Professional learning',
  'Barcode scanners',
  'Library supplies',
  'Postage & Handling',
] as const
export type ProductCategory = (typeof productCategories)[number]

/** Postage is an item that no one chose; it is not counted. */
export const shippingCode = 'SHIPAUS22'

/** Days for which a quote holds its prices. */
export const quoteDays = 30

/** Minutes of review before a cart expires. */
export const reviewMinutes = 60
/** Days before a cart that was not reviewed expires. */
export const cartDays = 30

export const maxPupils = 100_000

/** Days are `YYYY-MM-DD`. */
export type Price = {
  currency: Currency
  enrollmentFrom: number
  unitCents: number
  startsOn: Day
  endsOn: Day | null
}

/**
 * The unit price on a day: the tier of the enrolment, and within it the valid price that began last. Undefined without
 * a price.
 */
export function priceOn(
  prices: readonly Price[],
  { currency, enrollment, day }: { currency: Currency; enrollment: number; day: Day },
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
export const formatTerm = (months: number): string =>
  months === 12
    ? 'one year'
    : months % 12 === 0
      ? `${months / 12} years`
      : months === 1
        ? 'one month'
        : `${months} months`

/** The text of a line of an order, quote or invoice. */
export const lineDescription = ({ name, termMonths }: { name: string; termMonths: number | null }): string =>
  termMonths === null ? name : `${name}, ${formatTerm(termMonths)}`

/** The price at each number of students on a day, ascending. The highest tier has no upper limit. */
export const tiersOn = (prices: readonly Price[], { currency, day }: { currency: Currency; day: Day }): Price[] =>
  [...new Set(prices.map((price) => price.enrollmentFrom))]
    .map((enrollment) => priceOn(prices, { currency, enrollment, day }))
    .filter((price, index, all) => price !== undefined && all.indexOf(price) === index)
    .toSorted((a, b) => a!.enrollmentFrom - b!.enrollmentFrom) as Price[]

export type PriceState = 'PLANNED' | 'CURRENT' | 'PAST'

/**
 * In the given order. A price is past once a later open-ended price of its tier has started; a temporary offer does not
 * end it.
 */
export const priceStates = (prices: readonly Price[], today: Day): PriceState[] =>
  prices.map((price) => {
    if (price.startsOn > today) return 'PLANNED'
    if (price.endsOn !== null && price.endsOn < today) return 'PAST'
    const followed = prices.some(
      (other) =>
        other.currency === price.currency &&
        other.enrollmentFrom === price.enrollmentFrom &&
        other.startsOn > price.startsOn &&
        other.startsOn <= today &&
        (other.endsOn === null || (price.endsOn !== null && other.endsOn >= price.endsOn)),
    )
    return followed ? 'PAST' : 'CURRENT'
  })

type TypedProduct = {
  productCode: string
  productCategory: ProductCategory
  termMonths: number | null
  typeName: string
  physical: boolean
  mostInCart: number
}

/** Faults of a product typed at the desk, by field. */
export function productErrors(typed: TypedProduct): Partial<Record<keyof TypedProduct, string>> {
  const isPostage = typed.productCode === shippingCode
  if (isPostage !== (typed.productCategory === 'Postage & Handling'))
    return {
      productCategory: isPostage
        ? `${shippingCode} is postage, so its category must be Postage & Handling.`
        : `Only ${shippingCode} can have this category.`,
    }
  if (typed.termMonths !== null && typed.typeName === '') return { typeName: 'Please enter the subscription type.' }
  if (typed.termMonths === null && typed.typeName !== '')
    return { termMonths: 'Please enter how many months the subscription lasts.' }
  if (typed.termMonths !== null && typed.mostInCart !== 1)
    return { mostInCart: 'A cart can have a subscription only once.' }
  if (typed.physical && (isPostage || typed.termMonths !== null))
    return { physical: 'Postage and subscriptions can’t be sent by post.' }
  return {}
}
