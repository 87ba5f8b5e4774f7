import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { dayMs } from '#kit/day.ts'
import { shopApi } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const products = async (country?: string) =>
  (await app.as(null)(shopApi.listProducts, country === undefined ? {} : { country })).response
const product = async (code: string, country?: string) =>
  (await products(country)).find(({ productCode }) => productCode === code)!
const preview = (productCode: string, more: object = {}) => app.as(null)(shopApi.previewPrice, { productCode, ...more })

test('everyone sees the shop’s products, of every kind, without postage', async () => {
  const all = await products()
  expect(new Set(all.map((each) => each.productCategory))).toEqual(
    new Set(['Subscription', 'Authority files', 'Professional learning', 'Barcode scanners', 'Library supplies']),
  )
  expect(all.map((each) => each.productCode)).not.toContain('SHIPAUS22')
})

test('a subscription’s price depends on the number of students, by tiers', async () => {
  const { tiers } = await product('SCISDATA')
  expect(tiers.map((tier) => [tier.enrollmentFrom, tier.unitPrice])).toEqual([
    [1, 155],
    [101, 245],
    [201, 340],
    [401, 425],
    [801, 560],
    [1501, 725],
  ])
  const at = async (enrollmentSize: number) => (await preview('SCISDATA', { enrollmentSize })).response.unitPrice
  expect(await Promise.all([1, 100, 101, 412, 800, 801, 100_000].map(at))).toEqual([155, 155, 245, 425, 425, 560, 725])
})

test('an offer’s price applies while it lasts', async () => {
  const [tier] = (await product('SCISPLCOURSE')).tiers
  expect(tier).toMatchObject({ unitPrice: 340, endsDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
  app.setClock(() => new Date(Date.now() + 31 * dayMs))
  expect((await product('SCISPLCOURSE')).tiers).toEqual([{ enrollmentFrom: 0, unitPrice: 390, endsDate: null }])
  app.setClock(() => new Date())
})

test('a planned price applies from its first day on', async () => {
  app.setClock(() => new Date(Date.now() + 60 * dayMs))
  expect((await preview('SCISDATA', { enrollmentSize: 412 })).response.unitPrice).toBe(440)
  app.setClock(() => new Date())
})

test('a preview has the country’s tax and currency', async () => {
  expect((await preview('SCISSAF', { enrollmentSize: 412 })).response).toEqual({
    productCode: 'SCISSAF',
    currency: 'AUD',
    taxName: 'GST',
    taxPercent: 10,
    unitPrice: 140,
    subTotal: 140,
    gst: 14,
    total: 154,
  })
  expect((await preview('SCISBARCODES', { quantity: 3, country: 'New Zealand' })).response).toMatchObject({
    currency: 'NZD',
    taxPercent: 15,
    unitPrice: 150,
    subTotal: 450,
    gst: 67.5,
    total: 517.5,
  })
  expect((await preview('SCISBARCODES', { country: 'Fiji' })).response).toMatchObject({
    currency: 'AUD',
    taxPercent: 0,
    gst: 0,
    total: 135,
  })
})

test('a school sees its own country’s prices, no matter which country it sends', async () => {
  const { response } = await app.as('hillview')(shopApi.previewPrice, {
    productCode: 'SCISBARCODES',
    country: 'New Zealand',
  })
  expect(response.currency).toBe('AUD')
  expect((await app.as('hillview')(shopApi.listProducts, { country: 'New Zealand' })).currency).toBe('AUD')
})

test('without a number of students, or for an unsold product, there is no price', async () => {
  await expect(preview('SCISDATA')).rejects.toMatchObject({ code: 'enrollment_needed', status: 400 })
  for (const code of ['NOTHING', 'SHIPAUS22'])
    await expect(preview(code, { enrollmentSize: 5 })).rejects.toMatchObject({ code: 'product_not_found', status: 404 })
})

test.each([
  { enrollmentSize: 0 },
  { enrollmentSize: -5 },
  { enrollmentSize: 1e9 },
  { enrollmentSize: 1.5 },
  { enrollmentSize: 'many' },
  { enrollmentSize: 5, quantity: 0 },
  { enrollmentSize: 5, quantity: -1 },
  { enrollmentSize: 5, quantity: 1e12 },
  { enrollmentSize: 5, unitPrice: 1 },
  { productCode: '\0' },
  { productCode: "' or 1=1" },
])('%j is refused', async (more) => {
  await expect(preview('SCISDATA', more)).rejects.toMatchObject({ status: 400, code: 'invalid_input' })
})
