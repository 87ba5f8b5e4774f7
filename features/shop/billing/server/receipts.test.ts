import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { leftBy, newCart, payNow, requestInvoice, review } from '#features/shop/orders/server/orders-testing.ts'
import { paymentsApi } from '#features/shop/payments/contract.ts'
import { cardPageOf } from '#features/shop/payments/server/payments-testing.ts'
import { receiptsApi } from '../contract.ts'
import { makeReceipt, receiptIdOf } from './make-receipt.ts'
import { jobs } from './testing.ts'

let app: TestApp
let page: ReturnType<typeof cardPageOf>
let now: Date
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

const read = async (id: string) => (await app.as(null)(receiptsApi.readReceipt, { id })).response
const mailReceipt = (receiptId: string) =>
  jobs['billing.mail-receipt']!.run(app, { receiptId }, new AbortController().signal)

/** An order of 425.00, twice 135.00 and 12.00 for postage, with tax. */
const bought = {
  items: [
    { productCode: 'SCISDATA', quantity: 1, unitPrice: 425, enrollmentSize: 412 },
    { productCode: 'SCISBARCODES', quantity: 2, unitPrice: 135, enrollmentSize: null },
    { productCode: 'SHIPAUS22', quantity: 1, unitPrice: 12, enrollmentSize: null },
  ],
  ...{ subTotal: 695, shipping: 12, gst: 70.7, amount: 777.7, currency: 'AUD', taxName: 'GST', taxPercent: 10 },
  ...{ organisation: 'Hillview Primary School', customerNo: '10001' },
}

async function begun(items?: Parameters<typeof newCart>[1]) {
  const id = await newCart(app, items)
  await payNow(app, id, { purchaseOrder: 'HPS-9' })
  const { orders, attempts } = await leftBy(app, id)
  return { id, order: orders[0]!, attempt: attempts[0]! }
}

test('the receipt of a requested invoice shows when it is due, and no card', async () => {
  const cart = await newCart(app)
  await review(app, cart)
  const { id } = await requestInvoice(app, cart, { purchaseOrder: 'HPS-9' })
  const { orders, invoices } = await leftBy(app, cart)
  expect(await read(id!)).toMatchObject({
    ...bought,
    ...{ id, kind: 'INVOICE_REQUESTED', subscriptionOrder: true, purchaseOrder: 'HPS-9' },
    ...{ invoiceNumber: invoices[0]!.invoiceNo, orderNumber: orders[0]!.orderNo },
    ...{ receiptDate: now.toISOString(), dateDue: invoices[0]!.dueOn, transactionID: '', card: '' },
  })
  // Once its invoice is paid by card, it is still the receipt of the request.
  const { attempt } = await page.begin({ invoiceId: invoices[0]!.id }, 77_770)
  await page.deliver('callback', await page.resultOf(attempt))
  expect(await read(id!)).toMatchObject({ kind: 'INVOICE_REQUESTED', transactionID: '', card: '' })
  expect(await read(attempt.id)).toMatchObject({ kind: 'PAID', orderNumber: orders[0]!.orderNo })
  expect(await receiptIdOf(app.db, { requestedInvoiceId: invoices[0]!.id })).toBe(id)
})

test('the receipt of a card payment shows the transaction and the card; its payment’s id opens it, too', async () => {
  const { id, order, attempt } = await begun()
  const result = await page.resultOf(attempt)
  await page.deliver('callback', result)
  const { receipts, invoices } = await leftBy(app, id)
  const receipt = await read(receipts[0]!.id)
  expect(receipt).toMatchObject({
    ...bought,
    ...{ id: receipts[0]!.id, kind: 'PAID', subscriptionOrder: true, purchaseOrder: 'HPS-9', dateDue: null },
    ...{ invoiceNumber: invoices[0]!.invoiceNo, orderNumber: order.orderNo, receiptDate: now.toISOString() },
    ...{ transactionID: result.txnid, card: '444433...111' },
  })
  expect(await read(attempt.id)).toEqual(receipt)
  expect(await receiptIdOf(app.db, { attemptId: attempt.id })).toBe(receipt.id)
  expect(await receiptIdOf(app.db, { requestedInvoiceId: invoices[0]!.id })).toBeUndefined()
})

test('money held for an order shows what it was for, before and after the decision', async () => {
  const { order, attempt } = await begun()
  now = new Date(now.getTime() + 60_000)
  app.signInAgain()
  const result = await page.resultOf(attempt, { amount: '100' })
  await page.deliver('callback', result)
  const held = {
    ...bought,
    ...{ id: attempt.id, kind: 'HELD', subscriptionOrder: false, invoiceNumber: '', orderNumber: order.orderNo },
    ...{ purchaseOrder: 'HPS-9', dateDue: null, receiptDate: now.toISOString() },
    ...{ transactionID: result.txnid, card: '444433...111' },
  }
  expect(await read(attempt.id)).toMatchObject(held)
  await app.as('desk')(paymentsApi.resolvePayment, { id: attempt.id, resolution: 'GIVEN_BACK', note: 'Looked up' })
  expect(await read(attempt.id)).toMatchObject(held)
})

test('money held for an invoice shows its lines, its address and its purchase order', async () => {
  const cart = await newCart(app)
  await requestInvoice(app, cart, { purchaseOrder: 'HPS-9' })
  const [invoice] = (await leftBy(app, cart)).invoices
  const billTo = { ...invoice!.billTo!, name: 'Hillview as it was' }
  await app.db
    .updateTable('invoice')
    .set({ billTo: JSON.stringify(billTo) })
    .where('id', '=', invoice!.id)
    .execute()
  const { attempt } = await page.begin({ invoiceId: invoice!.id }, 77_770)
  await page.deliver('callback', await page.resultOf(attempt, { amount: '1', txnid: 'HELD-1' }))
  expect(await read(attempt.id)).toMatchObject({
    ...bought,
    ...{ kind: 'HELD', organisation: 'Hillview as it was', invoiceNumber: '', orderNumber: null },
    ...{ purchaseOrder: 'HPS-9', transactionID: 'HELD-1' },
  })
})

test.each(['BEGUN', 'DECLINED', 'CANCELLED'] as const)('a payment that is %s has no receipt', async (status) => {
  const { attempt } = await page.begin()
  await app.db.updateTable('paymentAttempt').set({ status }).where('id', '=', attempt.id).execute()
  await expect(read(attempt.id)).rejects.toMatchObject({ status: 404, code: 'receipt_not_found' })
})

test('ids of another form open nothing', async () => {
  const cart = await newCart(app)
  const { id } = await requestInvoice(app, cart)
  for (const other of [id!.toUpperCase(), `${id}0`, `0${id}`, id!.slice(1), `${id}\n`])
    await expect(read(other)).rejects.toMatchObject({ status: 404, code: 'receipt_not_found' })
})

test('a receipt that is rolled back is not emailed', async () => {
  const invoiceId = await page.invoiceOf()
  const jobsLeft = async () =>
    (await sql`select data from pgboss.job where name = 'billing.mail-receipt'`.execute(app.db)).rows
  const before = await jobsLeft()
  const failing = app.db.transaction().execute(async (tx) => {
    await makeReceipt(app, tx, { kind: 'INVOICE_REQUESTED', invoiceId, subscriptionOrder: false })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await jobsLeft()).toEqual(before)
  const made = { kind: 'INVOICE_REQUESTED', invoiceId, subscriptionOrder: false } as const
  const receiptId = await app.db.transaction().execute((tx) => makeReceipt(app, tx, made))
  expect(await jobsLeft()).toContainEqual({ data: { receiptId } })
})

const mails = async (invoiceNo: string) =>
  app.db
    .selectFrom('outgoingMail')
    .innerJoin('outgoingMailAttachment', 'mailId', 'outgoingMail.id')
    .select(['recipient', 'subject', 'bodyText', 'name'])
    .where('subject', 'like', `%${invoiceNo}%`)
    .orderBy('recipient')
    .orderBy('name', 'desc')
    .execute()

test('a paid order is emailed once, with its receipt and the paid invoice', async () => {
  const { id, attempt } = await begun()
  await page.deliver('callback', await page.resultOf(attempt))
  const { receipts, invoices } = await leftBy(app, id)
  const { invoiceNo } = invoices[0]!
  for (let n = 0; n < 2; n++) await mailReceipt(receipts[0]!.id)
  const sent = await mails(invoiceNo)
  const names = [`Receipt ${invoiceNo}.pdf`, `Invoice ${invoiceNo}.pdf`]
  expect(sent.map(({ recipient, name }) => [recipient, name])).toEqual(
    ['librarian', 'office'].flatMap((person) => names.map((name) => [`${person}@hillview.example`, name])),
  )
  expect(sent[0]!.subject).toBe(`Invoice ${invoiceNo} has been paid`)
  expect(sent[0]!.bodyText).toContain(`http://localhost:8080/payment/receipt?id=${receipts[0]!.id}`)
  const mailed = app.db.selectFrom('receipt').select('mailedAt').where('id', '=', receipts[0]!.id)
  expect(await mailed.execute()).toEqual([{ mailedAt: now }])
})

test('no mail is sent for a receipt that there is not, nor a second one for one that was emailed', async () => {
  const cart = await newCart(app)
  const { id } = await requestInvoice(app, cart)
  const [invoice] = (await leftBy(app, cart)).invoices
  await app.db.updateTable('receipt').set({ mailedAt: now }).where('id', '=', id!).execute()
  for (const receiptId of [id!, '0'.repeat(32), 'x']) await mailReceipt(receiptId)
  expect(await mails(invoice!.invoiceNo)).toEqual([])
})
