import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { newCart } from '#features/shop/orders/server/orders-testing.ts'
import { businessDay, type Day, dayAfter } from '#kit/day.ts'
import type { Currency } from '../../products/rules.ts'
import { lastEnrollment, priceCart } from './price-cart.ts'

let app: TestApp
let today: Day
beforeAll(async () => {
  app = await testApp({ work: false })
  today = businessDay(app.clock)
})
afterAll(() => app.close())
afterEach(async () => {
  await app.db.updateTable('product').set({ withdrawnAt: null }).execute()
})

type Items = NonNullable<Parameters<typeof newCart>[1]>
type Line = { productCode: string; unitCents: number; quantity?: number; enrollmentSize?: number }

const postage = { productCode: 'SHIPAUS22' }
const withdraw = (code: string) =>
  app.db.updateTable('product').set({ withdrawnAt: app.clock() }).where('code', '=', code).execute()

/** Prices a cart of Riverside, which has no number of students. */
const priced = async (items: Items, { quoteId = null, day = today }: { quoteId?: string | null; day?: Day } = {}) =>
  priceCart(app.db, { id: await newCart(app, items, 'riverside'), customerId: 'demo-riverside', quoteId }, day)

let quotes = 0
async function quoteOf(lines: Line[], change: { currency?: Currency; customerId?: string } = {}) {
  const id = `quote-${++quotes}`
  const currency: Currency = 'AUD'
  const amounts = { taxBasisPoints: 1000, subTotalCents: 0, shippingCents: 0, gstCents: 0, totalCents: 0 }
  await app.db
    .insertInto('quote')
    .values({
      ...{ id, quoteNo: `Q${quotes}`, customerId: 'demo-riverside', userId: null, validUntil: today, currency },
      ...{ ...amounts, billTo: JSON.stringify({}) as never, createdAt: app.clock() },
      ...change,
    })
    .execute()
  await app.db
    .insertInto('quoteLine')
    .values(
      lines.map(({ quantity = 1, enrollmentSize = null, ...line }, position) => ({
        ...{ quoteId: id, position, productCategory: 'Any', description: '', quantity, enrollmentSize },
        ...line,
      })),
    )
    .execute()
  return id
}
const unquoted = { quoteNo: null, lines: [{ unitCents: 16_500, quoted: false }] }

test('a quote’s prices hold to its last day, for its school and its currency', async () => {
  const lines = [{ productCode: 'SCANCORD', unitCents: 9_000 }]
  const items = [{ productCode: 'SCANCORD' }]
  const quoteId = await quoteOf(lines)
  const cart = await priced(items, { quoteId })
  expect(cart).toMatchObject({ quoteNo: `Q${quotes}`, orderable: true, lines: [{ unitCents: 9_000, quoted: true }] })
  expect(cart.totals).toEqual({ subTotalCents: 9_000, shippingCents: 0, gstCents: 900, totalCents: 9_900 })
  expect(await priced(items, { quoteId, day: dayAfter(today, 1) })).toMatchObject(unquoted)
  for (const change of [{ customerId: 'demo-hillview' }, { currency: 'NZD' }] as const)
    expect(await priced(items, { quoteId: await quoteOf(lines, change) })).toMatchObject(unquoted)
  expect(await priced(items)).toMatchObject(unquoted)
})

test('a quoted price is for the product, the number of students and at most the quantity of the quote', async () => {
  const quoteId = await quoteOf([
    { productCode: 'SCANCORD', unitCents: 9_000, quantity: 2 },
    { productCode: 'SCISDATA', unitCents: 1_000, enrollmentSize: 300 },
  ])
  const unitOf = async (item: Items[number]) => (await priced([item], { quoteId })).lines[0]!.unitCents
  expect(await unitOf({ productCode: 'SCANCORD', quantity: 2 })).toBe(9_000)
  expect(await unitOf({ productCode: 'SCANCORD', quantity: 3 })).toBe(16_500)
  expect(await unitOf({ productCode: 'SCANFREE' })).toBe(32_900)
  expect(await unitOf({ productCode: 'SCISDATA', enrollmentSize: 300 })).toBe(1_000)
  expect(await unitOf({ productCode: 'SCISDATA', enrollmentSize: 301 })).toBe(34_000)
})

test('what was withdrawn since it was quoted can still be ordered at the quoted price', async () => {
  const quoteId = await quoteOf([{ productCode: 'SCANCORD', unitCents: 9_000 }])
  await withdraw('SCANCORD')
  const items = [{ productCode: 'SCANCORD' }]
  expect(await priced(items, { quoteId })).toMatchObject({ orderable: true, lines: [{ unitCents: 9_000 }] })
  expect(await priced(items)).toMatchObject({
    orderable: false,
    lines: [{ unitCents: null, quoted: false, problem: 'not_offered' }],
  })
})

test.each<[string, Items[number], string]>([
  ['an unknown product', { productCode: 'GONE' }, 'not_offered'],
  ['a number of pupils that nobody gave', { productCode: 'SCISDATA' }, 'enrollment_needed'],
  ['more than may be in a cart', { productCode: 'SCANCORD', quantity: 21 }, 'too_many'],
])('%s has no price, is in no total, and keeps the cart from being ordered', async (_, item, problem) => {
  const { lines, totals, orderable } = await priced([item, { productCode: 'SCISPLSTART' }])
  expect(lines).toMatchObject([
    { unitCents: null, quoted: false, problem },
    { unitCents: 6_500, problem: null },
  ])
  expect(totals).toMatchObject({ subTotalCents: 6_500, totalCents: 7_150 })
  expect(orderable).toBe(false)
})

test('a quote allows no more in a cart than the product does', async () => {
  const quoteId = await quoteOf([{ productCode: 'SCANCORD', unitCents: 9_000, quantity: 50 }])
  const { lines } = await priced([{ productCode: 'SCANCORD', quantity: 21 }], { quoteId })
  expect(lines).toMatchObject([{ unitCents: null, quoted: false, problem: 'too_many' }])
})

test('on a day before its first price a product has none, and is not ordered', async () => {
  const before = await priced([{ productCode: 'SCANCORD' }], { day: '2000-01-01' })
  expect(before).toMatchObject({ orderable: false, lines: [{ unitCents: null, problem: 'no_price' }] })
})

test('postage is charged with ordered items, never on its own, and left out where it has no price', async () => {
  const all = await priced([{ productCode: 'SCANCORD' }, postage])
  expect(all).toMatchObject({
    hasPostage: true,
    orderable: true,
    totals: { subTotalCents: 16_500, shippingCents: 1_200 },
  })
  expect(await priced([postage])).toMatchObject({ hasPostage: true, orderable: false })
  expect(await priced([{ productCode: 'SCANCORD' }])).toMatchObject({ hasPostage: false, orderable: true })
  expect(await priced([])).toMatchObject({ hasPostage: false, orderable: false, lines: [] })
  await withdraw('SHIPAUS22')
  const without = await priced([{ productCode: 'SCANCORD' }, postage])
  expect(without).toMatchObject({ hasPostage: false, orderable: true, totals: { shippingCents: 0 } })
  expect(without.lines.map(({ productCode }) => productCode)).toEqual(['SCANCORD'])
})

test('a line says what the product is', async () => {
  const { lines } = await priced([
    { productCode: 'SCISDATA', enrollmentSize: 412 },
    { productCode: 'SCANCORD', quantity: 2, enrollmentSize: 412 },
    { productCode: 'GONE', quantity: 3 },
  ])
  expect(lines).toEqual([
    {
      ...{ productCode: 'SCISDATA', productCategory: 'Subscription', name: 'Catalogue data' },
      ...{ description: 'Catalogue data, one year', quantity: 1, mostInCart: 1, byEnrollment: true },
      ...{
        enrollmentSize: 412,
        termMonths: 12,
        typeName: 'SUBSCRIPTION',
        unitCents: 42_500,
        quoted: false,
        problem: null,
      },
    },
    {
      ...{ productCode: 'SCANCORD', productCategory: 'Barcode scanners', name: 'Barcode scanner, corded' },
      ...{ description: 'Barcode scanner, corded', quantity: 2, mostInCart: 20, byEnrollment: false },
      ...{ enrollmentSize: null, termMonths: null, typeName: '', unitCents: 16_500, quoted: false, problem: null },
    },
    {
      ...{ productCode: 'GONE', productCategory: 'Subscription', name: 'GONE', description: 'GONE', quantity: 3 },
      ...{ mostInCart: 3, byEnrollment: false, enrollmentSize: null, termMonths: null, typeName: '' },
      ...{ unitCents: null, quoted: false, problem: 'not_offered' },
    },
  ])
})

test('the number of students is the newest one that the school has given', async () => {
  expect(await lastEnrollment(app.db, 'demo-riverside')).toBeNull()
  const given = (id: string, endsOn: Day, createdAt: string, enrollmentSize: number | null) =>
    app.db
      .insertInto('subscription')
      .values({
        ...{ id, customerId: 'demo-riverside', typeName: 'SUBSCRIPTION', productCode: 'SCISZ', productName: 'Z39.50' },
        ...{ startsOn: '2020-01-01' as const, endsOn, enrollmentSize, createdAt: new Date(createdAt) },
      })
      .execute()
  await given('older', '2021-12-31', '2020-03-01', 100)
  await given('corrected', '2022-12-31', '2020-02-02', 300)
  await given('first', '2022-12-31', '2020-02-01', 200)
  await given('without', '2023-12-31', '2020-04-01', null)
  expect(await lastEnrollment(app.db, 'demo-riverside')).toBe(300)
  expect((await priced([{ productCode: 'SCISDATA' }])).lines).toMatchObject([
    { enrollmentSize: 300, unitCents: 34_000 },
  ])
  const own = await priced([{ productCode: 'SCISDATA', enrollmentSize: 50 }])
  expect(own.lines).toMatchObject([{ enrollmentSize: 50, unitCents: 15_500 }])
  // One product that needs it is enough.
  expect((await priced([{ productCode: 'SCANCORD' }, { productCode: 'SCISDATA' }])).lines).toMatchObject([
    { enrollmentSize: null, unitCents: 16_500 },
    { enrollmentSize: 300, unitCents: 34_000 },
  ])
  // A product with one price has no number of students.
  expect((await priced([{ productCode: 'SCANCORD' }])).lines).toMatchObject([{ enrollmentSize: null }])
})
