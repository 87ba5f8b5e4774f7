import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { subscriptionsApi } from '#features/shop/subscriptions/contract.ts'
import { type Day, dayMs } from '#kit/day.ts'
import { counted, labels, leftBy, newCart, payNow, requestInvoice, review, solve } from './orders-testing.ts'

let app: TestApp
let now: Date
beforeAll(async () => {
  app = await testApp({ work: false })
  now = new Date()
  app.setClock(() => now)
})
afterAll(() => app.close())

const one = { orders: 1, invoices: 1, subscriptions: 1, receipts: 1, attempts: 0 }
const gone = { subscriptionOrder: false, errorMessage: 'UNABLE_TO_RETRIEVE_CART', id: null }
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
  app.signInAgain()
}

test('a requested invoice is pending, with its order, subscription and receipt, and the cart is closed', async () => {
  const id = await newCart(app)
  await review(app, id)
  const answer = await requestInvoice(app, id, { purchaseOrder: 'HPS-77' })
  expect(answer).toMatchObject({ subscriptionOrder: true, errorMessage: null })
  const { orders, invoices, subscriptions, receipts } = await leftBy(app, id)
  expect(orders).toMatchObject([
    { status: 'PLACED', totalCents: 77_770, purchaseOrder: 'HPS-77', userId: 'demo-hillview-librarian' },
  ])
  expect(orders[0]!.orderNo).toMatch(/^SCORD\d+$/)
  expect(invoices).toMatchObject([
    { status: 'PENDING', totalCents: 77_770, gstCents: 7_070, shippingCents: 1_200, purchaseOrder: 'HPS-77' },
  ])
  expect(subscriptions).toMatchObject([
    {
      productCode: 'SCISDATA',
      productName: 'Catalogue data',
      enrollmentSize: 412,
      invoiceNumber: invoices[0]!.invoiceNo,
      purchaseOrder: 'HPS-77',
      payorName: 'Hillview Primary School',
    },
  ])
  expect(receipts).toMatchObject([{ id: answer.id, kind: 'INVOICE_REQUESTED', subscriptionOrder: true }])
  const cart = await app.db.selectFrom('cart').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(cart.closedAt).toEqual(now)
})

test('an order without a subscription says so', async () => {
  const id = await newCart(app, labels)
  expect(await requestInvoice(app, id)).toMatchObject({ subscriptionOrder: false, errorMessage: null })
  expect(await counted(app, id)).toEqual({ ...one, subscriptions: 0 })
})

test('without a passed human check nothing is ordered', async () => {
  const id = await newCart(app)
  for (const answer of ['', 'forged', await solve(app, 'pay-invoice')])
    expect(await app.skipPauses(() => requestInvoice(app, id, { answer }))).toMatchObject({
      errorMessage: 'Please verify that you are not a robot.',
      id: null,
    })
  expect(await counted(app, id)).toMatchObject({ orders: 0 })
})

test('a retry after a lost answer gets the same receipt; another call is asked to check the mail', async () => {
  const id = await newCart(app)
  const answer = await solve(app)
  const first = await requestInvoice(app, id, { answer })
  expect(await requestInvoice(app, id, { answer })).toEqual(first)
  later(120)
  expect(await requestInvoice(app, id, { answer })).toEqual(first)
  expect(await requestInvoice(app, id)).toMatchObject(gone)
  // Someone else with the same answer does not get the receipt either.
  const other = app.skipPauses(() => requestInvoice(app, id, { answer, person: 'assistant' }))
  expect(await other).toMatchObject({ id: null })
  expect(await counted(app, id)).toEqual(one)
})

test('two simultaneous clicks make one order with one receipt', async () => {
  const id = await newCart(app)
  const answer = await solve(app)
  const answers = await Promise.all([1, 2, 3].map(() => requestInvoice(app, id, { answer })))
  expect(new Set(answers.map((each) => each.id)).size).toBe(1)
  expect(answers[0]!.id).toMatch(/^[0-9a-f]{32}$/)
  expect(await counted(app, id)).toEqual(one)
})

test('two windows or two colleagues at the same moment make one order', async () => {
  const id = await newCart(app)
  const tokens = await Promise.all([1, 2, 3, 4].map(() => solve(app)))
  const answers = await Promise.all(
    tokens.map((answer, n) => requestInvoice(app, id, { answer, person: n % 2 ? 'assistant' : 'hillview' })),
  )
  expect(answers.filter((each) => each.id !== null)).toHaveLength(1)
  expect(answers.filter((each) => each.errorMessage === 'UNABLE_TO_RETRIEVE_CART')).toHaveLength(3)
  expect(await counted(app, id)).toEqual(one)
})

test('Pay Now and Request Invoice at the same moment make one order', async () => {
  const id = await newCart(app)
  const [one, other] = [await solve(app), await solve(app)]
  const [form, invoice] = await Promise.all([
    payNow(app, id, { answer: one }).catch((error) => error),
    requestInvoice(app, id, { answer: other }),
  ])
  const left = await counted(app, id)
  expect(left.orders).toBe(1)
  if (invoice.id) {
    expect(form).toMatchObject({ status: 400, messages: ['UNABLE_TO_RETRIEVE_CART'] })
    expect(left).toMatchObject({ invoices: 1, attempts: 0 })
  } else {
    expect(invoice.errorMessage).toMatch(/^You have a purchase request that has just been submitted/)
    expect(form.response.primaryRef).toBeTruthy()
    expect(left).toMatchObject({ invoices: 0, subscriptions: 0, receipts: 0, attempts: 1 })
  }
})

test('no invoice is requested while a card payment may be pending; five minutes later one is, for the same order', async () => {
  const id = await newCart(app)
  await payNow(app, id)
  expect((await requestInvoice(app, id)).errorMessage).toMatch(/is currently in process, please wait a few minutes/)
  expect(await counted(app, id)).toMatchObject({ orders: 1, invoices: 0 })
  later(6)
  expect(await requestInvoice(app, id, { purchaseOrder: 'LATE-1' })).toMatchObject({ errorMessage: null })
  const { orders, invoices } = await leftBy(app, id)
  expect(orders).toMatchObject([{ status: 'PLACED', purchaseOrder: 'LATE-1' }])
  expect(invoices).toMatchObject([{ status: 'PENDING', purchaseOrder: 'LATE-1' }])
})

test('another customer’s cart and an expired one are not ordered', async () => {
  const id = await newCart(app)
  await expect(requestInvoice(app, id, { person: 'riverside' })).rejects.toMatchObject({
    status: 400,
    messages: ['UNABLE_TO_RETRIEVE_CART'],
  })
  await review(app, id)
  later(60)
  await expect(requestInvoice(app, id)).rejects.toMatchObject({ status: 400, messages: ['SHOPPING_CART_EXPIRED'] })
  await expect(payNow(app, id)).rejects.toMatchObject({ status: 400, messages: ['SHOPPING_CART_EXPIRED'] })
  expect(await counted(app, id)).toMatchObject({ orders: 0 })
})

test('a school with a long overdue invoice must pay by card', async () => {
  const id = await newCart(app)
  const due = (dueOn: Day) =>
    app.db.updateTable('invoice').set({ dueOn }).where('id', '=', 'demo-invoice-10001').execute()
  const { dueOn } = await app.db
    .selectFrom('invoice')
    .select('dueOn')
    .where('id', '=', 'demo-invoice-10001')
    .executeTakeFirstOrThrow()
  await app.db.updateTable('invoice').set({ issuedOn: '2020-01-01' }).where('id', '=', 'demo-invoice-10001').execute()
  await due('2020-02-01')
  expect((await review(app, id)).response!.allowInvoiceRequest).toBe(false)
  await expect(requestInvoice(app, id)).rejects.toMatchObject({ status: 403, code: 'invoice_not_allowed' })
  expect(await counted(app, id)).toMatchObject({ orders: 0 })
  await due(dueOn)
  expect((await review(app, id)).response!.allowInvoiceRequest).toBe(true)
})

test('simultaneous orders are serialised: terms of a product never overlap', async () => {
  const carts = await Promise.all([1, 2, 3].map(() => newCart(app, [{ productCode: 'SCISZ' }], 'riverside')))
  const tokens = await Promise.all(carts.map(() => solve(app)))
  await Promise.all(carts.map((id, n) => requestInvoice(app, id, { answer: tokens[n]!, person: 'riverside' })))
  const { response } = await app.as('riverside')(subscriptionsApi.listSubscriptions, {})
  const terms = response
    .filter(({ productCode }) => productCode === 'SCISZ')
    .map(({ effectiveStartDate, effectiveEndDate }) => [effectiveStartDate, effectiveEndDate] as const)
    .toSorted()
  expect(terms.length).toBeGreaterThanOrEqual(3)
  for (const [index, [starts]] of terms.entries())
    if (index > 0) expect(Date.parse(starts)).toBe(Date.parse(terms[index - 1]![1]) + dayMs)
})
