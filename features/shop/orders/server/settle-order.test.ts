import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { timestampOf } from '#adapters/payments/gmt-timestamp.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import { paymentsApi } from '#features/shop/payments/contract.ts'
import { cardPageOf } from '#features/shop/payments/server/payments-testing.ts'
import { dayIn, defaultZone } from '#kit/day.ts'
import { ordersApi } from '../contract.ts'
import { orderOfInvoice } from './order-of-invoice.ts'
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
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
  app.signInAgain()
}
const declined = { summarycode: '2', rescode: '05', restext: 'Do not honour' }

/** A counter's values by its only label, minus those in `before`. */
async function total(name: string, before: Record<string, number> = {}) {
  const { values } = await app.metrics.registry.getSingleMetric(name)!.get()
  const now = values.map(({ labels, value }) => [String(Object.values(labels)[0]), value] as const)
  return Object.fromEntries(
    now.map(([label, value]) => [label, value - (before[label] ?? 0)] as const).filter(([, value]) => value > 0),
  )
}

/** Begins a payment for a new or existing cart. */
async function begin(cart?: string) {
  const id = cart ?? (await newCart(app))
  await payNow(app, id)
  const { attempts } = await leftBy(app, id)
  return { id, attempt: attempts.at(-1)! }
}

test('an approved payment makes a paid order with its paid invoice, subscription and receipt, however often it is delivered', async () => {
  const { id, attempt } = await begin()
  expect(await counted(app, id)).toEqual({ orders: 1, invoices: 0, subscriptions: 0, receipts: 0, attempts: 1 })
  const result = await page.resultOf(attempt)
  await Promise.all(Array.from({ length: 20 }, (_, n) => page.deliver(n % 2 ? 'return' : 'callback', result)))
  expect(await counted(app, id)).toEqual({ orders: 1, invoices: 1, subscriptions: 1, receipts: 1, attempts: 1 })
  const { orders, invoices, subscriptions, receipts } = await leftBy(app, id)
  expect(orders).toMatchObject([{ status: 'PAID', totalCents: 77_770 }])
  expect(invoices).toMatchObject([{ status: 'PAID', totalCents: 77_770 }])
  expect(subscriptions).toMatchObject([{ productCode: 'SCISDATA', invoiceNumber: invoices[0]!.invoiceNo }])
  expect(receipts).toMatchObject([{ kind: 'PAID', attemptId: attempt.id, subscriptionOrder: true }])
  await expect(review(app, id)).rejects.toMatchObject({ messages: ['UNABLE_TO_RETRIEVE_CART'] })
  await expect(payNow(app, id)).rejects.toMatchObject({ messages: ['UNABLE_TO_RETRIEVE_CART'] })
})

test('metrics count orders by how they were placed and payment attempts by outcome, each once', async () => {
  const [before, triesBefore] = [await total('orders_total'), await total('payment_attempts_total')]
  const { id, attempt } = await begin()
  const unpaid = await page.resultOf(attempt, declined)
  const result = await page.resultOf(attempt)
  for (const each of [unpaid, result, result]) await page.deliver('callback', each)
  const later = timestampOf(new Date(app.clock().getTime() + 1000))
  await page.deliver('callback', await page.resultOf(attempt, { ...declined, timestamp: later }))
  await requestInvoice(app, await newCart(app))
  const held = await begin()
  await page.deliver('callback', await page.resultOf(held.attempt, { amount: '1' }))
  await app.as('desk')(paymentsApi.resolvePayment, { id: held.attempt.id, resolution: 'ACCEPTED', note: 'Looked up' })
  expect((await leftBy(app, id)).orders).toMatchObject([{ status: 'PAID' }])
  expect(await total('orders_total', before)).toEqual({ card: 2, invoice: 1 })
  const tries = await total('payment_attempts_total', triesBefore)
  expect(tries).toEqual({ begun: 2, declined: 2, approved: 1, held: 1 })
})

test('after a declined payment the cart can be paid again at once, and that payment may still be approved later', async () => {
  const { id, attempt } = await begin()
  expect(await page.comeBack(await page.resultOf(attempt, declined))).toBe(`/orderDetails?cmsId=${id}&payment=declined`)
  expect((await review(app, id)).response).toMatchObject({ disableButtons: false, total: 777.7 })
  const second = await begin(id)
  expect(second.attempt.id).not.toBe(attempt.id)
  await page.deliver('callback', await page.resultOf(attempt))
  expect(await counted(app, id)).toMatchObject({ orders: 1, invoices: 1, receipts: 1, attempts: 2 })
  // Money for something already paid is held for a person.
  await page.deliver('callback', await page.resultOf(second.attempt))
  expect(await page.stateOf(second.attempt)).toMatchObject({ status: 'HELD', holdReason: 'PAID_ALREADY', receipts: 0 })
  expect(await counted(app, id)).toMatchObject({ orders: 1, invoices: 1, subscriptions: 1, receipts: 1 })
})

test('money that arrives after an invoice was requested pays that invoice', async () => {
  const { id, attempt } = await begin()
  later(6)
  expect(await requestInvoice(app, id)).toMatchObject({ errorMessage: null })
  await page.deliver('callback', await page.resultOf(attempt))
  const { orders, invoices, subscriptions, receipts } = await leftBy(app, id)
  expect([orders.length, invoices.length, subscriptions.length]).toEqual([1, 1, 1])
  expect([orders[0]!.status, invoices[0]!.status]).toEqual(['PAID', 'PAID'])
  expect(receipts.map(({ kind }) => kind).sort()).toEqual(['INVOICE_REQUESTED', 'PAID'])
})

test('money for a cancelled order is held for a person, and the order’s subscriptions have ended', async () => {
  const { id, attempt } = await begin()
  later(6)
  await requestInvoice(app, id)
  const { orders } = await leftBy(app, id)
  const orderId = orders[0]!.id
  await app.db.transaction().execute((tx) =>
    orderOfInvoice.ended(app, tx, {
      orderId,
      status: 'CANCELLED',
      endSubscriptions: true,
      userId: 'demo-desk',
    }),
  )
  const { subscriptions } = await leftBy(app, id)
  expect(subscriptions.filter(({ endsOn }) => endsOn > dayIn(defaultZone, now))).toEqual([])
  await page.deliver('callback', await page.resultOf(attempt))
  expect(await page.stateOf(attempt)).toMatchObject({ status: 'HELD', holdReason: 'ENDED' })
  expect((await leftBy(app, id)).orders[0]!.status).toBe('CANCELLED')
})

test('repeating Pay Now after a lost answer gets the same form; a different attempt at the same moment must wait', async () => {
  const id = await newCart(app)
  const answer = await solve(app)
  const [one, same, other] = await Promise.all([
    payNow(app, id, { answer }),
    payNow(app, id, { answer }),
    payNow(app, id),
  ])
  const forms = [one, same, other].filter(({ response }) => response !== null)
  expect(new Set(forms.map(({ response }) => response!.primaryRef)).size).toBe(1)
  expect(await counted(app, id)).toMatchObject({ orders: 1, attempts: 1 })
  const { response } = await payNow(app, id, { answer: forms.includes(other) ? await solve(app) : answer })
  if (!forms.includes(other)) expect(response).toEqual(one.response)
  expect(await payNow(app, id)).toMatchObject({ response: null, disableButtons: true })
  const another = await newCart(app)
  expect(await app.skipPauses(() => payNow(app, another, { answer }))).toMatchObject({ response: null })
  expect(await counted(app, id)).toMatchObject({ orders: 1, attempts: 1 })
})

test('the desk finds every order with its invoice and subscriptions, a school its own', async () => {
  const { id, attempt } = await begin()
  await page.deliver('callback', await page.resultOf(attempt))
  const { orders, invoices } = await leftBy(app, id)
  const found = await app.as('desk')(ordersApi.deskOrders, { text: `hillview ${orders[0]!.orderNo}`, status: 'PAID' })
  expect(found).toMatchObject({
    totalCount: 1,
    response: [
      {
        orderNumber: orders[0]!.orderNo,
        invoiceNumber: invoices[0]!.invoiceNo,
        organisation: 'Hillview Primary School',
        orderedBy: 'Hillview Librarian',
        total: 777.7,
        subscriptions: [{ productCode: 'SCISDATA' }],
      },
    ],
  })
  expect((await app.as('desk')(ordersApi.deskOrders, { text: '%_' })).totalCount).toBe(0)
  const own = await app.as('assistant')(ordersApi.listOrders, {})
  expect(own.response[0]).toMatchObject({ orderNumber: orders[0]!.orderNo, status: 'PAID' })
  expect((await app.as('riverside')(ordersApi.listOrders, {})).response).toEqual([])
})
