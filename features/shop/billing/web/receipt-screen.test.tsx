import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { accountApi, accountProblem } from '#features/account/contract.ts'
import { billingProblem, type Receipt, receiptsApi } from '#features/shop/billing/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { ReceiptScreen } from './receipt-screen.tsx'

afterEach(cleanup)

const subscriptionSentence =
  'Your SCIS order has been submitted successfully and will be processed by the SCIS customer service team. Please check your email for further details.'
const invoiceSentence = 'Your SCIS order has been submitted successfully. Please check your email for further details.'
const paidSentence =
  'Your payment has been successful. Please check your email for further details. Please see below for your recept:'

const receipt: Receipt = {
  id: 'r1',
  kind: 'PAID',
  subscriptionOrder: true,
  invoiceNumber: 'SCINV100001',
  orderNumber: 'SCORD100001',
  organisation: 'Hillview Primary School',
  customerNo: '10001',
  purchaseOrder: 'PO-7',
  receiptDate: '2026-11-22T06:00:00.000Z',
  dateDue: '2026-12-22',
  transactionID: 'TX-77',
  card: '444433...111',
  items: [
    {
      productCode: 'SCISDATA',
      productCategory: 'Subscription',
      description: 'Catalogue data',
      quantity: 1,
      unitPrice: 425,
      enrollmentSize: 412,
    },
  ],
  subTotal: 425,
  shipping: 12,
  gst: 43.7,
  amount: 480.7,
  currency: 'AUD',
  taxName: 'GST',
  taxPercent: 10,
}
const nobody = () => {
  throw accountProblem('sign_in_required')
}
const open = (query: string, readReceipt: () => unknown = () => ({ response: receipt })) =>
  renderScreen(<ReceiptScreen />, {
    api: { ...accountApi, ...receiptsApi },
    path: '/payment/receipt',
    address: `/payment/receipt?${query}`,
    fakes: { currentUser: nobody, readReceipt } as object,
  })
const details = () => screen.findByRole('region', { name: 'Details' })

test('a payment is shown with its amount, method and purpose', async () => {
  open('id=r1')
  expect((await details()).textContent).toContain('Paid')
  expect(screen.getByRole('status').textContent).toBe(paidSentence)
  expect(screen.getByText('Success')).toBeTruthy()
  const facts = [...document.querySelectorAll('.receipt-facts > div')].map((fact) => fact.textContent)
  expect(facts).toEqual([
    'OrganisationHillview Primary School',
    'Customer number10001',
    'InvoiceSCINV100001',
    'OrderSCORD100001',
    'Purchase orderPO-7',
    'Paid onNovember 22, 2026',
    'Card444433 … 111',
    'TransactionTX-77',
  ])
  const sums = [...document.querySelectorAll('.bill-totals > div')].map((line) => line.textContent)
  expect(sums).toEqual(['Subtotal$425.00', 'Postage & Handling$12.00', 'GST 10%$43.70', 'Paid$480.70\u00a0AUD'])
  expect(screen.getByRole('link', { name: 'Save as PDF' }).getAttribute('href')).toBe('/rest/receipt/r1/pdf')
})

test.each([
  [true, subscriptionSentence],
  [false, invoiceSentence],
])(
  'a requested invoice is reported by its message (subscription: %s), and can be paid at once',
  async (ordered, sentence) => {
    open('id=r1&payNow=true', () => ({
      response: { ...receipt, kind: 'INVOICE_REQUESTED', subscriptionOrder: ordered, transactionID: '', card: '' },
    }))
    await details()
    expect(screen.getByRole('status').textContent).toBe(sentence)
    expect(screen.getByRole('link', { name: 'Pay invoice now' }).getAttribute('href')).toBe(
      '/payInvoice/10001/SCINV100001',
    )
    expect(screen.getByText('Amount due')).toBeTruthy()
    expect(screen.getByText('December 22, 2026')).toBeTruthy()
  },
)

test('the page shows the database’s data, not that of its address', async () => {
  open('id=r1&subscriptionOrder=true&requestInvoice=true&transactionID=FORGED&amount=1.00&receiptDate=2020-01-01')
  await details()
  expect(screen.getByRole('status').textContent).toBe(paidSentence)
  expect(document.body.textContent).not.toContain('FORGED')
  expect(document.body.textContent).not.toContain('2020')
})

test.each([
  'id=forged&subscriptionOrder=true&payNow=true&transactionID=FORGED&amount=5.00',
  'subscriptionOrder=false&requestInvoice=true',
  'payNow=true&transactionID=FORGED&amount=5.00',
  'id=forged&held=true',
  '',
])('without a receipt on the server the page says only that there is none (%s)', async (query) => {
  open(query, () => {
    throw billingProblem('receipt_not_found')
  })
  expect(await screen.findByRole('heading', { name: 'We couldn’t find this receipt.', level: 1 })).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/FORGED|5\.00|success|submitted|reviewing|paid/i)
})

test('a payment held for a person says so, and can be reloaded', async () => {
  let kind: Receipt['kind'] = 'HELD'
  open('id=r1&held=true', () => ({ response: { ...receipt, kind } }))
  expect(await screen.findByText(/^Our team is reviewing your payment\./)).toBeTruthy()
  expect(screen.queryByText('Success')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Save as PDF' })).toBeNull()
  kind = 'PAID'
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByText(paidSentence)).toBeTruthy()
})

test('a receipt that fails to load can be reloaded', async () => {
  let away = true
  open('id=r1', () => {
    if (away) throw new (class extends Error {})('away')
    return { response: receipt }
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  away = false
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await details()).toBeTruthy()
})
