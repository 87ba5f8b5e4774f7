import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { timestampOf } from '#adapters/payments/gmt-timestamp.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import { paymentsApi } from '../contract.ts'
import { attemptHours, clockMinutes } from '../rules.ts'
import { cardPageOf } from './payments-testing.ts'

let app: TestApp
let card: ReturnType<typeof cardPageOf>
beforeAll(async () => {
  app = await testApp({ work: false })
  card = cardPageOf(app)
})
afterAll(() => app.close())

/** Signed seconds after now, so that it is another result than one signed now. */
const after = (seconds: number) => ({ timestamp: timestampOf(new Date(app.clock().getTime() + seconds * 1000)) })
const resolve = (id: string, resolution: 'ACCEPTED' | 'GIVEN_BACK' | 'NOT_PAID') =>
  app.as('desk')(paymentsApi.resolvePayment, { id, resolution, note: 'Looked up' })

const declined = { summarycode: '2', rescode: '51', restext: 'Insufficient Funds' }
const cancelled = { summarycode: '4', rescode: '', restext: 'Cancelled', txnid: '' }

test('an approval pays the invoice, and leads the browser to its receipt', async () => {
  const { attempt } = await card.begin()
  const result = await card.resultOf(attempt)
  const page = new URL(await card.comeBack(result), 'http://portal')
  expect(page.pathname).toBe('/payment/receipt')
  const fields = Object.fromEntries(page.searchParams)
  expect(fields).toMatchObject({ payNow: 'true', transactionID: result.txnid, amount: '137.50' })
  expect(await card.stateOf(attempt)).toMatchObject({
    status: 'APPROVED',
    txnId: result.txnid,
    cardMasked: '444433...111',
    invoice: 'PAID',
    events: ['APPROVED', 'BEGUN'],
    receipts: 1,
  })
  const receipt = await app.db.selectFrom('receipt').select('id').where('attemptId', '=', attempt.id).execute()
  expect(receipt).toEqual([{ id: fields.id }])
})

test('of fifty simultaneous deliveries, by both ways, one pays; all get the same answer', async () => {
  const { attempt } = await card.begin()
  const result = await card.resultOf(attempt)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => card.deliver(n % 2 ? 'return' : 'callback', result)),
  )
  expect(
    new Set(answers.map(({ statusCode, body, headers }) => `${statusCode} ${body} ${headers.location}`)).size,
  ).toBe(2)
  expect(answers.filter(({ statusCode, body }) => statusCode === 200 && body === 'OK')).toHaveLength(25)
  expect(await card.stateOf(attempt)).toMatchObject({
    status: 'APPROVED',
    events: ['APPROVED', 'BEGUN', 'REPEATED', 'REPEATED'],
    receipts: 1,
    invoice: 'PAID',
  })
})

test('a result is accepted by GET and by POST, its parameters in any order', async () => {
  const { attempt } = await card.begin()
  const result = await card.resultOf(attempt)
  const query = new URLSearchParams(Object.entries(result).reverse())
  const reply = await app.raw(null, { url: `/rest/payment/callback?${query}` })
  expect([reply.statusCode, reply.body]).toEqual([200, 'OK'])
  expect(await card.stateOf(attempt)).toMatchObject({ status: 'APPROVED' })
})

test('an amount with decimals is the same amount', async () => {
  const { attempt } = await card.begin()
  await card.comeBack(await card.resultOf(attempt, { amount: '137.50' }))
  expect(await card.stateOf(attempt)).toMatchObject({ status: 'APPROVED' })
})

test.each([
  ['declined', declined, 'DECLINED'],
  ['cancelled', cancelled, 'CANCELLED'],
])('%s leads back to a page where one can pay again, and nothing is paid', async (payment, signed, status) => {
  const { attempt } = await card.begin()
  const page = new URL(await card.comeBack(await card.resultOf(attempt, signed)), 'http://portal')
  expect(page.pathname).toMatch(/^\/payInvoice\/\w+\/T\w+$/)
  expect(Object.fromEntries(page.searchParams)).toEqual({ payment })
  expect(await card.stateOf(attempt)).toMatchObject({ status, invoice: 'PENDING', receipts: 0 })
})

test.each([
  ['decline', declined, 'DECLINED', 'declined'],
  ['cancellation', cancelled, 'CANCELLED', 'cancelled'],
])('a %s delivered again is the same news', async (_, signed, status, payment) => {
  const { attempt } = await card.begin()
  const result = await card.resultOf(attempt, signed)
  for (let n = 0; n < 2; n++) expect(await card.comeBack(result)).toContain(`payment=${payment}`)
  expect(await card.stateOf(attempt)).toMatchObject({ status, events: ['BEGUN', status, 'REPEATED'].sort() })
  const notes = app.db.selectFrom('paymentEvent').select('note').where('attemptId', '=', attempt.id)
  expect(await notes.execute()).toEqual(Array(3).fill({ note: '' }))
})

test('the newest of several refusals is the one that is shown', async () => {
  const { attempt } = await card.begin()
  for (const [n, signed] of [cancelled, declined, cancelled].entries()) {
    await card.comeBack(await card.resultOf(attempt, { ...signed, ...after(n) }))
    expect(await card.stateOf(attempt)).toMatchObject({ status: signed === declined ? 'DECLINED' : 'CANCELLED' })
  }
})

test('a declined payment may be approved later; a paid one never changes', async () => {
  const { attempt } = await card.begin()
  const refusal = await card.resultOf(attempt, declined)
  await card.comeBack(refusal)
  const approval = await card.resultOf(attempt)
  expect(await card.comeBack(approval)).toContain('/payment/receipt')
  // The decline again, and a new one: the browser sees the true state.
  const late = await card.resultOf(attempt, cancelled)
  for (const each of [refusal, late]) expect(await card.comeBack(each)).toContain('/payment/receipt')
  expect(await card.stateOf(attempt)).toMatchObject({ status: 'APPROVED', invoice: 'PAID', receipts: 1 })
})

test('leaving the card page ends the attempt at once, and money that still arrives is accepted', async () => {
  const { attempt, form } = await card.begin()
  const leave = () => app.raw(null, { url: form.cancelURL.replace('http://localhost:8080', '') })
  expect((await leave()).headers.location).toContain('payment=cancelled')
  expect(await card.stateOf(attempt)).toMatchObject({ status: 'CANCELLED', events: ['BEGUN', 'CANCELLED'] })
  await card.comeBack(await card.resultOf(attempt))
  expect(await card.stateOf(attempt)).toMatchObject({ status: 'APPROVED' })
  expect((await leave()).headers.location).toContain('/payment/receipt')
  expect(await card.stateOf(attempt)).toMatchObject({ status: 'APPROVED', invoice: 'PAID' })
})

test.each([
  ['another amount', 'OTHER_AMOUNT', { amount: '100' }, {}],
  ['another merchant', 'OTHER_MERCHANT', { merchant: 'ABC0001' }, {}],
  ['a time long before', 'TOO_LATE', { timestamp: '20260101000000' }, {}],
  ['a time long after', 'TOO_LATE', { timestamp: '20991231235959' }, {}],
])('%s is held for a person and pays nothing', async (_, reason, signed, change) => {
  const { attempt } = await card.begin()
  const result = await card.resultOf(attempt, signed, change)
  const held = `/payment/receipt?id=${attempt.id}&held=true`
  expect(await card.comeBack(result)).toBe(held)
  expect((await card.deliver('callback', result)).body).toBe('OK')
  expect(await card.comeBack(result)).toBe(held)
  expect(await card.stateOf(attempt)).toMatchObject({
    status: 'HELD',
    holdReason: reason,
    invoice: 'PENDING',
    receipts: 0,
    events: ['BEGUN', 'HELD', 'REPEATED', 'REPEATED'],
  })
})

test('changing unsigned values on the way back changes nothing: it is the same result', async () => {
  const { attempt } = await card.begin()
  const result = await card.resultOf(attempt)
  const changed = { ...result, txnid: 'MINE-1', restext: 'Take it twice', currency: 'NZD', rescode: '08', pan: '' }
  for (const each of [changed, { ...changed, txnid: 'MINE-2' }]) await card.comeBack(each)
  expect((await card.deliver('callback', result)).body).toBe('OK')
  expect(await card.stateOf(attempt)).toMatchObject({
    status: 'APPROVED',
    holdReason: '',
    invoice: 'PAID',
    receipts: 1,
    events: ['APPROVED', 'BEGUN', 'REPEATED', 'REPEATED'],
  })
  const stored = await app.db
    .selectFrom('paymentEvent')
    .select(['kind', 'currency'])
    .where('attemptId', '=', attempt.id)
    .where('way', '!=', 'portal')
    .orderBy('happenedAt')
    .execute()
  expect(stored.map(({ currency }) => currency).sort()).toEqual(['AUD', 'NZD', 'NZD'])
})

test('results stored before proofs existed are recognised by their transaction', async () => {
  const { attempt } = await card.begin()
  const result = await card.resultOf(attempt)
  await card.comeBack(result)
  await app.db.updateTable('paymentEvent').set({ proof: '' }).where('attemptId', '=', attempt.id).execute()
  expect((await card.deliver('callback', result)).body).toBe('OK')
  expect(await card.stateOf(attempt)).toMatchObject({ status: 'APPROVED', holdReason: '' })
})

test('a transaction number that another payment also names delays neither: it is not signed', async () => {
  const [first, second] = [await card.begin(), await card.begin()]
  const txnid = 'ONCE-1'
  await Promise.all([
    card.comeBack(await card.resultOf(first.attempt, { txnid })),
    card.comeBack(await card.resultOf(second.attempt, { txnid })),
  ])
  const states = [await card.stateOf(first.attempt), await card.stateOf(second.attempt)]
  expect(states.map(({ status }) => status)).toEqual(['APPROVED', 'APPROVED'])
  expect(states.map(({ invoice }) => invoice)).toEqual(['PAID', 'PAID'])
})

test('a second approval, signed at another time, is shown to the desk; the first one stays', async () => {
  const { attempt } = await card.begin()
  const first = await card.resultOf(attempt)
  const second = await card.resultOf(attempt, { timestamp: timestampOf(new Date(app.clock().getTime() + 1000)) })
  await Promise.all([card.comeBack(first), card.comeBack(second)])
  const state = await card.stateOf(attempt)
  expect(state).toMatchObject({ status: 'APPROVED', holdReason: 'SECOND_APPROVAL', receipts: 1, invoice: 'PAID' })
  expect(state.events).toEqual(['APPROVED', 'BEGUN', 'HELD'])
})

test('of two approved attempts to pay one invoice, one pays and the other is held', async () => {
  const invoiceId = await card.invoiceOf()
  const tries = [await card.begin({ invoiceId }), await card.begin({ invoiceId })]
  await Promise.all(tries.map(async ({ attempt }) => card.comeBack(await card.resultOf(attempt))))
  const states = await Promise.all(tries.map(({ attempt }) => card.stateOf(attempt)))
  expect(states.map(({ status }) => status).sort()).toEqual(['APPROVED', 'HELD'])
  expect(states.find(({ status }) => status === 'HELD')).toMatchObject({ holdReason: 'PAID_ALREADY', receipts: 0 })
})

test('money for a cancelled invoice is held', async () => {
  const { attempt } = await card.begin()
  await app.db.updateTable('invoice').set({ status: 'CANCELLED' }).where('id', '=', attempt.invoiceId).execute()
  await card.comeBack(await card.resultOf(attempt))
  expect(await card.stateOf(attempt)).toMatchObject({ status: 'HELD', holdReason: 'ENDED', invoice: 'CANCELLED' })
})

test('a failure while paying rolls everything back, and the card page must retry', async () => {
  const { attempt } = await card.begin()
  const result = await card.resultOf(attempt)
  await app.db.schema.alterTable('receipt').renameTo('receipt_away').execute()
  app.expectErrors(/receipt.*does not exist/, /callback","status":500/)
  const callback = await card.deliver('callback', result)
  const browser = await card.comeBack(result)
  await app.db.schema.alterTable('receipt_away').renameTo('receipt').execute()
  expect(callback.statusCode).toBeGreaterThanOrEqual(500)
  expect(browser).toBe('/payment?problem=later')
  expect(await card.stateOf(attempt)).toMatchObject({ status: 'BEGUN', invoice: 'PENDING', events: ['BEGUN'] })
  expect((await card.deliver('callback', result)).body).toBe('OK')
  expect(await card.stateOf(attempt)).toMatchObject({ status: 'APPROVED', invoice: 'PAID' })
})

test.each([
  ['as early as the clocks may differ', -clockMinutes * 60, 'APPROVED'],
  ['a second earlier', -clockMinutes * 60 - 1, 'HELD'],
  ['at the last moment', attemptHours * 3600, 'APPROVED'],
  ['a second later', attemptHours * 3600 + 1, 'HELD'],
])('an approval dated %s: %i s after the beginning', async (_, seconds, status) => {
  const { attempt } = await card.begin()
  const createdAt = new Date(Math.floor(attempt.createdAt.getTime() / 1000) * 1000)
  const expiresAt = new Date(createdAt.getTime() + attemptHours * 3_600_000)
  await app.db.updateTable('paymentAttempt').set({ createdAt, expiresAt }).where('id', '=', attempt.id).execute()
  const timestamp = timestampOf(new Date(createdAt.getTime() + seconds * 1000))
  await card.comeBack(await card.resultOf(attempt, { timestamp }))
  expect(await card.stateOf(attempt)).toMatchObject({ status, holdReason: status === 'HELD' ? 'TOO_LATE' : '' })
})

test('the attempt shows the transaction, the card and the words of what ended it, and when', async () => {
  const { attempt } = await card.begin()
  await card.comeBack(await card.resultOf(attempt, declined))
  expect(await card.stateOf(attempt)).toMatchObject({
    ...{ status: 'DECLINED', resultText: 'Insufficient Funds', cardMasked: '444433...111', txnId: null },
    endedAt: expect.any(Date),
  })
  await card.comeBack(await card.resultOf(attempt, { ...cancelled, ...after(1) }))
  expect(await card.stateOf(attempt)).toMatchObject({ status: 'CANCELLED', resultText: 'Cancelled' })
  await card.comeBack(await card.resultOf(attempt, { ...after(2), amount: '1', txnid: 'HELD-1', restext: 'Taken' }))
  expect(await card.stateOf(attempt)).toMatchObject({ status: 'HELD', txnId: 'HELD-1', resultText: 'Taken' })
  const paid = await card.begin()
  await card.comeBack(await card.resultOf(paid.attempt))
  expect(await card.stateOf(paid.attempt)).toMatchObject({ resultText: 'Approved', endedAt: expect.any(Date) })
})

test('while money waits for a decision, further money waits too, and a decline changes nothing', async () => {
  const { attempt } = await card.begin()
  await card.comeBack(await card.resultOf(attempt, { amount: '100', txnid: 'FIRST' }))
  const held = await card.stateOf(attempt)
  const further = [await card.resultOf(attempt, after(1)), await card.resultOf(attempt, { ...declined, ...after(2) })]
  for (const each of further) expect(await card.comeBack(each)).toContain('held=true')
  expect(await card.stateOf(attempt)).toEqual({ ...held, events: ['BEGUN', 'DECLINED', 'HELD', 'HELD'] })
  const notes = app.db.selectFrom('paymentEvent').select('note').where('attemptId', '=', attempt.id)
  expect((await notes.where('kind', '=', 'HELD').orderBy('happenedAt').execute()).map(({ note }) => note)).toEqual([
    'OTHER_AMOUNT',
    'SECOND_APPROVAL',
  ])
})

test('money that arrives after the desk found none pays, and nothing of the decision is left on it', async () => {
  const { attempt } = await card.begin()
  const wrong = await card.resultOf(attempt, { amount: '100' })
  await card.comeBack(wrong)
  await resolve(attempt.id, 'NOT_PAID')
  expect(await card.comeBack(wrong)).toContain('held=true')
  expect(await card.comeBack(await card.resultOf(attempt, after(1)))).toContain('/payment/receipt')
  expect(await card.stateOf(attempt)).toMatchObject({
    ...{ status: 'APPROVED', invoice: 'PAID', receipts: 1 },
    ...{ holdReason: '', resolution: '', resolvedBy: null, resolvedAt: null },
  })
})

test('each further approval of a paid attempt waits for another decision', async () => {
  const { attempt } = await card.begin()
  const [first, second, third] = [
    await card.resultOf(attempt, { txnid: 'FIRST' }),
    await card.resultOf(attempt, { ...after(1), txnid: 'SECOND' }),
    await card.resultOf(attempt, after(2)),
  ]
  await card.comeBack(first)
  expect(await card.comeBack(second)).toContain('held=true')
  await resolve(attempt.id, 'GIVEN_BACK')
  await card.comeBack(third)
  expect(await card.stateOf(attempt)).toMatchObject({
    ...{ status: 'APPROVED', txnId: 'FIRST', invoice: 'PAID', receipts: 1 },
    ...{ holdReason: 'SECOND_APPROVAL', resolution: '', resolvedBy: null, resolvedAt: null },
  })
  // Delivered again, each gets its own answer.
  expect(await card.comeBack(first)).not.toContain('held=true')
  expect(await card.comeBack(second)).toContain('held=true')
})

test('a result whose money the desk has accepted leads to the receipt', async () => {
  const { attempt } = await card.begin()
  const result = await card.resultOf(attempt, { amount: '100' })
  expect(await card.comeBack(result)).toContain('held=true')
  await resolve(attempt.id, 'ACCEPTED')
  const page = await card.comeBack(result)
  expect(page).toContain('/payment/receipt')
  expect(page).not.toContain('held=true')
})

test('a decline for another merchant, or of a reference that is none of ours, is refused', async () => {
  const { attempt } = await card.begin()
  for (const signed of [{ ...declined, merchant: 'ABC0001' }, { refid: 'SCINV1-000000000000' }])
    expect((await card.deliver('callback', await card.resultOf(attempt, signed))).statusCode).toBe(400)
  expect(await card.stateOf(attempt)).toMatchObject({ status: 'BEGUN', events: ['BEGUN'] })
})

test('each result is counted once, by its outcome, and logged; operators are warned of what is held or refused', async () => {
  const counts = async () => {
    const { values } = await app.metrics.registry.getSingleMetric('payment_attempts_total')!.get()
    return new Map(values.map(({ labels, value }) => [String(labels.outcome), value]))
  }
  const [info, warn] = [vi.spyOn(app.log, 'info'), vi.spyOn(app.log, 'warn')]
  const logged = (lines: typeof info) =>
    lines.mock.calls.filter(([, text]) => text === 'result of a card payment').map(([about]) => about)
  const [paid, held] = [(await card.begin()).attempt, (await card.begin()).attempt]
  const before = await counts()
  const refusal = await card.resultOf(paid, declined)
  const approval = await card.resultOf(paid)
  for (const each of [refusal, approval, approval, await card.resultOf(paid, { ...cancelled, ...after(1) })])
    await card.deliver('callback', each)
  await card.deliver('return', await card.resultOf(held, { amount: '1' }))
  await card.deliver('callback', await card.resultOf(held, { ...declined, amount: '1' }))
  const now = await counts()
  const more = [...now].map(([outcome, count]) => [outcome, count - (before.get(outcome) ?? 0)])
  expect(Object.fromEntries(more.filter(([, count]) => count !== 0))).toEqual({
    ...{ declined: 1, approved: 1, cancelled: 1, held: 1, refused: 1 },
  })
  const ofPaid = { ref: paid.ref, way: 'callback' }
  expect(logged(info)).toEqual([{ ...ofPaid, answer: 'declined' }, ...Array(3).fill({ ...ofPaid, answer: 'approved' })])
  expect(logged(warn)).toEqual([
    { ref: held.ref, way: 'return', answer: 'held' },
    { reason: 'declined for another merchant or amount', way: 'callback', answer: 'refused' },
  ])
  vi.restoreAllMocks()
})
