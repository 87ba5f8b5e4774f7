import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { accountApi } from '#features/account/contract.ts'
import { cartApi, ownCartApi } from '#features/shop/cart/contract.ts'
import { dayAfter, dayIn, dayMs, defaultZone } from '#kit/day.ts'
import { textOfPdf } from '#kit/server/files/pdf-testing.ts'
import { ordersApi, quotesApi } from '../contract.ts'
import { leftBy, newCart, requestInvoice, review } from './orders-testing.ts'

let app: TestApp
let now: Date
beforeAll(async () => {
  app = await testApp({ work: false })
  now = new Date()
  app.setClock(() => now)
})
afterAll(() => app.close())
const later = (days: number) => {
  now = new Date(now.getTime() + days * dayMs)
  app.signInAgain()
}
const setPrice = (unitCents: number) =>
  app.db.updateTable('productPrice').set({ unitCents }).where('productCode', '=', 'SCISBARCODES').execute()
const quote = async (id: string) => (await app.as('hillview')(quotesApi.makeQuote, { id })).response
const order = async (quoteId: string) => (await app.as('hillview')(quotesApi.orderQuote, { quoteId })).response.cmsId
const pdf = (person: 'hillview' | 'riverside', id: string) =>
  app.raw(person, { method: 'GET', url: `/rest/quotes/${id}/pdf` })

test('a quote holds its prices for 30 days, and can be ordered at them after the shop’s prices rise', async () => {
  const made = await quote(await newCart(app))
  expect(made).toMatchObject({ total: 777.7, currency: 'AUD', valid: true })
  expect(made.quoteNumber).toMatch(/^SCQUO\d+$/)
  expect(made.validUntilDate).toBe(dayAfter(dayIn(defaultZone, now), 30))
  await setPrice(20_000)
  expect((await review(app, await newCart(app))).response!.total).toBe(920.7)
  later(30)
  const cart = await order(made.id)
  expect((await review(app, cart)).response).toMatchObject({ total: 777.7, quoteNumber: made.quoteNumber })
  // A quote of quoted items uses today's prices: no price is held forever.
  expect((await quote(cart)).total).toBe(920.7)
  expect(await requestInvoice(app, cart)).toMatchObject({ errorMessage: null })
  expect((await leftBy(app, cart)).orders).toMatchObject([{ totalCents: 77_770, quoteId: made.id }])
  later(1)
  await expect(order(made.id)).rejects.toMatchObject({ status: 409, code: 'quote_too_old' })
  const { response } = await app.as('assistant')(quotesApi.listQuotes, {})
  expect(response.find(({ id }) => id === made.id)).toMatchObject({ valid: false, total: 777.7 })
  await setPrice(13_500)
})

test('an unchanged cart gets the same quote; a changed one gets another', async () => {
  const id = await newCart(app)
  const [one, other] = await Promise.all([quote(id), quote(id)])
  expect(other).toEqual(one)
  expect((await quote(await newCart(app, [{ productCode: 'SCISZ' }]))).id).not.toBe(one!.id)
})

test('a cart of the same sum with other things in it gets a quote of its own', async () => {
  const price = (productCode: string, unitCents: number) =>
    app.db.updateTable('productPrice').set({ unitCents }).where('productCode', '=', productCode).execute()
  await price('SCISPLSTART', 32_900)
  const one = await quote(await newCart(app, [{ productCode: 'SCANFREE' }]))
  const other = await quote(await newCart(app, [{ productCode: 'SCISPLSTART' }]))
  expect(other.total).toBe(one.total)
  expect([one, other].map(({ items }) => items.map(({ productCode }) => productCode))).toEqual([
    ['SCANFREE'],
    ['SCISPLSTART'],
  ])
  expect(other.id).not.toBe(one.id)
  await price('SCISPLSTART', 6_500)
})

test('a quote is audited, and its lines keep their order', async () => {
  const made = await quote(await newCart(app))
  const entry = await app.db
    .selectFrom('auditEntry')
    .select(['action', 'customerId', 'userId', 'after'])
    .where('subject', '=', made.quoteNumber)
    .execute()
  expect(entry).toEqual([
    {
      ...{ action: 'quote_made', customerId: 'demo-hillview', userId: 'demo-hillview-librarian' },
      after: { total: 777.7, currency: 'AUD', validUntil: made.validUntilDate },
    },
  ])
  const lines = app.db.selectFrom('quoteLine').select(['position', 'productCode']).where('quoteId', '=', made.id)
  expect(await lines.orderBy('position').execute()).toEqual(
    ['SCISDATA', 'SCISBARCODES', 'SHIPAUS22'].map((productCode, n) => ({ position: n + 1, productCode })),
  )
})

test('the PDF says how to order until the last day of the quote, and then that it has expired', async () => {
  const { id } = await quote(await newCart(app))
  const text = async () => (await textOfPdf((await pdf('hillview', id)).rawPayload)).flat().join(' ')
  later(30)
  const last = await text()
  expect(last).toContain('How to order')
  expect(last).not.toContain('EXPIRED')
  later(1)
  const after = await text()
  expect(after).toContain('EXPIRED')
  expect(after).not.toContain('How to order')
})

test('after ordering from a quote, nothing is left in the cart to be ordered twice', async () => {
  const count = async () => (await app.as('lakeside')(cartApi.countCart, { userId })).count
  const { id: userId } = (await app.as('lakeside')(accountApi.currentUser, {})).user
  const filled = await app.as('lakeside')(ownCartApi.addToCart, { productCode: 'SCISBARCODES', quantity: 3 })
  const { response } = await app.as('lakeside')(quotesApi.makeQuote, { id: filled.response!.cmsId })
  const orderOnce = async () =>
    (await app.as('lakeside')(quotesApi.orderQuote, { quoteId: response.id })).response.cmsId
  await Promise.all([orderOnce(), orderOnce()])
  const cart = await orderOnce()
  expect(await count()).toBe(1)
  expect((await app.as('lakeside')(ordersApi.orderDetails, { id: cart })).response!.quoteNumber).toBe(
    response.quoteNumber,
  )
  expect(await requestInvoice(app, cart, { person: 'lakeside' })).toMatchObject({ errorMessage: null })
  expect(await count()).toBe(0)
  // Other items added meanwhile stay there.
  await app.as('lakeside')(ownCartApi.addToCart, { productCode: 'SCANCORD', quantity: 1 })
  await app.as('lakeside')(ownCartApi.addToCart, { productCode: 'SCISZ', quantity: 1 })
  expect(await requestInvoice(app, await orderOnce(), { person: 'lakeside' })).toMatchObject({ errorMessage: null })
  expect(await count()).toBe(2)
})

test('its PDF is for the school alone, and no one else orders at its prices', async () => {
  const { id, quoteNumber } = await quote(await newCart(app))
  const { headers, statusCode, rawPayload } = await pdf('hillview', id)
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(headers['content-disposition']).toContain(`Quote ${quoteNumber}.pdf`)
  expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const whole = (await textOfPdf(rawPayload)).flat().join(' ')
  for (const text of [quoteNumber, 'Hillview Primary School', 'Attention: Hillview Office', 'GST 10%', 'Total'])
    expect(whole).toContain(text)
  expect((await pdf('riverside', id)).statusCode).toBe(404)
  for (const quoteId of [id, 'nothing'])
    await expect(app.as('riverside')(quotesApi.orderQuote, { quoteId })).rejects.toMatchObject({ status: 404 })
  expect((await app.as('riverside')(quotesApi.listQuotes, {})).response).toEqual([])
})

test('no quote is made of another school’s cart, or of an empty or ordered one', async () => {
  const theirs = await newCart(app, undefined, 'riverside')
  const empty = await newCart(app, [])
  const ordered = await newCart(app)
  await requestInvoice(app, ordered)
  for (const id of [theirs, empty, ordered])
    await expect(quote(id)).rejects.toMatchObject({ status: 400, messages: ['UNABLE_TO_RETRIEVE_CART'] })
})
