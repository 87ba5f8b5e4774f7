import { z } from 'zod'
import { get } from '#kit/contract.ts'

export const InvoiceStatus = z.enum(['Pending', 'Overdue', 'Paid', 'Cancelled', 'Refunded'])
export type InvoiceStatus = z.infer<typeof InvoiceStatus>

export const InvoiceItem = z.object({
  productCode: z.string(),
  productCategory: z.string(),
  description: z.string(),
  quantity: z.number().int(),
  /** Of one, without tax. */
  unitPrice: z.number(),
})

/** Money is in whole units with two decimals, `currency` an ISO 4217 code. */
export const Invoice = z.object({
  id: z.string(),
  invoiceNumber: z.string(),
  invoiceStatus: InvoiceStatus,
  /** The same. */
  status: InvoiceStatus,
  createdDate: z.string(),
  /** The last day on which it can be paid in time. */
  dateDue: z.string(),
  paidDate: z.string().nullable(),
  subTotal: z.number(),
  shipping: z.number(),
  gst: z.number(),
  total: z.number(),
  currency: z.string(),
  purchaseOrder: z.string(),
  items: z.array(InvoiceItem),
  /** Null where there is none yet. */
  pdfUrl: z.string().nullable(),
})
export type Invoice = z.infer<typeof Invoice>

export const billingApi = {
  listInvoices: get('/rest/invoice', {
    who: 'staff',
    summary: 'The invoices of the caller’s own customer, cancelled ones too, the newest first',
    reply: z.object({ response: z.array(Invoice) }),
  }),
}
