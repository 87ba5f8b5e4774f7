import type { App } from '#app/app.ts'
import { dayOf } from '#kit/day.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { shownInvoices } from '../../invoices/server/shown-invoice.ts'
import type { Invoice } from '../contract.ts'

export { giveNumber } from '../../invoices/server/give-number.ts'
export { issueInvoice, type NewInvoice } from '../../invoices/server/issue-invoice.ts'
export type { OrderEnd, OrderOfInvoice } from '../../invoices/server/order-of-invoice.ts'
export { addressedTo, linesOnPaper, totalsOnPaper } from '../../invoices/server/paper-parts.ts'
export { paperPdf } from '../../invoices/server/paper-pdf.ts'
export { writtenDay } from '../../invoices/server/paper-words.ts'
export { pdfFile } from '../../invoices/server/papers.ts'
export { payInvoice, settleInvoice } from '../../invoices/server/settle-invoice.ts'
export { billToOf } from './bill-to.ts'
export { makeReceipt, receiptIdOf } from './make-receipt.ts'

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
  return { response: await shownInvoices(db, rows, dayOf(clock())) }
}
