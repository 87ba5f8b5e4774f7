import { z } from 'zod'
import { inProcessSentence } from '#features/shop/orders/rules.ts'
import { CardForm } from '#features/shop/payments/contract.ts'
import { dayText, get, post, problems } from '#kit/contract.ts'

export const InvoiceStatus = z.enum(['Pending', 'Overdue', 'Paid', 'Cancelled', 'Refunded'])
export type InvoiceStatus = z.infer<typeof InvoiceStatus>

export const InvoiceItem = z.object({
  productCode: z.string(),
  productCategory: z.string(),
  description: z.string(),
  quantity: z.number().int(),
  /** Price of one, without tax. */
  unitPrice: z.number(),
  /** The number of students priced; null if the price does not depend on it. */
  enrollmentSize: z.number().int().nullable(),
})
export type InvoiceItem = z.infer<typeof InvoiceItem>

/** Money is in whole units with two decimals; `currency` is an ISO 4217 code. */
export const Invoice = z.object({
  id: z.string(),
  invoiceNumber: z.string(),
  invoiceStatus: InvoiceStatus,
  /** Same as `invoiceStatus`. */
  status: InvoiceStatus,
  createdDate: z.string(),
  /** The last day to pay on time. */
  dateDue: dayText(),
  paidDate: z.string().nullable(),
  subTotal: z.number(),
  shipping: z.number(),
  gst: z.number(),
  total: z.number(),
  currency: z.string(),
  purchaseOrder: z.string(),
  /** For example `GST` and 10; 0 when we charge no tax. */
  taxName: z.string(),
  taxPercent: z.number(),
  items: z.array(InvoiceItem),
  /** Null if it was not ordered here. */
  orderNumber: z.string().nullable(),
  /** Date and reason of the cancellation or refund. */
  endedDate: z.string().nullable(),
  endedReason: z.string(),
  pdfUrl: z.string(),
})
export type Invoice = z.infer<typeof Invoice>

/** The specification's two parameters. Errors do not reveal which is wrong. */
const pair = { customerNo: z.string().trim().min(1).max(40) }

/** The data of /payment/receipt, read from the database, not from its address. */
export const Receipt = z.object({
  id: z.string(),
  kind: z.enum(['INVOICE_REQUESTED', 'PAID', 'HELD']),
  subscriptionOrder: z.boolean(),
  /** Empty while the payment is held for a person. */
  invoiceNumber: z.string(),
  orderNumber: z.string().nullable(),
  organisation: z.string(),
  customerNo: z.string(),
  purchaseOrder: z.string(),
  receiptDate: z.string(),
  dateDue: dayText().nullable(),
  transactionID: z.string(),
  card: z.string(),
  items: z.array(InvoiceItem),
  subTotal: z.number(),
  shipping: z.number(),
  gst: z.number(),
  /** The amount paid or due. */
  amount: z.number(),
  currency: z.string(),
  taxName: z.string(),
  taxPercent: z.number(),
})
export type Receipt = z.infer<typeof Receipt>

export const BillingDetails = z.object({
  name: z.string(),
  customerNo: z.string(),
  address: z.array(z.string()),
  contacts: z.array(z.object({ firstName: z.string(), lastName: z.string(), email: z.string(), primary: z.boolean() })),
  currency: z.string(),
  taxName: z.string(),
  taxPercent: z.number(),
  paymentDays: z.number().int(),
  /** The unpaid sum and its overdue part, for invoices in the currency above. */
  outstanding: z.number(),
  overdue: z.number(),
  /** Paid in the last 365 days. */
  paidLastYear: z.number(),
})
export type BillingDetails = z.infer<typeof BillingDetails>

export const billingApi = {
  listInvoices: get('/rest/invoice', {
    who: 'staff',
    summary: 'The invoices of the caller’s own customer, including cancelled ones, newest first',
    reply: z.object({ response: z.array(Invoice) }),
  }),
}

export const billingPapersApi = {
  invoicePdf: get('/rest/invoice/:invoiceId/pdf', {
    who: 'staff',
    summary: 'One of the caller’s own invoices as PDF',
    input: z.strictObject({ invoiceId: z.string().max(100) }),
    answers: 'file',
    mediaTypes: ['application/pdf'],
  }),
  billingDetails: get('/rest/billing/details', {
    who: 'staff',
    summary: 'The caller’s own billing details and outstanding amount',
    reply: z.object({ response: BillingDetails }),
  }),
}

export const payInvoiceApi = {
  invoiceAmount: post('/rest/payment/amount', {
    who: 'visitor',
    inAddress: true,
    summary:
      'The amount and due date of an invoice; wrong numbers reveal nothing and are limited to 10 an hour per address',
    input: z.strictObject({ ...pair, InvoiceNumber: z.string().trim().min(1).max(40) }),
    reply: z.object({ displayAmount: z.string(), currency: z.string(), dateDue: dayText() }),
  }),
  invoiceSecurePay: post('/rest/payment/invoice/securePay', {
    who: 'visitor',
    inAddress: true,
    summary: 'The form data for the card page, to pay an invoice',
    input: z.strictObject({
      ...pair,
      invoiceNumber: z.string().trim().min(1).max(40),
      recaptcha_token: z.string().max(8192).optional(),
    }),
    reply: z.object({ response: CardForm }),
  }),
}

export const receiptsApi = {
  readReceipt: get('/rest/receipt/:id', {
    who: 'visitor',
    summary: 'A receipt, for anyone who knows its id',
    input: z.strictObject({ id: z.string().max(100) }),
    reply: z.object({ response: Receipt }),
  }),
  receiptPdf: get('/rest/receipt/:id/pdf', {
    who: 'visitor',
    summary: 'A receipt as PDF, for anyone who knows its id',
    input: z.strictObject({ id: z.string().max(100) }),
    answers: 'file',
    mediaTypes: ['application/pdf'],
  }),
}

export const DeskInvoice = Invoice.extend({
  customerId: z.string(),
  organisation: z.string(),
  customerNo: z.string(),
  /** How it was paid, if not by card. */
  paidNote: z.string(),
  /** Mailed reminders, newest first. */
  reminders: z.array(z.object({ kind: z.string(), sentDate: z.string() })),
})
export type DeskInvoice = z.infer<typeof DeskInvoice>

const ending = z.strictObject({
  invoiceId: z.string().max(100),
  reason: z.string().trim().min(1).max(500),
  /** Ends today the subscriptions that it bought. */
  endSubscriptions: z.boolean(),
})

export const deskBillingApi = {
  deskInvoices: get('/rest/desk/invoices', {
    who: 'desk',
    summary: 'All invoices, newest first, 50 a page',
    input: z.strictObject({
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      status: InvoiceStatus.optional(),
      text: z.string().trim().max(200).optional(),
      customerId: z.string().max(100).optional(),
    }),
    reply: z.object({ response: z.array(DeskInvoice), totalCount: z.number().int() }),
  }),
  deskInvoicePdf: get('/rest/desk/invoices/:invoiceId/pdf', {
    who: 'desk',
    summary: 'Any invoice as PDF',
    input: z.strictObject({ invoiceId: z.string().max(100) }),
    answers: 'file',
    mediaTypes: ['application/pdf'],
  }),
  cancelInvoice: post('/rest/desk/invoices/:invoiceId/cancel', {
    who: 'desk',
    freshProof: 'always',
    summary: 'Cancel an unpaid invoice and its order; both are kept',
    input: ending,
    reply: z.object({ response: DeskInvoice }),
  }),
  refundInvoice: post('/rest/desk/invoices/:invoiceId/refund', {
    who: 'desk',
    freshProof: 'always',
    summary: 'Record the refund of a paid invoice and its order; both are kept',
    input: ending,
    reply: z.object({ response: DeskInvoice }),
  }),
  markInvoicePaid: post('/rest/desk/invoices/:invoiceId/paid', {
    who: 'desk',
    freshProof: 'always',
    summary: 'Record the payment of an invoice by bank transfer or cheque',
    input: z.strictObject({ invoiceId: z.string().max(100), note: z.string().trim().min(1).max(500) }),
    reply: z.object({ response: DeskInvoice }),
  }),
  remindOfInvoice: post('/rest/desk/invoices/:invoiceId/remind', {
    who: 'desk',
    summary: 'Email an invoice reminder now, at most once a day',
    input: z.strictObject({ invoiceId: z.string().max(100) }),
    reply: z.object({ response: DeskInvoice }),
  }),
}

export const billingProblem = problems({
  invoice_not_found: [404, 'We couldn’t find this invoice.'],
  /** Same for every wrong pair. */
  wrong_pair: [400, 'We couldn’t find an unpaid invoice with these numbers. Please check them on your invoice.'],
  /** These three are shown only for the right pair. */
  invoice_paid: [409, 'This invoice has been paid. You don’t need to do anything.'],
  invoice_ended: [409, 'This invoice has been cancelled. You don’t need to pay it.'],
  payment_in_process: [409, inProcessSentence],
  receipt_not_found: [404, 'We couldn’t find this receipt.'],
  not_pending: [409, 'You can only do this to an unpaid invoice.'],
  not_paid: [409, 'You can only refund a paid invoice.'],
  reminded_today: [409, 'A reminder for this invoice was already emailed today.'],
})
