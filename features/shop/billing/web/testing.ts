import type { Invoice } from '#features/shop/billing/contract.ts'
import type { Payment } from '#features/shop/payments/contract.ts'

/** A sample invoice and payment attempt for the screens' tests. */
export const invoiceOf = (number: number, more: Partial<Invoice> = {}): Invoice => {
  const invoiceStatus = more.invoiceStatus ?? 'Pending'
  return {
    id: `i${number}`,
    invoiceNumber: `SCINV${number}`,
    invoiceStatus,
    status: invoiceStatus,
    createdDate: '2026-10-01',
    dateDue: '2026-10-31',
    paidDate: null,
    subTotal: 100,
    shipping: 0,
    gst: 10,
    total: 110,
    currency: 'AUD',
    purchaseOrder: '',
    taxName: 'GST',
    taxPercent: 10,
    items: [
      {
        productCode: 'SCISDATA',
        productCategory: 'Subscription',
        description: 'Catalogue data, one year',
        quantity: 1,
        unitPrice: 100,
        enrollmentSize: 412,
      },
    ],
    orderNumber: null,
    endedDate: null,
    endedReason: '',
    pdfUrl: `/rest/invoice/i${number}/pdf`,
    ...more,
  }
}

export const paymentOf = (id: string, more: Partial<Payment> = {}): Payment => ({
  id,
  reference: `SCINV1-${id}`,
  state: 'APPROVED',
  orderNumber: null,
  invoiceNumber: 'SCINV1',
  amount: 110,
  currency: 'AUD',
  createdDate: '2026-10-20T01:00:00.000Z',
  endedDate: '2026-10-20T01:02:00.000Z',
  transactionID: '558823',
  card: '444433...111',
  resultText: 'Approved',
  paidBy: 'Hillview Librarian',
  receiptId: `r${id}`,
  resolution: '',
  ...more,
})

export const school = (roles: string[] = ['staff']) => ({
  user: { id: 'u1', username: 'l', email: 'l@x.example', firstName: 'L', lastName: 'B', roles },
  customer: { id: 'c1', customerNo: '10001', name: 'Hillview', subscriptions: [], emailDomain: '' },
})
