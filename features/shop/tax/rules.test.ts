import { expect, test } from 'vitest'
import { anotherCountry, productCategories } from '#features/shop/products/rules.ts'
import { countries } from '#kit/countries.ts'
import type { Day } from '#kit/day.ts'
import { taxOf, taxRowOf, taxTable } from './rules.ts'

const today: Day = '2026-11-30'

test.each([
  ['Australia', 'AUD', 1000],
  [' new  zealand ', 'NZD', 1500],
  ['Fiji', 'AUD', 0],
  [anotherCountry, 'AUD', 0],
  // No country: prices are shown as at home, and nothing is ordered.
  ['', 'AUD', 1000],
  ['Narnia', 'AUD', 1000],
])('%s pays in %s with %i basis points of GST', (country, currency, basisPoints) => {
  expect(taxOf(country, today)).toMatchObject({ currency, name: 'GST', basisPoints })
})

test('every product has a tax in every country, one rate for all that an invoice may have', () => {
  for (const day of [...taxTable.map(({ startsOn }) => startsOn), today])
    for (const { name } of countries) expect(() => taxOf(name, day, productCategories), name).not.toThrow()
})

test('a row counts from its first day; a named country counts before a named product', () => {
  const table: typeof taxTable = [
    { country: 'AU', product: '*', startsOn: '2020-01-01', basisPoints: 1 },
    { country: 'AU', product: '*', startsOn: '2027-07-01', basisPoints: 2 },
    { country: 'AU', product: 'Library supplies', startsOn: '2021-01-01', basisPoints: 3 },
    { country: '*', product: 'Library supplies', startsOn: '2020-01-01', basisPoints: 4 },
    { country: '*', product: '*', startsOn: '2020-01-01', basisPoints: 5 },
  ]
  const rate = (country: string, product: string, day: Day) => taxRowOf(table, { country, product, day }).basisPoints
  expect([
    rate('AU', 'Subscription', '2027-06-30'),
    rate('AU', 'Subscription', '2027-07-01'),
    rate('AU', 'Library supplies', '2020-12-31'),
    rate('AU', 'Library supplies', '2027-07-01'),
    rate('FJ', 'Library supplies', today),
    rate('FJ', 'Subscription', today),
  ]).toEqual([1, 2, 1, 3, 4, 5])
  expect(() => rate('FJ', 'Subscription', '2019-12-31')).toThrow()
})
