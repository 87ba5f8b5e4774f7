import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { cardPageOf } from '#features/shop/payments/server/payments-testing.ts'
import { solveHumanCheck } from '#platform/human-check/server/human-check-testing.ts'
import { payInvoiceApi } from '../../billing/contract.ts'
import type { BillTo } from '../../billing/rules.ts'
import { billToOf } from '../../billing/server/bill-to.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())
afterEach(() => {
  vi.restoreAllMocks()
})

const customerId = 'demo-hillview'
const solve = (on = app) => solveHumanCheck(on, 'pay-invoice')

let last = 70_000

/** A new pending invoice of Hillview; `contacts` are those it was issued with. */
async function newInvoice(contacts: [BillTo['contacts'][number]['type'], string][] = []) {
  const id = await cardPageOf(app).invoiceOf()
  const named = contacts.map(([type, email]) => ({ type, firstName: 'A', lastName: 'B', email }))
  const billTo: BillTo = { ...(await billToOf(app.db, customerId)), country: 'New Zealand', contacts: named }
  const { invoiceNo } = await app.db
    .updateTable('invoice')
    .set({ billTo: JSON.stringify(billTo), invoiceNo: `SCINV${++last}` })
    .where('id', '=', id)
    .returning('invoiceNo')
    .executeTakeFirstOrThrow()
  const pay = async (recaptcha_token: string, person: Person | null = null) => {
    const given = { customerNo: '10001', invoiceNumber: invoiceNo, recaptcha_token }
    return (await app.as(person)(payInvoiceApi.invoiceSecurePay, given)).response
  }
  const attempts = () => app.db.selectFrom('paymentAttempt').selectAll().where('invoiceId', '=', id).execute()
  return { id, invoiceNo, pay, attempts }
}

test.each<[string, Person, Parameters<typeof newInvoice>[0], string]>([
  [
    'the billing contact',
    'hillview',
    [
      ['PRIMARY', 'a@x.example'],
      ['BILLING', 'b@x.example'],
    ],
    'b@x.example',
  ],
  ['the first contact, as none is for billing', 'hillview', [['PRIMARY', 'a@x.example']], 'a@x.example'],
  ['nobody, as there is no contact', 'hillview', [], ''],
  ['nobody, as another school pays', 'riverside', [['BILLING', 'b@x.example']], ''],
])('the card page gets the e-mail of %s, and the country of the invoice', async (_, person, contacts, email) => {
  const { pay } = await newInvoice(contacts)
  expect(await pay(await solve(), person)).toMatchObject({ email, billingCountry: 'New Zealand' })
})

/** Something that happens while the human check is asked. */
function during(happens: () => Promise<unknown>) {
  const check = app.humanCheck.check.bind(app.humanCheck)
  vi.spyOn(app.humanCheck, 'check').mockImplementationOnce(async (...given) => {
    await happens()
    return check(...given)
  })
}

test.each([
  ['invoice_paid', { status: 'PAID', paidAt: new Date() }],
  ['invoice_ended', { status: 'CANCELLED' }],
] as const)('an invoice that changes during the human check begins no payment: %s', async (code, change) => {
  const { id, pay, attempts } = await newInvoice()
  during(() => app.db.updateTable('invoice').set(change).where('id', '=', id).execute())
  await expect(pay(await solve())).rejects.toMatchObject({ code })
  expect(await attempts()).toEqual([])
})

test('a call that is repeated during the human check gets the same form', async () => {
  const { pay, attempts } = await newInvoice()
  const token = await solve()
  let first: unknown
  during(async () => {
    first = await pay(token)
  })
  expect(await pay(token)).toEqual(first)
  expect(await attempts()).toHaveLength(1)
})

test('two calls at once with one answer get the same form', async () => {
  const { pay, attempts } = await newInvoice()
  const token = await solve()
  const [form, same] = await Promise.all([pay(token), pay(token)])
  expect(same).toEqual(form)
  expect(await attempts()).toHaveLength(1)
})

test.each([
  ['is held for a person', { status: 'HELD', holdReason: 'OTHER_AMOUNT' }],
  ['was declined', { status: 'DECLINED' }],
  ['has expired', { expiresAt: new Date() }],
] as const)('a payment that %s gets no second form, which could be charged again', async (_, change) => {
  const { id, pay } = await newInvoice()
  const token = await solve()
  await pay(token)
  await app.db.updateTable('paymentAttempt').set(change).where('invoiceId', '=', id).execute()
  await expect(app.skipPauses(() => pay(token))).rejects.toMatchObject({ code: 'not_a_person' })
})

test('one answer of the human check begins one payment, of one invoice by one person', async () => {
  const [one, other] = [await newInvoice(), await newInvoice()]
  const token = await solve()
  await one.pay(token)
  for (const again of [() => other.pay(token), () => one.pay(token, 'hillview')])
    await expect(app.skipPauses(again)).rejects.toMatchObject({ code: 'not_a_person' })
  expect([(await one.attempts()).length, await other.attempts()]).toEqual([1, []])
})

test('a customer number is found in any case', async () => {
  const { invoiceNo } = await newInvoice()
  const change = (customerNo: string) =>
    app.db.updateTable('customer').set({ customerNo }).where('id', '=', customerId).execute()
  await change('Q7X')
  const given = { customerNo: 'q7x', InvoiceNumber: invoiceNo.toLowerCase() }
  expect(await app.as(null)(payInvoiceApi.invoiceAmount, given)).toMatchObject({ displayAmount: '137.50' })
  await change('10001')
})

test('wrong pairs of one network cost those of another nothing', async () => {
  const amount = (remoteAddress: string, InvoiceNumber: string) =>
    app.raw(null, {
      method: 'POST',
      url: '/rest/payment/amount',
      payload: { customerNo: '10001', InvoiceNumber },
      remoteAddress,
    })
  const { invoiceNo } = await newInvoice()
  for (let n = 0; n < 10; n++) expect((await amount('192.0.2.1', `SCINV9${n}`)).json().code).toBe('wrong_pair')
  expect((await amount('192.0.2.1', invoiceNo)).statusCode).toBe(429)
  expect((await amount('198.51.100.1', invoiceNo)).statusCode).toBe(200)
})

test('without a card page nothing is looked up', async () => {
  const off = await testApp({ work: false, env: { PAYMENT_SANDBOX: 'false' } })
  off.expectErrors(/card_off/)
  try {
    const given = { customerNo: '10001', invoiceNumber: 'SCINV99999', recaptcha_token: 'x' }
    await expect(off.as(null)(payInvoiceApi.invoiceSecurePay, given)).rejects.toMatchObject({ code: 'card_off' })
  } finally {
    await off.close()
  }
})
