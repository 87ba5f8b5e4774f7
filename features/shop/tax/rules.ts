import { taxName } from '#features/shop/billing/rules.ts'
import { anotherCountry, type Currency } from '#features/shop/products/rules.ts'
import { countryNamed } from '#kit/countries.ts'
import type { Day } from '#kit/day.ts'

type TaxRow = {
  /** ISO 3166-1 code of the buyer's country; `*` is every other country. */
  country: string
  /** Category of the products; `*` is every other one. */
  product: string
  /** The first day, as in `2026-11-21`; a later row of the same country and product replaces it from its own day. */
  startsOn: Day
  /** Hundredths of a percent. */
  basisPoints: number
}

/** Each sale is taxed by a row of this table, an overseas sale too. */
export const taxTable: readonly TaxRow[] = [
  { country: 'AU', product: '*', startsOn: '2000-07-01', basisPoints: 1000 },
  { country: 'NZ', product: '*', startsOn: '1989-07-01', basisPoints: 1250 },
  { country: 'NZ', product: '*', startsOn: '2010-10-01', basisPoints: 1500 },
  { country: '*', product: '*', startsOn: '1989-07-01', basisPoints: 0 },
]

/** The row for a product, sold on a day to a country; a named country counts before a named product. */
export function taxRowOf(
  table: readonly TaxRow[],
  { country, product, day }: { country: string; product: string; day: Day },
): TaxRow {
  const found = [country, '*']
    .flatMap((code) => [product, '*'].map((category) => [code, category]))
    .map(([code, category]) =>
      table
        .filter((row) => row.country === code && row.product === category && row.startsOn <= day)
        .toSorted((one, other) => one.startsOn.localeCompare(other.startsOn))
        .at(-1),
    )
    .find((row) => row !== undefined)
  if (!found) throw new Error(`no tax for ${product} in ${country} on ${day}`)
  return found
}

export type Tax = { country: string; currency: Currency; name: string; basisPoints: number }

/**
 * The tax of a document: by the buyer's country and the categories on it, on a day. Without a country of the list,
 * prices are shown as at home; nothing is ordered then.
 */
export function taxOf(country: string, day: Day, products: readonly string[] = ['*']): Tax {
  const known = countryNamed(country)
  const code = known?.code ?? (country === anotherCountry ? '*' : 'AU')
  const rates = new Set(products.map((product) => taxRowOf(taxTable, { country: code, product, day }).basisPoints))
  const [basisPoints = 0, ...others] = rates
  // Invoices print one rate.
  if (others.length > 0) throw new Error(`several taxes in ${code} on ${day}`)
  return {
    country: known?.name ?? country.trim(),
    currency: code === 'NZ' ? 'NZD' : 'AUD',
    name: taxName,
    basisPoints,
  }
}
