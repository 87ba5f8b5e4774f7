import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { timestampOf } from '#adapters/payments/gmt-timestamp.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import { hasPendingPayment } from '#features/shop/billing/server/money-on-its-way.ts'
import { leftBy, newCart, payNow } from '#features/shop/orders/server/orders-testing.ts'
import { hourMs } from '#kit/day.ts'
import { attemptInProcess, beginAttempt, begunByOf, cardFormOf, repeatedAttempt } from './payments.ts'
import { cardPageOf } from './payments-testing.ts'

let app: TestApp
let card: ReturnType<typeof cardPageOf>
const now = new Date()
beforeAll(async () => {
  app = await testApp({ work: false })
  card = cardPageOf(app)
})
afterAll(() => app.close())
beforeEach(() => {
  app.setClock(() => now)
  app.signInAgain()
})

const payer = { country: 'Australia', email: 'librarian@hillview.example' }
const setAttempt = (id: string, change: object) =>
  app.db.updateTable('paymentAttempt').set(change).where('id', '=', id).execute()

test('an attempt is stored with its time and its first event, and its form leads back to us', async () => {
  const { attempt, form } = await card.begin()
  expect(attempt.ref).toMatch(/^SCINV1-[0-9A-F]{12}$/)
  expect(attempt.id).toMatch(/^[0-9a-f]{32}$/)
  expect(attempt).toMatchObject({
    ...{ status: 'BEGUN', orderId: null, amountCents: 13_750, currency: 'AUD', customerId: 'demo-hillview' },
    ...{ fpTimestamp: timestampOf(now), createdAt: now, expiresAt: new Date(now.getTime() + 2 * hourMs) },
  })
  expect(form).toMatchObject({
    ...{ primaryRef: attempt.ref, amount: '13750', timestamp: timestampOf(now), email: payer.email },
    returnURL: 'http://localhost:8080/rest/payment/return',
    callbackURL: 'http://localhost:8080/rest/payment/callback',
    cancelURL: `http://localhost:8080/rest/payment/cancelled?id=${attempt.id}`,
    ...{ billingCountry: 'Australia', deliveryCountry: 'Australia' },
  })
  expect(cardFormOf(app, attempt, payer)).toEqual(form)
  const events = app.db.selectFrom('paymentEvent').selectAll().where('attemptId', '=', attempt.id)
  expect(await events.execute()).toMatchObject([
    { kind: 'BEGUN', way: 'portal', amountCents: 13_750, happenedAt: now, userId: null, note: '' },
  ])
})

test('each attempt is counted as started', async () => {
  const begun = async () => {
    const { values } = await app.metrics.registry.getSingleMetric('payment_attempts_total')!.get()
    return values.find(({ labels }) => labels.outcome === 'begun')?.value ?? 0
  }
  const before = await begun()
  await card.begin()
  expect(await begun()).toBe(before + 1)
})

test.each([0, -1])('no payment starts for %i cents', async (amountCents) => {
  const invoiceId = await card.invoiceOf()
  await expect(card.begin({ invoiceId }, amountCents)).rejects.toMatchObject({ status: 409, code: 'nothing_to_pay' })
  expect(await attemptInProcess(app.db, { invoiceId }, now)).toBe(false)
  expect((await card.begin({ invoiceId }, 1)).form.amount).toBe('1')
})

test('without a card page no payment starts', async () => {
  const invoiceId = await card.invoiceOf()
  const { payments: _, ...others } = app
  const begin = beginAttempt({ ...others, payments: undefined }, app.db, {
    ...{ for: { invoiceId }, number: 'SCINV1', customerId: 'demo-hillview', userId: null },
    ...{ amountCents: 1, currency: 'AUD', begunBy: 'nobody', payer },
  })
  await expect(begin).rejects.toMatchObject({ status: 503, code: 'card_off' })
  expect(await repeatedAttempt(app.db, 'nobody')).toBeUndefined()
})

test('an answer of the human check is for one thing and one caller', async () => {
  const all = [
    begunByOf('answer', 'invoice', 'one', null),
    begunByOf('answer', 'invoice', 'two', null),
    begunByOf('answer', 'invoice', 'one', 'somebody'),
    begunByOf('answer', 'invoice', 'one', 'null'),
    begunByOf('other', 'invoice', 'one', null),
    begunByOf('answer', 'invoiceone', null),
  ]
  expect(new Set(all).size).toBe(all.length)
  for (const each of all) expect(each).toMatch(/^[0-9a-f]{64}$/)
  expect(begunByOf('answer', 'invoice', 'one', null)).toBe(all[0])
  const { attempt } = await card.begin()
  await setAttempt(attempt.id, { begunBy: all[0] })
  expect(await repeatedAttempt(app.db, all[0]!)).toMatchObject({ id: attempt.id })
  expect(await repeatedAttempt(app.db, all[1]!)).toBeUndefined()
})

test('a payment may be pending for five minutes after it began, and as long as it is held', async () => {
  const { attempt } = await card.begin()
  const of = { invoiceId: attempt.invoiceId! }
  const after = (ms: number) => attemptInProcess(app.db, of, new Date(now.getTime() + ms))
  expect([await after(0), await after(299_999), await after(300_000)]).toEqual([true, true, false])
  expect(await attemptInProcess(app.db, { invoiceId: await card.invoiceOf() }, now)).toBe(false)
  for (const status of ['APPROVED', 'DECLINED', 'CANCELLED', 'RESOLVED']) {
    await setAttempt(attempt.id, { status, endedAt: now, txnId: '1' })
    expect([status, await after(0)]).toEqual([status, false])
  }
  await setAttempt(attempt.id, { status: 'HELD', holdReason: 'OTHER_AMOUNT' })
  expect(await after(1000 * hourMs)).toBe(true)
})

test('a pending payment of the order is one of its invoice, and one of another order is not', async () => {
  const cart = await newCart(app)
  await payNow(app, cart)
  const { orders, attempts } = await leftBy(app, cart)
  const [orderId, attemptId] = [orders[0]!.id, attempts[0]!.id]
  expect(await attemptInProcess(app.db, { orderId }, now)).toBe(true)
  expect(await attemptInProcess(app.db, { orderId: 'other' }, now)).toBe(false)
  const id = await card.invoiceOf()
  expect(await hasPendingPayment(app.db, { id, orderId }, now)).toBe(true)
  expect(await hasPendingPayment(app.db, { id, orderId: null }, now)).toBe(false)
  await setAttempt(attemptId, { status: 'DECLINED', endedAt: now })
  expect(await hasPendingPayment(app.db, { id, orderId }, now)).toBe(false)
  await card.begin({ invoiceId: id })
  for (const of of [
    { id, orderId: null },
    { id, orderId },
  ])
    expect(await hasPendingPayment(app.db, of, now)).toBe(true)
})
