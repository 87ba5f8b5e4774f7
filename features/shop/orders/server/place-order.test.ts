import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { billToOf } from '#features/shop/billing/server/bill-to.ts'
import { cardPageOf } from '#features/shop/payments/server/payments-testing.ts'
import { dayAfter, dayIn, defaultZone } from '#kit/day.ts'
import { counted, leftBy, newCart, payNow, requestInvoice, review, solve } from './orders-testing.ts'

let app: TestApp
let page: ReturnType<typeof cardPageOf>
let now = new Date()
beforeAll(async () => {
  app = await testApp({ work: false })
  app.setClock(() => now)
  page = cardPageOf(app)
})
afterAll(() => app.close())
beforeEach(() => {
  now = new Date()
  app.signInAgain()
})
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
  app.signInAgain()
}

const librarian = { customerId: 'demo-hillview', userId: 'demo-hillview-librarian' }
const gone = { messages: ['UNABLE_TO_RETRIEVE_CART'] }
const course = [{ productCode: 'SCISPLSTART' }]
const sums = { subTotalCents: 69_500, shippingCents: 1_200, gstCents: 7_070, totalCents: 77_770 }
const audited = (subject: string) =>
  app.db
    .selectFrom('auditEntry')
    .select(['action', 'customerId', 'userId', 'after'])
    .where('subject', '=', subject)
    .execute()

/** A card payment in progress for a new cart. */
async function begun(items?: Parameters<typeof newCart>[1]) {
  const id = await newCart(app, items)
  await payNow(app, id)
  const { orders, attempts } = await leftBy(app, id)
  return { id, order: orders[0]!, attempt: attempts[0]! }
}
const setAttempt = (id: string, change: object) =>
  app.db.updateTable('paymentAttempt').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
const setOrder = (id: string, status: 'PAID' | 'CANCELLED' | 'REFUNDED') =>
  app.db.updateTable('shopOrder').set({ status, placedAt: now }).where('id', '=', id).execute()

test('order and invoice keep who ordered, what, at which prices, and for whom', async () => {
  const id = await newCart(app)
  await app.db.updateTable('cart').set({ purchaseOrder: 'CART-7' }).where('id', '=', id).execute()
  await review(app, id)
  later(60)
  await requestInvoice(app, id)
  const { orders, invoices, subscriptions } = await leftBy(app, id)
  const billTo = await billToOf(app.db, 'demo-hillview')
  const kept = { ...sums, customerId: 'demo-hillview', currency: 'AUD', taxBasisPoints: 1000, purchaseOrder: 'CART-7' }
  const [order, invoice] = [orders[0]!, invoices[0]!]
  expect(order).toMatchObject({ ...kept, ...librarian, billTo, status: 'PLACED', createdAt: now, placedAt: now })
  const today = dayIn(defaultZone, now)
  expect(invoice).toMatchObject({ ...kept, billTo, status: 'PENDING', issuedOn: today, paidAt: null, createdAt: now })
  expect(invoice.dueOn).toBe(dayAfter(today, 30))

  const bought = [
    ['SCISDATA', 'Subscription', 'Catalogue data, one year', 1, 42_500, 412],
    ['SCISBARCODES', 'Library supplies', 'Barcode labels, 1,000', 2, 13_500, null],
    ['SHIPAUS22', 'Postage & Handling', expect.any(String), 1, 1_200, null],
  ]
  const parts = ['position', 'productCode', 'productCategory', 'description'] as const
  const figures = ['quantity', 'unitCents', 'enrollmentSize'] as const
  const rows = async (lines: Promise<Record<string, unknown>[]>) =>
    (await lines).map((line) => [...parts, ...figures].map((name) => line[name]))
  const numbered = bought.map((line, index) => [index + 1, ...line])
  const { db } = app
  expect(
    await rows(
      db.selectFrom('shopOrderLine').selectAll().where('orderId', '=', order.id).orderBy('position').execute(),
    ),
  ).toEqual(numbered)
  expect(
    await rows(
      db.selectFrom('invoiceLine').selectAll().where('invoiceId', '=', invoice.id).orderBy('position').execute(),
    ),
  ).toEqual(numbered)
  expect(subscriptions).toMatchObject([{ typeName: 'SUBSCRIPTION', customerId: 'demo-hillview', createdAt: now }])
  expect(await audited(order.orderNo)).toEqual([
    {
      ...librarian,
      action: 'order_placed',
      after: { invoiceNumber: invoice.invoiceNo, total: 777.7, currency: 'AUD', purchaseOrder: 'CART-7' },
    },
  ])
})

test('a paid order has its invoice paid on its day, and is audited as paid', async () => {
  const { id, order, attempt } = await begun()
  expect(order).toMatchObject({ ...sums, status: 'AWAITING_PAYMENT', placedAt: null, createdAt: now })
  expect(await audited(order.orderNo)).toEqual([])
  later(60)
  await page.deliver('callback', await page.resultOf(attempt))
  const { orders, invoices } = await leftBy(app, id)
  expect(orders).toMatchObject([{ status: 'PAID', placedAt: now, requestKey: null }])
  expect(invoices).toMatchObject([
    { ...sums, status: 'PAID', paidAt: now, issuedOn: dayIn(defaultZone, now), dueOn: dayIn(defaultZone, now) },
  ])
  expect(await audited(order.orderNo)).toMatchObject([
    { ...librarian, action: 'order_paid', after: { invoiceNumber: invoices[0]!.invoiceNo, total: 777.7 } },
  ])
  const cart = app.db.selectFrom('cart').select('closedAt').where('id', '=', id)
  expect(await cart.execute()).toEqual([{ closedAt: now }])
})

test('a free order is paid as soon as it is placed, and no card is asked for', async () => {
  const price = app.db.updateTable('productPrice').where('productCode', '=', 'SCISPLSTART')
  await price.set({ unitCents: 0 }).execute()
  const id = await newCart(app, course)
  expect((await review(app, id)).response).toMatchObject({ total: 0, allowCardPayment: false })
  await expect(payNow(app, id)).rejects.toMatchObject({ status: 409, code: 'nothing_to_pay' })
  await requestInvoice(app, id)
  const { orders, invoices } = await leftBy(app, id)
  expect(orders).toMatchObject([{ status: 'PAID', totalCents: 0 }])
  expect(invoices).toMatchObject([{ status: 'PAID', totalCents: 0, paidAt: now, dueOn: dayIn(defaultZone, now) }])
  await price.set({ unitCents: 6_500 }).execute()
})

test('a purchase order number given now replaces the one of an earlier attempt; none keeps it', async () => {
  const id = await newCart(app, course)
  const numberOf = async () => (await leftBy(app, id)).orders.map(({ purchaseOrder }) => purchaseOrder)
  for (const [given, kept] of [
    ['A-1', 'A-1'],
    [undefined, 'A-1'],
    ['B-2', 'B-2'],
    ['', ''],
  ] as const) {
    await payNow(app, id, given === undefined ? {} : { purchaseOrder: given })
    expect(await numberOf()).toEqual([kept])
    later(301)
  }
})

test.each([
  ['was paid', 'PAID', 'PAID_ALREADY'],
  ['was cancelled', 'CANCELLED', 'ENDED'],
  ['was refunded', 'REFUNDED', 'ENDED'],
] as const)('money for an order that %s meanwhile is held', async (_, status, holdReason) => {
  const { id, order, attempt } = await begun(course)
  await setOrder(order.id, status)
  await page.deliver('callback', await page.resultOf(attempt))
  expect(await page.stateOf(attempt)).toMatchObject({ status: 'HELD', holdReason, receipts: 0 })
  expect((await leftBy(app, id)).orders).toMatchObject([{ status }])
  expect(await counted(app, id)).toMatchObject({ invoices: 0 })
  for (const call of [review, payNow]) await expect(call(app, id)).rejects.toMatchObject(gone)
})

test.each([{ amountCents: 1_000 }, { currency: 'NZD' }])(
  'money of another sum than the order’s is held, and nothing is placed: %j',
  async (change) => {
    const { id, attempt } = await begun(course)
    await page.deliver('callback', await page.resultOf(await setAttempt(attempt.id, change)))
    expect(await page.stateOf(attempt)).toMatchObject({ status: 'HELD', holdReason: 'OTHER_AMOUNT', receipts: 0 })
    expect((await leftBy(app, id)).orders).toMatchObject([{ status: 'AWAITING_PAYMENT' }])
    // The order that it was for is being looked into: nothing else is paid meanwhile.
    expect(await payNow(app, id)).toMatchObject({ response: null, disableButtons: true })
  },
)

test('money of another sum than the invoice’s leaves the placed order unpaid', async () => {
  const { id, attempt } = await begun(course)
  later(301)
  await requestInvoice(app, id)
  await page.deliver('callback', await page.resultOf(await setAttempt(attempt.id, { amountCents: 1_000 })))
  expect(await page.stateOf(attempt)).toMatchObject({ status: 'HELD', holdReason: 'OTHER_AMOUNT' })
  const { orders, invoices } = await leftBy(app, id)
  expect([orders[0]!.status, invoices[0]!.status]).toEqual(['PLACED', 'PENDING'])
})

test('the person who pays is audited, or else the one who ordered', async () => {
  for (const userId of ['demo-hillview-assistant', null]) {
    const { order, attempt } = await begun(course)
    await setAttempt(attempt.id, { userId })
    await page.deliver('callback', await page.resultOf(attempt))
    expect(await audited(order.orderNo)).toMatchObject([{ userId: userId ?? 'demo-hillview-librarian' }])
  }
})

test('the form goes to the payer of the order, and the attempt names the person who pressed Pay Now', async () => {
  const id = await newCart(app, course)
  const { response } = await payNow(app, id, { person: 'assistant' })
  const { orders, attempts } = await leftBy(app, id)
  expect(response).toMatchObject({
    amount: '7150',
    currency: 'AUD',
    billingCountry: 'Australia',
    email: 'office@hillview.example',
  })
  expect(response!.primaryRef).toMatch(new RegExp(`^${orders[0]!.orderNo}-[0-9A-F]{12}$`))
  expect(attempts).toMatchObject([
    { ref: response!.primaryRef, orderId: orders[0]!.id, invoiceId: null, userId: 'demo-hillview-assistant' },
  ])
})

test.each([
  ['was declined', { status: 'DECLINED' }, { response: null }],
  ['was left', { status: 'CANCELLED' }, { response: null }],
  ['is held', { status: 'HELD', holdReason: 'OTHER_AMOUNT' }, { response: null, disableButtons: true }],
  ['has expired', { expiresAt: new Date() }, { response: null }],
] as const)('repeating Pay Now for a payment that %s gets no form to be charged by', async (_, change, answer) => {
  const id = await newCart(app, course)
  const token = await solve(app)
  await payNow(app, id, { answer: token })
  const [attempt] = (await leftBy(app, id)).attempts
  await setAttempt(attempt!.id, change)
  expect(await payNow(app, id, { answer: token })).toMatchObject(answer)
  expect(await counted(app, id)).toMatchObject({ attempts: 1 })
})

test('repeating Pay Now after a lost answer gets the same form, for the same payer', async () => {
  const id = await newCart(app, course)
  const token = await solve(app)
  const { response } = await payNow(app, id, { answer: token })
  later(60)
  expect((await payNow(app, id, { answer: token })).response).toEqual(response)
  expect(await counted(app, id)).toMatchObject({ orders: 1, attempts: 1 })
})

test('repeating Pay Now after the money has come says that the cart is gone', async () => {
  const id = await newCart(app, course)
  const token = await solve(app)
  await payNow(app, id, { answer: token })
  const [attempt] = (await leftBy(app, id)).attempts
  await page.deliver('callback', await page.resultOf(attempt!))
  await expect(payNow(app, id, { answer: token })).rejects.toMatchObject(gone)
})

test('only an invoice that was issued counts as an order', async () => {
  const placed = async () => {
    const { values } = await app.metrics.registry.getSingleMetric('orders_total')!.get()
    return values.find(({ labels }) => labels.way === 'invoice')?.value ?? 0
  }
  const { id } = await begun(course)
  const before = await placed()
  expect(await requestInvoice(app, id)).toMatchObject({ id: null })
  expect(await placed()).toBe(before)
  later(301)
  await requestInvoice(app, id)
  expect(await placed()).toBe(before + 1)
})

test('a cart is open until the second in which it expires', async () => {
  const id = await newCart(app, course)
  await review(app, id)
  later(3599)
  expect((await review(app, id)).response).toMatchObject({ countDown: 1 })
  later(1)
  await expect(requestInvoice(app, id)).rejects.toMatchObject({ messages: ['SHOPPING_CART_EXPIRED'] })
})

test('a cart with nothing but postage is not ordered', async () => {
  const id = await newCart(app, [{ productCode: 'SHIPAUS22' }])
  for (const call of [review, requestInvoice, payNow]) await expect(call(app, id)).rejects.toMatchObject(gone)
})

test('a cart that another one has replaced is not ordered', async () => {
  const id = await newCart(app, course)
  await app.db.updateTable('cart').set({ closedAt: now }).where('id', '=', id).execute()
  for (const call of [review, requestInvoice, payNow]) await expect(call(app, id)).rejects.toMatchObject(gone)
})

test('an invoice may be requested until one of the school’s is overdue for more than 90 days', async () => {
  const invoice = async (change: object) => {
    const invoiceId = await page.invoiceOf()
    await app.db
      .updateTable('invoice')
      .set({ issuedOn: '2020-01-01', dueOn: dayAfter(dayIn(defaultZone, now), -91), ...change })
      .where('id', '=', invoiceId)
      .execute()
    return invoiceId
  }
  const id = await newCart(app, course)
  const allowed = async () => (await review(app, id)).response!.allowInvoiceRequest
  await invoice({ status: 'CANCELLED' })
  await invoice({ customerId: 'demo-riverside' })
  await invoice({ dueOn: dayAfter(dayIn(defaultZone, now), -90) })
  expect(await allowed()).toBe(true)
  const owed = await invoice({})
  expect(await allowed()).toBe(false)
  await app.db.updateTable('invoice').set({ status: 'CANCELLED' }).where('id', '=', owed).execute()
  expect(await allowed()).toBe(true)
})

test('several terms of a product follow one another, after its own last one', async () => {
  await app.db.updateTable('product').set({ mostInCart: 2 }).where('code', '=', 'SCISZ').execute()
  const id = await newCart(app, [
    { productCode: 'SCISZ', quantity: 2 },
    { productCode: 'SCISDATA', enrollmentSize: 50 },
  ])
  const before = await app.db
    .selectFrom('subscription')
    .select(['productCode', 'endsOn'])
    .where('customerId', '=', 'demo-hillview')
    .execute()
  await requestInvoice(app, id)
  const { subscriptions } = await leftBy(app, id)
  const termsOf = (code: string) => subscriptions.filter(({ productCode }) => productCode === code)
  const [first, second] = termsOf('SCISZ')
  expect(before.filter(({ productCode }) => productCode === 'SCISZ')).toEqual([])
  expect(first!.startsOn).toBe(dayIn(defaultZone, now))
  expect(second!.startsOn).toBe(dayAfter(first!.endsOn, 1))
  const lastData = before.filter(({ productCode }) => productCode === 'SCISDATA').map(({ endsOn }) => endsOn)
  expect(termsOf('SCISDATA')).toMatchObject([
    { startsOn: dayAfter(lastData.toSorted().at(-1)!, 1), enrollmentSize: 50 },
  ])
  await app.db.updateTable('product').set({ mostInCart: 1 }).where('code', '=', 'SCISZ').execute()
})
