import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { businessDay, dayAfter } from '#kit/day.ts'
import { billingApi } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const invoices = async (person: 'hillview' | 'assistant' | 'riverside' | 'lakeside') =>
  (await app.as(person)(billingApi.listInvoices, {})).response

test('a school’s staff read its invoices, newest first, with their lines', async () => {
  const listed = await invoices('assistant')
  expect(listed.map(({ invoiceNumber, invoiceStatus }) => [invoiceNumber, invoiceStatus])).toEqual([
    ['SCINV10004', 'Pending'],
    ['SCINV10001', 'Overdue'],
    ['SCINV10003', 'Cancelled'],
    ['SCINV10002', 'Paid'],
  ])
  const overdue = listed[1]!
  expect(overdue).toMatchObject({
    subTotal: 270,
    shipping: 12,
    gst: 28.2,
    total: 310.2,
    currency: 'AUD',
    paidDate: null,
  })
  expect(overdue.status).toBe(overdue.invoiceStatus)
  expect(overdue.items).toEqual([
    {
      productCode: 'SCISBARCODES',
      productCategory: 'Library supplies',
      description: 'Barcode labels, 1,000',
      quantity: 2,
      unitPrice: 135,
      enrollmentSize: null,
    },
  ])
  expect(listed[3]!.paidDate).toMatch(/^\d{4}-.*Z$/)
})

test('no school sees another’s invoices', async () => {
  expect((await invoices('riverside')).map(({ invoiceNumber }) => invoiceNumber)).toEqual(['SCINV20001'])
  expect(await invoices('lakeside')).toEqual([])
})

test('an invoice is on time on its due date, and overdue the day after', async () => {
  const dueIn = async (days: number) => {
    const dueOn = dayAfter(businessDay(app.clock), days)
    await app.db.updateTable('invoice').set({ dueOn }).where('id', '=', 'demo-invoice-10004').execute()
    return (await invoices('hillview')).find(({ id }) => id === 'demo-invoice-10004')!.invoiceStatus
  }
  expect(await dueIn(0)).toBe('Pending')
  expect(await dueIn(-1)).toBe('Overdue')
})

test('students and the desk have no invoices', async () => {
  for (const person of ['student', 'desk', 'administrator'] as const)
    await expect(app.as(person)(billingApi.listInvoices, {})).rejects.toMatchObject({
      status: 403,
      code: 'not_allowed',
    })
})

test('sums that do not add up are not stored', async () => {
  const wrong = app.db.updateTable('invoice').set({ totalCents: 1 }).where('id', '=', 'demo-invoice-10001').execute()
  await expect(wrong).rejects.toThrow(/check/)
})
