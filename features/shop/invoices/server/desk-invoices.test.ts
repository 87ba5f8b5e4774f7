import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { newCart, requestInvoice, review } from '#features/shop/orders/server/orders-testing.ts'
import { businessDay, dayMs, hourMs } from '#kit/day.ts'
import { billingApi, billingPapersApi, deskBillingApi } from '../../billing/contract.ts'
import { jobs } from '../../billing/server/testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const desk = () => app.as('desk')
const listed = async (input: object = {}) =>
  (await desk()(deskBillingApi.deskInvoices, input)).response.map(({ invoiceNumber }) => invoiceNumber)
const ending = (invoiceId: string) => ({ invoiceId, reason: 'Ordered twice.', endSubscriptions: true })
const invoiceRow = (id: string) =>
  app.db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const audited = async (action: string) =>
  (await app.db.selectFrom('auditEntry').select('subject').where('action', '=', action).execute()).map((e) => e.subject)
const mailsAbout = async (subject: string) =>
  (
    await app.db
      .selectFrom('outgoingMail')
      .select('recipient')
      .where('subject', 'like', `%${subject}%`)
      .orderBy('recipient')
      .execute()
  ).map(({ recipient }) => recipient)
const hillviewBilled = ['librarian@hillview.example', 'office@hillview.example']

/** An order of Hillview's on an invoice. */
async function placedOrder() {
  const cart = await newCart(app)
  await review(app, cart)
  const answer = await requestInvoice(app, cart)
  const order = await app.db.selectFrom('shopOrder').selectAll().where('cartId', '=', cart).executeTakeFirstOrThrow()
  const invoice = await app.db
    .selectFrom('invoice')
    .selectAll()
    .where('orderId', '=', order.id)
    .executeTakeFirstOrThrow()
  return { order, invoice, receiptId: answer.id! }
}
const orderStatus = async (id: string) =>
  (await app.db.selectFrom('shopOrder').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

test('the desk finds invoices by state, number, school and purchase order', async () => {
  expect(await listed()).toEqual(expect.arrayContaining(['SCINV10001', 'SCINV20001']))
  expect(await listed({ status: 'Overdue' })).toEqual(['SCINV10001'])
  expect(await listed({ status: 'Pending' })).toEqual(['SCINV10004'])
  expect(await listed({ text: 'riverside' })).toEqual(['SCINV20001'])
  expect(await listed({ text: 'hps-2041 hillview' })).toEqual(['SCINV10001'])
  expect(await listed({ text: '%' })).toEqual([])
  expect(await listed({ customerId: 'demo-lakeside' })).toEqual([])
})

test('an invoice is a PDF for its school and the desk, and absent for every other school', async () => {
  const url = '/rest/invoice/demo-invoice-10001/pdf'
  const pdf = await app.raw('assistant', { url })
  expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(pdf.headers['content-disposition']).toContain('filename="Invoice SCINV10001.pdf"')
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await app.raw('riverside', { url })).statusCode).toBe(404)
  expect((await app.raw('desk', { url: '/rest/desk/invoices/demo-invoice-10001/pdf' })).statusCode).toBe(200)
  expect((await app.raw('hillview', { url: '/rest/invoice/x/pdf' })).statusCode).toBe(404)
})

test('billing details show the unpaid sum and its overdue part', async () => {
  const { response } = await app.as('hillview')(billingPapersApi.billingDetails, {})
  expect(response).toMatchObject({
    name: 'Hillview Primary School',
    currency: 'AUD',
    taxPercent: 10,
    outstanding: 464.2,
    overdue: 310.2,
    paidLastYear: 467.5,
    contacts: [
      { email: 'librarian@hillview.example', primary: true },
      { email: 'office@hillview.example', primary: false },
    ],
  })
})

test('a cancelled order ends with its invoice and subscriptions, is kept, and is reported once', async () => {
  const { order, invoice } = await placedOrder()
  const bought = () => app.db.selectFrom('subscription').selectAll().where('orderId', '=', order.id).execute()
  expect(await bought()).toHaveLength(1)
  const tries = await Promise.allSettled([1, 2].map(() => desk()(deskBillingApi.cancelInvoice, ending(invoice.id))))
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await invoiceRow(invoice.id)).toMatchObject({
    status: 'CANCELLED',
    endedReason: 'Ordered twice.',
    endedAt: expect.any(Date),
  })
  expect(await orderStatus(order.id)).toBe('CANCELLED')
  const today = businessDay(app.clock)
  expect((await bought()).filter(({ endsOn }) => endsOn > today)).toEqual([])
  expect(await audited('invoice_cancelled')).toEqual([invoice.invoiceNo])
  expect(await mailsAbout(`${invoice.invoiceNo} has been cancelled`)).toEqual(hillviewBilled)
  const own = (await app.as('hillview')(billingApi.listInvoices, {})).response.find(({ id }) => id === invoice.id)
  expect(own).toMatchObject({ status: 'Cancelled', endedReason: 'Ordered twice.', orderNumber: order.orderNo })
})

test('a bank transfer pays invoice and order; only a paid invoice is refunded, and only once', async () => {
  const { order, invoice } = await placedOrder()
  await expect(desk()(deskBillingApi.refundInvoice, ending(invoice.id))).rejects.toMatchObject({ code: 'not_paid' })
  const note = 'Bank transfer of 21 November'
  const { response } = await desk()(deskBillingApi.markInvoicePaid, { invoiceId: invoice.id, note })
  expect(response).toMatchObject({ status: 'Paid', paidNote: note })
  expect(await orderStatus(order.id)).toBe('PAID')
  expect(await mailsAbout(`${invoice.invoiceNo} has been paid`)).toEqual(hillviewBilled)
  for (const again of [
    () => desk()(deskBillingApi.markInvoicePaid, { invoiceId: invoice.id, note }),
    () => desk()(deskBillingApi.cancelInvoice, ending(invoice.id)),
  ])
    await expect(again()).rejects.toMatchObject({ status: 409, code: 'not_pending' })
  await desk()(deskBillingApi.refundInvoice, ending(invoice.id))
  expect(await orderStatus(order.id)).toBe('REFUNDED')
  await expect(desk()(deskBillingApi.refundInvoice, ending(invoice.id))).rejects.toMatchObject({ code: 'not_paid' })
  expect(await audited('invoice_paid')).toEqual([invoice.invoiceNo])
  expect(await audited('invoice_refunded')).toEqual([invoice.invoiceNo])
})

test('an order’s mail goes once to primary and invoicing contacts, with the invoice', async () => {
  const { invoice, receiptId } = await placedOrder()
  const run = () => jobs['billing.mail-receipt']!.run(app, { receiptId }, new AbortController().signal)
  await Promise.all([run(), run()])
  await run()
  expect(await mailsAbout(`and invoice ${invoice.invoiceNo}`)).toEqual(hillviewBilled)
  const files = await app.db
    .selectFrom('outgoingMailAttachment')
    .innerJoin('outgoingMail', 'outgoingMail.id', 'mailId')
    .select(['name', 'bodyText'])
    .where('subject', 'like', `%and invoice ${invoice.invoiceNo}%`)
    .execute()
  expect(files.map(({ name }) => name)).toEqual(Array(2).fill(`Invoice ${invoice.invoiceNo}.pdf`))
  expect(files[0]!.bodyText).toContain(`http://localhost:8080/payInvoice/10001/${invoice.invoiceNo}`)
})

test('reminders go to the invoicing contact, each kind once, and none for a paid invoice', async () => {
  const run = () => jobs['billing.remind']!.run(app, {}, new AbortController().signal)
  await Promise.all([run(), run()])
  expect(await mailsAbout('SCINV10001 is overdue')).toEqual(['office@hillview.example'])
  const later = (days: number) => app.setClock(() => new Date(Date.now() + days * dayMs))
  later(9)
  await run()
  expect(await mailsAbout('SCINV10001 is overdue')).toHaveLength(2)
  later(15)
  await run()
  await run()
  expect(await mailsAbout('SCINV10004 is due by')).toEqual(['office@hillview.example'])
  app.setClock(() => new Date())
  expect(await mailsAbout('SCINV10002 is')).toEqual([])
})

test('the desk can send one reminder of an invoice a day', async () => {
  const { invoice } = await placedOrder()
  const remind = () => desk()(deskBillingApi.remindOfInvoice, { invoiceId: invoice.id })
  expect((await remind()).response.reminders).toHaveLength(1)
  await expect(remind()).rejects.toMatchObject({ status: 409, code: 'reminded_today' })
  expect(await audited('invoice_reminded')).toEqual([invoice.invoiceNo])
  expect(await mailsAbout(`${invoice.invoiceNo} is due`)).toEqual(['office@hillview.example'])
})

test('no reminder is sent while a payment may be pending, and the desk sees why', async () => {
  const { invoice } = await placedOrder()
  const process = (expiresAt: Date) =>
    app.db
      .insertInto('paymentAttempt')
      .values({
        id: `attempt-of-${invoice.id}`,
        ref: `ref-of-${invoice.id}`,
        orderId: invoice.orderId,
        invoiceId: null,
        customerId: invoice.customerId,
        userId: null,
        status: 'BEGUN',
        amountCents: invoice.totalCents,
        currency: invoice.currency,
        fpTimestamp: '20260101000000',
        begunBy: `answer-of-${invoice.id}`,
        createdAt: app.clock(),
        expiresAt,
      })
      .execute()
  await process(new Date(Date.now() + hourMs))
  const remind = desk()(deskBillingApi.remindOfInvoice, { invoiceId: invoice.id })
  await expect(remind).rejects.toMatchObject({ status: 409, code: 'payment_in_process' })
  expect(await mailsAbout(`${invoice.invoiceNo} is due`)).toEqual([])
})
