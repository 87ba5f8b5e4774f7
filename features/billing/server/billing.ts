import type { App, Db } from '#app/app.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import type { Invoice, InvoiceStatus } from '../contract.ts'
import type { BillingTables } from './tables.ts'

export { billToOf } from './bill-to.ts'
export { giveNumber } from './give-number.ts'
export { issueInvoice, type NewInvoice } from './issue-invoice.ts'
export { makeReceipt, receiptIdOf } from './make-receipt.ts'
export type { OrderEnd, OrderOfInvoice } from './order-of-invoice.ts'
export { payInvoice, settleInvoice } from './settle-invoice.ts'

/** The caller's own invoices, newest first. That cancelled ones are hidden is the screens' affair. */
export async function listInvoices(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { customerId }: SchoolCaller,
): Promise<{ response: Invoice[] }> {
  const rows = await db
    .selectFrom('invoice')
    .selectAll()
    .where('customerId', '=', customerId)
    .orderBy('issuedOn', 'desc')
    .orderBy('invoiceNo', 'desc')
    .execute()
  const items = await itemsOf(db, customerId)
  const today = clock().toISOString().slice(0, 10)
  return {
    response: rows.map((row) => {
      const status = statusOf(row, today)
      return {
        id: row.id,
        invoiceNumber: row.invoiceNo,
        invoiceStatus: status,
        status,
        createdDate: row.issuedOn,
        dateDue: row.dueOn,
        paidDate: row.paidAt?.toISOString() ?? null,
        subTotal: row.subTotalCents / 100,
        shipping: row.shippingCents / 100,
        gst: row.gstCents / 100,
        total: row.totalCents / 100,
        currency: row.currency,
        purchaseOrder: row.purchaseOrder,
        items: items.get(row.id) ?? [],
        pdfUrl: null,
      }
    }),
  }
}

const names = { PENDING: 'Pending', PAID: 'Paid', CANCELLED: 'Cancelled', REFUNDED: 'Refunded' } as const

/** On the due date itself it can still be paid in time. */
const statusOf = (row: Pick<BillingTables['invoice'], 'status' | 'dueOn'>, today: string): InvoiceStatus =>
  row.status === 'PENDING' && row.dueOn < today ? 'Overdue' : names[row.status]

async function itemsOf(db: Db, customerId: string): Promise<Map<string, Invoice['items']>> {
  const rows = await db
    .selectFrom('invoiceLine')
    .innerJoin('invoice', 'invoice.id', 'invoiceLine.invoiceId')
    .where('invoice.customerId', '=', customerId)
    .orderBy('position')
    .selectAll('invoiceLine')
    .execute()
  const items = new Map<string, Invoice['items']>()
  for (const { invoiceId, productCode, productCategory, description, quantity, unitCents } of rows) {
    const item = { productCode, productCategory, description, quantity, unitPrice: unitCents / 100 }
    items.set(invoiceId, [...(items.get(invoiceId) ?? []), item])
  }
  return items
}
