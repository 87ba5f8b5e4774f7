import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { cardPageOf } from '#features/shop/payments/server/payments-testing.ts'
import { solveHumanCheck, solveWork } from '#platform/human-check/server/human-check-testing.ts'
import { payInvoiceApi, receiptsApi } from '../../billing/contract.ts'
import { billToOf } from '../../billing/server/bill-to.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('guess').execute()
})

const pair = { customerNo: '10001', invoiceNumber: 'SCINV10004' }
const amount = (customerNo: string, InvoiceNumber: string, person: Person | null = null) =>
  app.as(person)(payInvoiceApi.invoiceAmount, { customerNo, InvoiceNumber })
const solve = () => solveHumanCheck(app, 'pay-invoice')
const pay = async (recaptcha_token: string | undefined, person: Person | null = null) =>
  (await app.as(person)(payInvoiceApi.invoiceSecurePay, { ...pair, recaptcha_token })).response
const attempts = () => app.db.selectFrom('paymentAttempt').selectAll().execute()

test('anybody with both numbers sees the amount and when it is due, without signing in', async () => {
  expect(await amount('10001', 'SCINV10004')).toMatchObject({
    displayAmount: '154.00',
    currency: 'AUD',
    dateDue: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
  expect(await amount(' 10001 ', 'scinv10004')).toMatchObject({ displayAmount: '154.00' })
})

test('every wrong pair gets the same answer, and only the right pair learns of a paid or cancelled invoice', async () => {
  const answers = []
  for (const [customerNo, number] of [
    ['10002', 'SCINV10004'],
    ['10001', 'SCINV99999'],
    ['99999', 'SCINV10004'],
    ['10002', 'SCINV10002'],
    ['10001', "SCINV10004' or '1'='1"],
    ['10001', 'SCINV10004%'],
  ] as const)
    answers.push(await amount(customerNo, number).catch(({ status, code, messages }) => ({ status, code, messages })))
  expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 400, code: 'wrong_pair' })
  await expect(amount('10001', 'SCINV10002')).rejects.toMatchObject({ status: 409, code: 'invoice_paid' })
  await expect(amount('10001', 'SCINV10003')).rejects.toMatchObject({ status: 409, code: 'invoice_ended' })
})

test('ten wrong pairs an hour from an address are free, even at once; each further pair needs a proof of work, and is then checked', async () => {
  const refusals = await Promise.all(
    Array.from({ length: 30 }, (_, n) => amount('10001', `SCINV9${n}`).catch((problem) => problem)),
  )
  expect(refusals.filter(({ code }) => code === 'wrong_pair')).toHaveLength(10)
  const stopped = refusals.filter(({ code }) => code === 'work_needed')
  expect(stopped).toHaveLength(20)
  await expect(amount('10001', 'SCINV10004')).rejects.toMatchObject({ status: 429 })
  await expect(pay(await solve())).rejects.toMatchObject({ status: 429 })
  expect(await attempts()).toEqual([])

  const withWork = async (InvoiceNumber: string, proof: string) => {
    const payload = { customerNo: '10001', InvoiceNumber }
    const headers = { 'x-proof-of-work': proof }
    return (await app.raw(null, { method: 'POST', url: '/rest/payment/amount', payload, headers })).statusCode
  }
  const [one, other] = await Promise.all(stopped.slice(0, 2).map(({ about }) => solveWork(JSON.parse(about.puzzle))))
  expect(await withWork('SCINV10004', one!)).toBe(200)
  expect(await withWork('SCINV10004', one!)).toBe(429)
  expect(await withWork('SCINV99999', other!)).toBe(400)
  app.setClock(() => new Date(Date.now() + 3_601_000))
  expect(await amount('10001', 'SCINV10004')).toMatchObject({ displayAmount: '154.00' })
  app.setClock(() => new Date())
})

test('right pairs cost nothing', async () => {
  for (let n = 0; n < 15; n++) await amount('10001', 'SCINV10004')
})

test('without the human check no payment begins', async () => {
  for (const token of [undefined, '', 'x'])
    await expect(app.skipPauses(() => pay(token))).rejects.toMatchObject({
      status: 400,
      messages: ['Please verify that you are not a robot.'],
    })
  const other = await solveHumanCheck(app, 'request-invoice')
  await expect(app.skipPauses(() => pay(other))).rejects.toMatchObject({ code: 'not_a_person' })
  expect(await attempts()).toEqual([])
})

const payByAddress = async (recaptcha_token: string) => {
  const url = `/rest/payment/invoice/securePay?${new URLSearchParams({ ...pair, recaptcha_token })}`
  return (await app.raw(null, { method: 'POST', url })).json().response
}

test('the amount is the invoice’s own, and a retry gets the same form, with numbers and token in the address too', async () => {
  const token = await solve()
  const [form, again, byAddress] = [await pay(token), await pay(token), await payByAddress(token)]
  expect(byAddress).toEqual(form)
  expect(form).toMatchObject({ amount: '15400', currency: 'AUD', billName: 'transact', email: '' })
  expect(again).toEqual(form)
  expect(await attempts()).toHaveLength(1)
  await expect(pay(await solve())).rejects.toMatchObject({ code: 'payment_in_process' })
  expect(await attempts()).toHaveLength(1)
  await expect(
    app.as(null)(payInvoiceApi.invoiceSecurePay, { ...pair, recaptcha_token: token, amount: '1' } as never),
  ).rejects.toMatchObject({ status: 400 })
})

test('an approved payment pays the invoice once; anyone with the receipt’s id can read it', async () => {
  const card = cardPageOf(app)
  const [attempt] = await attempts()
  const result = await card.resultOf(attempt!)
  await Promise.all(Array.from({ length: 5 }, () => card.deliver('callback', result)))
  const invoice = await app.db
    .selectFrom('invoice')
    .selectAll()
    .where('invoiceNo', '=', 'SCINV10004')
    .executeTakeFirstOrThrow()
  expect(invoice).toMatchObject({ status: 'PAID', paidAt: expect.any(Date) })
  const receipts = await app.db.selectFrom('receipt').selectAll().where('invoiceId', '=', invoice.id).execute()
  expect(receipts).toHaveLength(1)
  const { response } = await app.as(null)(receiptsApi.readReceipt, { id: receipts[0]!.id })
  expect(response).toMatchObject({
    kind: 'PAID',
    invoiceNumber: 'SCINV10004',
    organisation: 'Hillview Primary School',
    amount: 154,
    gst: 14,
    taxPercent: 10,
    transactionID: result.txnid,
    card: '444433...111',
    dateDue: null,
  })
  await expect(amount('10001', 'SCINV10004')).rejects.toMatchObject({ code: 'invoice_paid' })
  const pdf = await app.raw(null, { url: `/rest/receipt/${response.id}/pdf` })
  expect([pdf.statusCode, pdf.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  expect(pdf.headers['content-disposition']).toContain('filename="Receipt SCINV10004.pdf"')
  for (const id of ['x', '0'.repeat(32), `${response.id}%00`, "' or 1=1 --"])
    expect((await app.raw(null, { url: `/rest/receipt/${encodeURIComponent(id)}` })).statusCode).toBe(404)
})

test('a held payment shows what it was for, and pays no invoice', async () => {
  const card = cardPageOf(app)
  const { attempt } = await card.begin()
  await card.deliver('callback', await card.resultOf(attempt, { amount: '1' }))
  const { response } = await app.as(null)(receiptsApi.readReceipt, { id: attempt.id })
  expect(response).toMatchObject({ kind: 'HELD', invoiceNumber: '', amount: 137.5, customerNo: '10001' })
  const paid = await app.db.selectFrom('invoice').select('status').where('id', '=', attempt.invoiceId).execute()
  expect(paid).toEqual([{ status: 'PENDING' }])
  const begun = await card.begin()
  await expect(app.as(null)(receiptsApi.readReceipt, { id: begun.attempt.id })).rejects.toMatchObject({ status: 404 })
})

test.each([
  ['is paid already', 'PAID_ALREADY', { status: 'PAID', paidAt: new Date() }],
  ['was cancelled', 'ENDED', { status: 'CANCELLED' }],
  ['is of another amount', 'OTHER_AMOUNT', { subTotalCents: 1, totalCents: 1 }],
  ['is in another currency', 'OTHER_CURRENCY', { currency: 'NZD' }],
] as const)(
  'money for an invoice that meanwhile %s is held for a person, without a receipt',
  async (_, reason, change) => {
    const card = cardPageOf(app)
    const { attempt } = await card.begin()
    await app.db.updateTable('invoice').set(change).where('id', '=', attempt.invoiceId).execute()
    await card.deliver('callback', await card.resultOf(attempt))
    expect(await card.stateOf(attempt)).toMatchObject({ status: 'HELD', holdReason: reason, receipts: 0 })
  },
)

/** Begins to pay a new invoice of Hillview with this billing address. */
async function payWith(contacts: { type: 'PRIMARY' | 'BILLING'; email: string }[], person: Person | null) {
  const id = await cardPageOf(app).invoiceOf()
  const named = contacts.map((contact) => ({ ...contact, firstName: '', lastName: '' }))
  const billTo = { ...(await billToOf(app.db, 'demo-hillview')), contacts: named }
  const invoiceNumber = `T${id.slice(0, 8)}`.toUpperCase()
  await app.db
    .updateTable('invoice')
    .set({ invoiceNo: invoiceNumber, billTo: JSON.stringify(billTo) as never })
    .where('id', '=', id)
    .execute()
  const { response } = await app.as(person)(payInvoiceApi.invoiceSecurePay, {
    ...{ customerNo: '10001', invoiceNumber, recaptcha_token: await solve() },
  })
  const begun = await app.db.selectFrom('paymentAttempt').select('userId').where('invoiceId', '=', id).execute()
  expect(begun).toHaveLength(1)
  return { email: response.email, userId: begun[0]!.userId }
}

test.each([
  ['of the billing contact', [contact('PRIMARY', 'first'), contact('BILLING', 'bills')], 'bills@hillview.example'],
  ['or else of the first one', [contact('PRIMARY', 'first'), contact('PRIMARY', 'next')], 'first@hillview.example'],
  ['or of nobody', [], ''],
])('to people of the school the form gives the address %s', async (_, contacts, email) => {
  expect(await payWith(contacts, 'hillview')).toEqual({ email, userId: 'demo-hillview-librarian' })
})

test('people of another school pay like strangers: the form gives no address', async () => {
  expect(await payWith([contact('BILLING', 'bills')], 'riverside')).toMatchObject({ email: '' })
  expect(await payWith([contact('BILLING', 'bills')], null)).toEqual({ email: '', userId: null })
})

function contact(type: 'PRIMARY' | 'BILLING', name: string) {
  return { type, email: `${name}@hillview.example` }
}

test.each([
  ['SCINV10002', 'invoice_paid'],
  ['SCINV10003', 'invoice_ended'],
])('no payment begins for %s, and no one has to prove to be a person to learn why', async (invoiceNumber, code) => {
  const before = await attempts()
  for (const recaptcha_token of [undefined, await solve()])
    await expect(
      app.as(null)(payInvoiceApi.invoiceSecurePay, { customerNo: '10001', invoiceNumber, recaptcha_token }),
    ).rejects.toMatchObject({ status: 409, code })
  expect(await attempts()).toEqual(before)
})
