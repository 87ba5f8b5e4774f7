import { describe, expect, test } from 'vitest'
import { formatTerm, lineDescription, type Price, priceOn, priceStates, productErrors, tiersOn } from './rules.ts'

const price = (more: Partial<Price> = {}): Price => ({
  currency: 'AUD',
  enrollmentFrom: 0,
  unitCents: 1000,
  startsOn: '2026-01-01',
  endsOn: null,
  ...more,
})

describe('the price on a day', () => {
  const small = price()
  const large = price({ enrollmentFrom: 500, unitCents: 2000 })
  const offer = price({ unitCents: 800, startsOn: '2026-03-01', endsOn: '2026-03-31' })
  const kiwi = price({ currency: 'NZD', unitCents: 1100 })
  const prices = [small, kiwi, offer, large]

  test.each([
    ['before the first price', { enrollment: 10, day: '2025-12-31' }, undefined],
    ['on the first day of a price', { enrollment: 10, day: '2026-01-01' }, small],
    ['one pupil below the larger tier', { enrollment: 499, day: '2026-02-01' }, small],
    ['at the first pupil of the larger tier', { enrollment: 500, day: '2026-02-01' }, large],
    ['on the first day of an offer', { enrollment: 10, day: '2026-03-01' }, offer],
    ['on the last day of an offer', { enrollment: 10, day: '2026-03-31' }, offer],
    ['on the day after an offer', { enrollment: 10, day: '2026-04-01' }, small],
    ['in a larger tier during the offer of a smaller one', { enrollment: 500, day: '2026-03-15' }, large],
  ] as const)('%s', (_, { enrollment, day }, expected) => {
    expect(priceOn(prices, { currency: 'AUD', enrollment, day })).toBe(expected)
    expect(priceOn(prices.toReversed(), { currency: 'AUD', enrollment, day })).toBe(expected)
  })

  test('is in the currency of the school', () => {
    expect(priceOn(prices, { currency: 'NZD', enrollment: 900, day: '2026-02-01' })).toBe(kiwi)
  })

  test('lists each tier once, the smallest first', () => {
    expect(tiersOn([large, offer, small, kiwi], { currency: 'AUD', day: '2026-03-15' })).toEqual([offer, large])
    expect(tiersOn([large, small], { currency: 'AUD', day: '2025-01-01' })).toEqual([])
    const later = price({ enrollmentFrom: 900, startsOn: '2027-01-01' })
    expect(tiersOn([later, large, small], { currency: 'AUD', day: '2026-03-15' })).toEqual([small, large])
  })
})

describe('of two prices of a tier', () => {
  const today = '2026-06-15'
  const statesOf = (first: Partial<Price>, second: Partial<Price>) => priceStates([price(first), price(second)], today)

  test.each([
    ['a planned one leaves the other current', {}, { startsOn: '2026-06-16' }, ['CURRENT', 'PLANNED']],
    ['one that begins today replaces the other', {}, { startsOn: today }, ['PAST', 'CURRENT']],
    ['one that ends today is still current', { endsOn: today }, { startsOn: '2025-01-01' }, ['CURRENT', 'CURRENT']],
    ['one that ended yesterday is past', { endsOn: '2026-06-14' }, { startsOn: '2025-01-01' }, ['PAST', 'CURRENT']],
    [
      'a temporary offer does not end the other',
      {},
      { startsOn: '2026-06-01', endsOn: '2026-06-30' },
      ['CURRENT', 'CURRENT'],
    ],
    [
      'an offer is replaced by one that lasts as long',
      { endsOn: '2026-06-30' },
      { startsOn: '2026-06-01', endsOn: '2026-06-30' },
      ['PAST', 'CURRENT'],
    ],
    [
      'an offer is not replaced by a shorter one',
      { endsOn: '2026-06-30' },
      { startsOn: '2026-06-01', endsOn: '2026-06-29' },
      ['CURRENT', 'CURRENT'],
    ],
    ['another currency changes nothing', {}, { currency: 'NZD', startsOn: '2026-06-01' }, ['CURRENT', 'CURRENT']],
    ['another tier changes nothing', {}, { enrollmentFrom: 500, startsOn: '2026-06-01' }, ['CURRENT', 'CURRENT']],
    ['two that began on one day are both current', {}, {}, ['CURRENT', 'CURRENT']],
  ] as const)('%s', (_, first, second, states) => {
    expect(statesOf(first, second)).toEqual(states)
  })
})

test.each([
  [1, 'one month'],
  [6, '6 months'],
  [12, 'one year'],
  [18, '18 months'],
  [24, '2 years'],
])('a term of %i months is %s', (months, words) => {
  expect(formatTerm(months)).toBe(words)
  expect(lineDescription({ name: 'Subscription', termMonths: months })).toBe(`Subscription, ${words}`)
})

test('a line without a term is the name of the product', () => {
  expect(lineDescription({ name: 'Scanner', termMonths: null })).toBe('Scanner')
})

describe('a product typed at the desk', () => {
  const scanner = {
    productCode: 'SCAN1',
    productCategory: 'Barcode scanners',
    termMonths: null,
    typeName: '',
    physical: true,
    mostInCart: 10,
  } as const
  const subscription = {
    ...scanner,
    productCategory: 'Subscription',
    termMonths: 12,
    typeName: 'Full',
    physical: false,
    mostInCart: 1,
  } as const
  const postage = {
    ...scanner,
    productCode: 'SHIPAUS22',
    productCategory: 'Postage & Handling',
    physical: false,
  } as const

  test.each([
    ['a thing sent by post', scanner],
    ['a subscription', subscription],
    ['postage', postage],
  ])('%s has no faults', (_, typed) => {
    expect(productErrors(typed)).toEqual({})
  })

  test.each([
    [
      'postage of another category',
      { ...postage, productCategory: 'Library supplies' },
      { productCategory: 'SHIPAUS22 is postage, so its category must be Postage & Handling.' },
    ],
    [
      'another product in the category of postage',
      { ...scanner, productCategory: 'Postage & Handling' },
      { productCategory: 'Only SHIPAUS22 can have this category.' },
    ],
    ['a term without a type', { ...subscription, typeName: '' }, { typeName: 'Please enter the subscription type.' }],
    [
      'a type without a term',
      { ...scanner, typeName: 'Full' },
      { termMonths: 'Please enter how many months the subscription lasts.' },
    ],
    [
      'two of a subscription in a cart',
      { ...subscription, mostInCart: 2 },
      { mostInCart: 'A cart can have a subscription only once.' },
    ],
    [
      'a subscription sent by post',
      { ...subscription, physical: true },
      { physical: 'Postage and subscriptions can’t be sent by post.' },
    ],
    [
      'postage sent by post',
      { ...postage, physical: true },
      { physical: 'Postage and subscriptions can’t be sent by post.' },
    ],
  ] as const)('%s is refused', (_, typed, errors) => {
    expect(productErrors(typed)).toEqual(errors)
  })
})
