import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { businessDay, dayAfter, minuteMs, startOfDay } from '#kit/day.ts'
import { ordersApi, quotesApi } from '../contract.ts'
import { leftBy, newCart, payNow, requestInvoice, review } from './orders-testing.ts'

let app: TestApp
let now = new Date()
beforeAll(async () => {
  app = await testApp({ work: false })
  app.setClock(() => now)
})
afterAll(() => app.close())
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
  app.signInAgain()
}
beforeEach(() => {
  now = new Date()
  app.signInAgain()
})
const orderOf = async (id: string) => (await review(app, id)).response!
const setPrice = (productCode: string, unitCents: number) =>
  app.db.updateTable('productPrice').set({ unitCents }).where('productCode', '=', productCode).execute()

test('a review shows the school, its contacts, the items and totals that the server computed', async () => {
  const order = await orderOf(await newCart(app))
  expect(order).toMatchObject({
    organisation: { name: 'Hillview Primary School', country: 'Australia', suburbCity: 'Hillview' },
    currency: 'AUD',
    subTotal: 695,
    shipping: 12,
    gst: 70.7,
    total: 777.7,
    hasPostage: true,
    taxName: 'GST',
    taxPercent: 10,
    allowInvoiceRequest: true,
    disableButtons: false,
    countDown: 3600,
    quoteNumber: null,
  })
  expect(order.organisation.contacts.map(({ type }) => type)).toContain('PRIMARY')
  expect(order.items.map(({ productCode, quantity, unitPrice }) => [productCode, quantity, unitPrice])).toEqual([
    ['SCISDATA', 1, 425],
    ['SCISBARCODES', 2, 135],
    ['SHIPAUS22', 1, 12],
  ])
})

test.each([
  ['country', ''],
  ['country', 'Narnia'],
  ['streetAddress1', ' '],
  ['suburbCity', ''],
  ['state', ''],
  ['postCode', ''],
] as const)('with %s %j the cart is shown with tax, and nothing is ordered, quoted or paid', async (name, text) => {
  const hillview = () => app.db.updateTable('customer').where('id', '=', 'demo-hillview')
  const cart = await newCart(app)
  await hillview()
    .set({ [name]: text })
    .execute()
  expect(await orderOf(cart)).toMatchObject({ gst: 70.7, taxPercent: 10 })
  const refused = { code: 'address_incomplete', status: 409 }
  await expect(requestInvoice(app, cart)).rejects.toMatchObject(refused)
  await expect(payNow(app, cart)).rejects.toMatchObject(refused)
  await expect(app.as('hillview')(quotesApi.makeQuote, { id: cart })).rejects.toMatchObject(refused)
  const whole = { country: 'Australia', streetAddress1: '12 School Road', suburbCity: 'Hillview', state: 'VIC' }
  await hillview()
    .set({ ...whole, postCode: '3999' })
    .execute()
  expect(await app.db.selectFrom('shopOrder').where('cartId', '=', cart).selectAll().execute()).toEqual([])
  expect(await requestInvoice(app, cart)).toMatchObject({ errorMessage: null })
})

test('parcels go to the delivery address of the time of the order, else to the school’s address', async () => {
  const deliverTo = async (deliveryAddress: string, items?: { productCode: string; enrollmentSize: number }[]) => {
    await app.db.updateTable('customer').set({ deliveryAddress }).where('id', '=', 'demo-hillview').execute()
    const cart = await newCart(app, items)
    expect((await orderOf(cart)).organisation.deliveryAddress).toBe(deliveryAddress)
    await requestInvoice(app, cart)
    await app.db.updateTable('customer').set({ deliveryAddress: '' }).where('id', '=', 'demo-hillview').execute()
    const { id } = await app.db
      .selectFrom('shopOrder')
      .select('id')
      .where('cartId', '=', cart)
      .executeTakeFirstOrThrow()
    const { response } = await app.as('desk')(ordersApi.deskOrders, {})
    return response.find((each) => each.id === id)!.deliverTo
  }
  const name = 'Hillview Primary School'
  expect(await deliverTo('Gate 2\n9 Mill Lane')).toEqual([name, 'Gate 2', '9 Mill Lane'])
  expect(await deliverTo('')).toEqual([name, '12 School Road', 'Hillview VIC 3999', 'Australia'])
  expect(await deliverTo('Gate 2', [{ productCode: 'SCISDATA', enrollmentSize: 10 }])).toEqual([])
})

test('the time to order starts at the first opening; opening the cart again does not restart it', async () => {
  const id = await newCart(app)
  expect((await orderOf(id)).countDown).toBe(3600)
  later(20)
  expect((await orderOf(id)).countDown).toBe(2400)
  const { response } = await review(app, id, 'assistant')
  expect(response!.countDown).toBe(2400)
  later(40)
  await expect(orderOf(id)).rejects.toMatchObject({ status: 400, messages: ['SHOPPING_CART_EXPIRED'] })
})

test('a visitor must log in, and no one reads another customer’s cart', async () => {
  const id = await newCart(app)
  expect(await review(app, id, null)).toMatchObject({
    response: null,
    errorCode: 'CUSTOMER_LOGIN_REQUIRED',
    messages: ['Please login to view the shopping cart.'],
  })
  for (const person of ['riverside', 'desk', 'student'] as const)
    expect(await review(app, id, person)).toMatchObject({
      response: null,
      errorCode: 'INVALID_CUSTOMER_ID',
      messages: ['Sorry you are not authorized to view this order details.'],
    })
  // None of them has started its time.
  const { reviewedAt } = await app.db.selectFrom('cart').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(reviewedAt).toBeNull()
})

test.each(['', 'nothing', "' or 1=1"])('cart %j cannot be reviewed', async (id) => {
  await expect(review(app, id)).rejects.toMatchObject({ status: 400, messages: ['UNABLE_TO_RETRIEVE_CART'] })
})

test('an empty or ordered cart cannot be reviewed', async () => {
  const empty = await newCart(app, [])
  await expect(orderOf(empty)).rejects.toMatchObject({ status: 400, messages: ['UNABLE_TO_RETRIEVE_CART'] })
  const ordered = await newCart(app)
  expect(await requestInvoice(app, ordered)).toMatchObject({ errorMessage: null })
  await expect(orderOf(ordered)).rejects.toMatchObject({ status: 400, messages: ['UNABLE_TO_RETRIEVE_CART'] })
})

test('once a payment has started, the order keeps its own prices, no matter what the shop charges now', async () => {
  const id = await newCart(app)
  await orderOf(id)
  const { response: form } = await payNow(app, id)
  expect(form!.amount).toBe('77770')
  await setPrice('SCISBARCODES', 99_900)
  expect(await orderOf(id)).toMatchObject({ total: 777.7, disableButtons: true })
  await app.db.updateTable('product').set({ withdrawnAt: now }).where('code', '=', 'SCISBARCODES').execute()
  expect(await orderOf(id)).toMatchObject({ total: 777.7 })
  // The time during which the payment may be pending is over.
  later(6)
  expect(await orderOf(id)).toMatchObject({ total: 777.7, disableButtons: false })
  const again = await payNow(app, id)
  expect(again.response!.amount).toBe('77770')
  const { orders, attempts } = await leftBy(app, id)
  expect([orders.length, attempts.length, orders[0]!.totalCents]).toEqual([1, 2, 77_770])
  await app.db.updateTable('product').set({ withdrawnAt: null }).where('code', '=', 'SCISBARCODES').execute()
  await setPrice('SCISBARCODES', 13_500)
})

test('a product that is no longer offered cannot be ordered, and nothing is stored', async () => {
  const id = await newCart(app)
  await orderOf(id)
  await app.db.updateTable('product').set({ withdrawnAt: now }).where('code', '=', 'SCISBARCODES').execute()
  await expect(orderOf(id)).rejects.toMatchObject({ status: 409, code: 'not_orderable' })
  await expect(requestInvoice(app, id)).rejects.toMatchObject({ status: 409, code: 'not_orderable' })
  await expect(payNow(app, id)).rejects.toMatchObject({ status: 409, code: 'not_orderable' })
  expect((await leftBy(app, id)).orders).toEqual([])
  await app.db.updateTable('product').set({ withdrawnAt: null }).where('code', '=', 'SCISBARCODES').execute()
})

test('a price that changes at midnight is not charged to someone who was shown the old one', async () => {
  const startsOn = dayAfter(businessDay(app.clock), 1)
  now = new Date(startOfDay(app.clock.zone, startsOn).getTime() - 10 * minuteMs)
  app.signInAgain()
  const id = await newCart(app)
  expect((await orderOf(id)).total).toBe(777.7)
  later(20)
  await app.db
    .insertInto('productPrice')
    .values({ id: 'dearer', productCode: 'SCISBARCODES', currency: 'AUD', unitCents: 20_000, startsOn, endsOn: null })
    .execute()
  expect((await orderOf(id)).total).toBe(777.7)
  await requestInvoice(app, id)
  expect((await leftBy(app, id)).orders[0]!.totalCents).toBe(77_770)
  await app.db.deleteFrom('productPrice').where('id', '=', 'dearer').execute()
})

test('unknown members are refused: no price or total is ever accepted from a page', async () => {
  const id = await newCart(app)
  for (const call of [ordersApi.orderDetails, ordersApi.requestInvoice, ordersApi.securePay] as const)
    await expect(app.as('hillview')(call, { id, total: 1 } as never)).rejects.toMatchObject({ status: 400 })
  expect((await leftBy(app, id)).orders).toEqual([])
})
