import { afterAll, beforeAll, expect, test } from 'vitest'
import { timestampOf } from '#adapters/payments/gmt-timestamp.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import { leftBy, newCart, payNow } from '#features/shop/orders/server/orders-testing.ts'
import { paymentsApi } from '../contract.ts'
import { cardPageOf } from './payments-testing.ts'

let app: TestApp
let card: ReturnType<typeof cardPageOf>
beforeAll(async () => {
  app = await testApp({ work: false })
  card = cardPageOf(app)
})
afterAll(() => app.close())

const held = async (signed: Record<string, string> = { amount: '100' }) => {
  const { attempt } = await card.begin()
  await card.comeBack(await card.resultOf(attempt, signed))
  return attempt
}
const decide = (id: string, resolution: 'ACCEPTED' | 'GIVEN_BACK' | 'NOT_PAID') =>
  app.as('desk')(paymentsApi.resolvePayment, { id, resolution, note: 'Looked up on the card page' })

test('the desk finds held payments, with their whole history', async () => {
  const attempt = await held()
  const list = await app.as('desk')(paymentsApi.deskPayments, { state: 'HELD' })
  expect(list.held).toBe(list.totalCount)
  expect(list.response[0]).toMatchObject({
    id: attempt.id,
    held: true,
    holdReason: 'OTHER_AMOUNT',
    amount: 137.5,
    organisation: 'Hillview Primary School',
    receiptId: null,
  })
  const { response } = await app.as('desk')(paymentsApi.deskPayment, { id: attempt.id })
  expect(response.events.map(({ kind, way, amount }) => [kind, way, amount])).toEqual([
    ['BEGUN', 'portal', 137.5],
    ['HELD', 'return', 1],
  ])
  expect(JSON.stringify(response)).not.toMatch(/begunBy|fpTimestamp/)
})

test('accepted money pays what it was for, once, and the decision is audited', async () => {
  const attempt = await held()
  const decisions = await Promise.allSettled([decide(attempt.id, 'ACCEPTED'), decide(attempt.id, 'ACCEPTED')])
  expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(decisions.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'not_held' } })
  expect(await card.stateOf(attempt)).toMatchObject({
    status: 'RESOLVED',
    resolution: 'ACCEPTED',
    invoice: 'PAID',
    receipts: 1,
    events: ['BEGUN', 'HELD', 'RESOLVED'],
  })
  const notes = await app.db
    .selectFrom('auditEntry')
    .select('action')
    .where('subject', '=', attempt.ref)
    .where('customerId', '=', 'demo-hillview')
    .execute()
  expect(notes).toEqual([{ action: 'payment_resolved' }])
})

test.each(['GIVEN_BACK', 'NOT_PAID'] as const)(
  '%s pays nothing, and the invoice can be paid again',
  async (decision) => {
    const attempt = await held()
    expect((await decide(attempt.id, decision)).response).toMatchObject({ resolution: decision, held: false })
    expect(await card.stateOf(attempt)).toMatchObject({ status: 'RESOLVED', invoice: 'PENDING', receipts: 0 })
    const again = await card.begin({ invoiceId: attempt.invoiceId! })
    await card.comeBack(await card.resultOf(again.attempt))
    expect(await card.stateOf(again.attempt)).toMatchObject({ status: 'APPROVED', invoice: 'PAID' })
  },
)

test('a second payment is held too; it cannot be accepted, only returned', async () => {
  const { attempt } = await card.begin()
  for (const seconds of [0, 1]) {
    const timestamp = timestampOf(new Date(app.clock().getTime() + seconds * 1000))
    await card.comeBack(await card.resultOf(attempt, { timestamp }))
  }
  const { response } = await app.as('desk')(paymentsApi.deskPayments, { state: 'HELD', text: attempt.ref })
  expect(response).toMatchObject([{ id: attempt.id, state: 'APPROVED', holdReason: 'SECOND_APPROVAL', held: true }])
  await expect(decide(attempt.id, 'ACCEPTED')).rejects.toMatchObject({ code: 'paid_already' })
  expect((await decide(attempt.id, 'GIVEN_BACK')).response).toMatchObject({ state: 'APPROVED', held: false })
  expect(await card.stateOf(attempt)).toMatchObject({ invoice: 'PAID', receipts: 1 })
})

test('a payment for something paid otherwise meanwhile cannot be accepted', async () => {
  const attempt = await held()
  await app.db
    .updateTable('invoice')
    .set({ status: 'PAID', paidAt: app.clock() })
    .where('id', '=', attempt.invoiceId)
    .execute()
  await expect(decide(attempt.id, 'ACCEPTED')).rejects.toMatchObject({ code: 'paid_already', status: 409 })
  expect(await card.stateOf(attempt)).toMatchObject({ status: 'HELD', events: ['BEGUN', 'HELD'], receipts: 0 })
})

test('money for what was cancelled meanwhile cannot be accepted either', async () => {
  const attempt = await held()
  await app.db.updateTable('invoice').set({ status: 'CANCELLED' }).where('id', '=', attempt.invoiceId).execute()
  await expect(decide(attempt.id, 'ACCEPTED')).rejects.toMatchObject({ code: 'ended_already', status: 409 })
  expect(await card.stateOf(attempt)).toMatchObject({ status: 'HELD', invoice: 'CANCELLED', receipts: 0 })
})

test('no one decides about a payment that is not held', async () => {
  const begun = (await card.begin()).attempt
  const [paid, declined] = [(await card.begin()).attempt, (await card.begin()).attempt]
  await card.comeBack(await card.resultOf(paid))
  await card.comeBack(await card.resultOf(declined, { summarycode: '2' }))
  for (const [attempt, status] of [
    [begun, 'BEGUN'],
    [paid, 'APPROVED'],
    [declined, 'DECLINED'],
  ] as const) {
    for (const decision of ['ACCEPTED', 'GIVEN_BACK', 'NOT_PAID'] as const)
      await expect(decide(attempt.id, decision)).rejects.toMatchObject({ code: 'not_held', status: 409 })
    const receipts = status === 'APPROVED' ? 1 : 0
    expect(await card.stateOf(attempt)).toMatchObject({ status, resolution: '', resolvedAt: null, receipts })
  }
})

test('accepted money places the order that it was for, which counts as one by card; nothing else counts', async () => {
  const placed = async () => {
    const { values } = await app.metrics.registry.getSingleMetric('orders_total')!.get()
    return values.find(({ labels }) => labels.way === 'card')?.value ?? 0
  }
  const heldOrder = async () => {
    const cart = await newCart(app)
    await payNow(app, cart)
    const attempt = (await leftBy(app, cart)).attempts[0]!
    await card.comeBack(await card.resultOf(attempt, { amount: '100' }))
    return { cart, attempt }
  }
  const [one, other, invoice] = [await heldOrder(), await heldOrder(), await held()]
  const before = await placed()
  await decide(one.attempt.id, 'ACCEPTED')
  expect(await placed()).toBe(before + 1)
  expect(await leftBy(app, one.cart)).toMatchObject({ orders: [{ status: 'PAID' }], invoices: [{ status: 'PAID' }] })
  await decide(other.attempt.id, 'GIVEN_BACK')
  await decide(invoice.id, 'ACCEPTED')
  expect(await placed()).toBe(before + 1)
  expect(await leftBy(app, other.cart)).toMatchObject({ orders: [{ status: 'AWAITING_PAYMENT' }], invoices: [] })
})

test('a decision is kept with its note, and with who made it, in the history and in the audit log', async () => {
  const attempt = await held({ amount: '100', txnid: 'HELD-1' })
  await decide(attempt.id, 'NOT_PAID')
  const { response } = await app.as('desk')(paymentsApi.deskPayment, { id: attempt.id })
  const note = 'Looked up on the card page'
  expect(response.resolvedDate).toBe(response.events.at(-1)!.happenedDate)
  expect(response.events.at(-1)).toMatchObject({
    ...{ kind: 'RESOLVED', way: 'desk', amount: null, transactionID: 'HELD-1', resultCode: 'NOT_PAID', note },
    by: response.resolvedBy,
  })
  const noted = app.db.selectFrom('auditEntry').select(['userId', 'customerId', 'after'])
  expect(await noted.where('subject', '=', attempt.ref).execute()).toEqual([
    { userId: 'demo-desk', customerId: 'demo-hillview', after: { resolution: 'NOT_PAID', note } },
  ])
})

test('the desk searches by school, reference, invoice and transaction', async () => {
  const { attempt } = await card.begin()
  const result = await card.resultOf(attempt)
  await card.comeBack(result)
  const { invoiceNo } = await app.db
    .selectFrom('invoice')
    .select('invoiceNo')
    .where('id', '=', attempt.invoiceId)
    .executeTakeFirstOrThrow()
  for (const text of [attempt.ref.slice(3), invoiceNo, result.txnid!]) {
    const { response, totalCount } = await app.as('desk')(paymentsApi.deskPayments, { text })
    expect([totalCount, response[0]!.invoiceNumber]).toEqual([1, invoiceNo])
  }
  expect((await app.as('desk')(paymentsApi.deskPayments, { text: '%' })).totalCount).toBe(0)
  const approved = await app.as('desk')(paymentsApi.deskPayments, { state: 'APPROVED', customerId: 'demo-hillview' })
  expect(approved.response.every(({ state }) => state === 'APPROVED')).toBe(true)
})

test('a school sees its own payment attempts, and no other school’s', async () => {
  const { attempt } = await card.begin()
  const own = await app.as('assistant')(paymentsApi.listPayments, {})
  expect(own.response[0]).toMatchObject({ id: attempt.id, state: 'BEGUN', amount: 137.5, paidBy: '' })
  const other = await app.as('riverside')(paymentsApi.listPayments, {})
  expect(other.response.map(({ id }) => id)).not.toContain(attempt.id)
})

test('only the desk decides, with a note, and only about an existing payment', async () => {
  const attempt = await held()
  const input = { id: attempt.id, resolution: 'ACCEPTED', note: 'x' } as const
  for (const person of [null, 'hillview', 'admin', 'student'] as const)
    await expect(app.as(person)(paymentsApi.resolvePayment, input)).rejects.toMatchObject({ status: 403 })
  await expect(app.as('desk')(paymentsApi.resolvePayment, { ...input, note: ' ' })).rejects.toMatchObject({
    status: 400,
  })
  await expect(decide('nothing', 'NOT_PAID')).rejects.toMatchObject({ code: 'payment_not_found', status: 404 })
  await expect(app.as('desk')(paymentsApi.deskPayment, { id: 'nothing' })).rejects.toMatchObject({ status: 404 })
  expect(await card.stateOf(attempt)).toMatchObject({ status: 'HELD', invoice: 'PENDING' })
})
