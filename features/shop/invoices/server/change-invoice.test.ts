import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { newCart, requestInvoice, review } from '#features/shop/orders/server/orders-testing.ts'
import { cardPageOf } from '#features/shop/payments/server/payments-testing.ts'
import { businessDay, dayAfter, dayMs } from '#kit/day.ts'
import { deskBillingApi } from '../../billing/contract.ts'

let app: TestApp
let card: ReturnType<typeof cardPageOf>
beforeAll(async () => {
  app = await testApp({ work: false })
  card = cardPageOf(app)
})
afterAll(() => app.close())
afterEach(() => app.setClock(() => new Date()))

const desk = () => app.as('desk')
const end = (call: 'cancelInvoice' | 'refundInvoice', invoiceId: string, endSubscriptions = true) =>
  desk()(deskBillingApi[call], { invoiceId, reason: 'Ordered twice.', endSubscriptions })
const markPaid = (invoiceId: string) => desk()(deskBillingApi.markInvoicePaid, { invoiceId, note: 'By cheque' })
const remind = (invoiceId: string) => desk()(deskBillingApi.remindOfInvoice, { invoiceId })
const numberOf = async (id: string) =>
  (await app.db.selectFrom('invoice').select('invoiceNo').where('id', '=', id).executeTakeFirstOrThrow()).invoiceNo
const auditOf = async (subject: string) =>
  app.db
    .selectFrom('auditEntry')
    .select(['action', 'customerId', 'userId', 'after'])
    .where('subject', '=', subject)
    .execute()
const byDesk = { customerId: 'demo-hillview', userId: 'demo-desk' }
const events = () => app.db.selectFrom('paymentEvent').selectAll().where('kind', '=', 'REFUNDED').execute()

async function paidByCard() {
  const { attempt } = await card.begin()
  await card.deliver('callback', await card.resultOf(attempt))
  return { attempt, invoiceId: attempt.invoiceId! }
}

test('a refund is added to the ledger of the card payment that it gives back, and of no other', async () => {
  await paidByCard()
  const { attempt, invoiceId } = await paidByCard()
  const { response } = await end('refundInvoice', invoiceId)
  expect(response).toMatchObject({ id: invoiceId, status: 'Refunded', endedReason: 'Ordered twice.' })
  expect(await events()).toMatchObject([
    { attemptId: attempt.id, way: 'desk', amountCents: 13_750, userId: 'demo-desk', note: 'Ordered twice.' },
  ])
  const after = { reason: 'Ordered twice.', endSubscriptions: true }
  expect(await auditOf(await numberOf(invoiceId))).toContainEqual({ ...byDesk, action: 'invoice_refunded', after })
})

test('a refund of a bank transfer is in no card ledger', async () => {
  const invoiceId = await card.invoiceOf()
  expect((await markPaid(invoiceId)).response).toMatchObject({ status: 'Paid', paidNote: 'By cheque' })
  const before = await events()
  await end('refundInvoice', invoiceId)
  expect(await events()).toEqual(before)
  expect(await auditOf(await numberOf(invoiceId))).toEqual([
    { ...byDesk, action: 'invoice_paid', after: { note: 'By cheque' } },
    { ...byDesk, action: 'invoice_refunded', after: { reason: 'Ordered twice.', endSubscriptions: true } },
  ])
})

test('cancelling adds no refund, and leaves subscriptions alone if the desk says so', async () => {
  const cart = await newCart(app)
  await review(app, cart)
  await requestInvoice(app, cart)
  const order = await app.db.selectFrom('shopOrder').selectAll().where('cartId', '=', cart).executeTakeFirstOrThrow()
  const bought = () => app.db.selectFrom('subscription').selectAll().where('orderId', '=', order.id).execute()
  const { id, invoiceNo } = await app.db
    .selectFrom('invoice')
    .selectAll()
    .where('orderId', '=', order.id)
    .executeTakeFirstOrThrow()
  const [before, refunds] = [await bought(), await events()]
  await end('cancelInvoice', id, false)
  expect(await bought()).toEqual(before)
  expect(await events()).toEqual(refunds)
  const after = { reason: 'Ordered twice.', endSubscriptions: false }
  expect(await auditOf(invoiceNo)).toEqual([{ ...byDesk, action: 'invoice_cancelled', after }])
  expect(await auditOf(order.orderNo)).toContainEqual({ ...byDesk, action: 'order_cancelled', after: {} })
})

test('a refund ends the running terms of the order today, removes those that have not started, and audits both', async () => {
  const today = businessDay(app.clock)
  const cart = await newCart(app, [{ productCode: 'SCISDATA', enrollmentSize: 412 }])
  await requestInvoice(app, cart)
  const order = await app.db.selectFrom('shopOrder').selectAll().where('cartId', '=', cart).executeTakeFirstOrThrow()
  const invoice = await app.db
    .selectFrom('invoice')
    .selectAll()
    .where('orderId', '=', order.id)
    .executeTakeFirstOrThrow()
  const terms = () =>
    app.db
      .selectFrom('subscription')
      .select(['id', 'startsOn', 'endsOn', 'dueForRenewal'])
      .where('orderId', '=', order.id)
      .orderBy('startsOn')
      .execute()
  const [upcoming] = await terms()
  expect(upcoming!.startsOn > today).toBe(true)
  const { id: _, ...term } = await app.db
    .selectFrom('subscription')
    .selectAll()
    .where('id', '=', upcoming!.id)
    .executeTakeFirstOrThrow()
  const add = (id: string, from: number, to: number) =>
    app.db
      .insertInto('subscription')
      .values({ ...term, id: `${order.id}-${id}`, startsOn: dayAfter(today, from), endsOn: dayAfter(today, to) })
      .execute()
  await add('running', -10, 10)
  await add('begins today', 0, 20)
  await add('ends today', -20, 0)
  await app.db.updateTable('subscription').set({ dueForRenewal: true }).where('orderId', '=', order.id).execute()
  await markPaid(invoice.id)
  await end('refundInvoice', invoice.id)
  expect(await terms()).toEqual([
    { id: `${order.id}-ends today`, startsOn: dayAfter(today, -20), endsOn: today, dueForRenewal: true },
    { id: `${order.id}-running`, startsOn: dayAfter(today, -10), endsOn: today, dueForRenewal: false },
    { id: `${order.id}-begins today`, startsOn: today, endsOn: today, dueForRenewal: false },
  ])
  expect(await auditOf(order.orderNo)).toContainEqual({
    ...{ ...byDesk, action: 'order_refunded' },
    after: { subscriptionsEnded: Array(3).fill('Catalogue data') },
  })
})

test('of two calls at once one changes the invoice; the other learns that it was late', async () => {
  const pending = await card.invoiceOf()
  const tries = await Promise.allSettled([markPaid(pending), end('cancelInvoice', pending)])
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'not_pending' } })
  const { invoiceId } = await paidByCard()
  const refunds = await Promise.allSettled([end('refundInvoice', invoiceId), end('refundInvoice', invoiceId)])
  expect(refunds.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'not_paid' } })
})

test('the school gets the invoice as it is now', async () => {
  const invoiceId = await card.invoiceOf()
  await end('cancelInvoice', invoiceId)
  const number = await numberOf(invoiceId)
  const mails = await app.db
    .selectFrom('outgoingMail')
    .innerJoin('outgoingMailAttachment', 'mailId', 'outgoingMail.id')
    .select(['recipient', 'subject', 'bodyText', 'name'])
    .where('subject', 'like', `%${number}%`)
    .orderBy('recipient')
    .execute()
  expect(mails).toMatchObject(
    ['librarian', 'office'].map((name) => ({
      recipient: `${name}@hillview.example`,
      subject: `Invoice ${number} has been cancelled`,
      bodyText: expect.stringContaining('Ordered twice.'),
      name: `Invoice ${number}.pdf`,
    })),
  )
})

test('an unknown invoice cannot be changed', async () => {
  for (const call of [() => end('cancelInvoice', 'x'), () => markPaid('x'), () => remind('x')])
    await expect(call()).rejects.toMatchObject({ status: 404, code: 'invoice_not_found' })
})

test('the desk may remind again the next day, and never of what is paid', async () => {
  const invoiceId = await card.invoiceOf()
  const later = (days: number) => {
    app.setClock(() => new Date(Date.now() + days * dayMs))
    app.signInAgain()
  }
  for (const days of [0, 1]) {
    later(days)
    await remind(invoiceId)
    await expect(remind(invoiceId)).rejects.toMatchObject({ code: 'reminded_today' })
  }
  expect(await auditOf(await numberOf(invoiceId))).toMatchObject(
    Array(2).fill({ ...byDesk, action: 'invoice_reminded' }),
  )
  await markPaid(invoiceId)
  await expect(remind(invoiceId)).rejects.toMatchObject({ status: 409, code: 'not_pending' })
  later(0)
})

test('an automatic reminder of today counts as the one of today', async () => {
  const invoiceId = await card.invoiceOf()
  const sentAt = app.clock()
  await app.db.insertInto('invoiceReminder').values({ invoiceId, kind: 'BEFORE_DUE', sentAt }).execute()
  await expect(remind(invoiceId)).rejects.toMatchObject({ code: 'reminded_today' })
})
