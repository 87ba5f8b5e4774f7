import { expect, test } from 'vitest'
import type { Day } from '#kit/day.ts'
import { barOf, type DeskPriceView, nextChange, pricesOn } from './price-times.ts'

const price = (unitPrice: number, starts: string, ends: string | null = null, enrollmentFrom = 0): DeskPriceView => ({
  ...{ id: `${unitPrice}`, currency: 'AUD', enrollmentFrom, unitPrice, state: 'CURRENT' },
  ...{ startsDate: new Date(starts), endsDate: ends === null ? null : new Date(ends) },
})
const usual = price(100, '2026-01-01')
const offer = price(80, '2026-06-01', '2026-06-30')
const planned = price(110, '2027-01-01')
const all = [usual, offer, planned]
const unitPricesOn = (day: Day) => pricesOn(all, day).map(({ byCurrency }) => byCurrency.AUD?.unitPrice)

test('an offer replaces the usual price to its last day, and a planned one begins on its first', () => {
  expect(unitPricesOn('2025-12-31')).toEqual([])
  expect(unitPricesOn('2026-05-31')).toEqual([100])
  expect(unitPricesOn('2026-06-30')).toEqual([80])
  expect(unitPricesOn('2026-07-01')).toEqual([100])
  expect(unitPricesOn('2027-01-01')).toEqual([110])
})

test('each tier has its line, the smallest first', () => {
  const tiers = pricesOn([price(300, '2026-01-01', null, 500), usual], '2026-02-01')
  expect(tiers.map(({ enrollmentFrom, byCurrency }) => [enrollmentFrom, byCurrency.AUD?.unitPrice])).toEqual([
    [0, 100],
    [500, 300],
  ])
})

test('the next change is a price that begins or ends', () => {
  expect(nextChange(all, '2026-02-01')).toBe('2026-06-01')
  expect(nextChange(all, '2026-06-10')).toBe('2026-07-01')
  expect(nextChange(all, '2027-01-01')).toBeUndefined()
})

test('on the timeline a price ends when its successor begins; an offer does not end it', () => {
  const stretch = { from: Date.parse('2026-01-01'), to: Date.parse('2028-01-01') }
  expect(barOf(usual, all, stretch)).toEqual({ left: 0, width: 50 })
  expect(barOf(planned, all, stretch)).toEqual({ left: 50, width: 50 })
  expect(barOf(offer, all, stretch).width).toBeCloseTo((30 / 730) * 100, 5)
})
