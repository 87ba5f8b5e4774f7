import type { App } from '#app/app.ts'
import { dayOf } from '#features/subscriptions/rules.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import type { Invoice } from '../contract.ts'
import { shownInvoices } from './shown-invoice.ts'

export { billToOf } from './bill-to.ts'
export { giveNumber } from './give-number.ts'
export { issueInvoice, type NewInvoice } from './issue-invoice.ts'
export { makeReceipt, receiptIdOf } from './make-receipt.ts'
export type { OrderEnd, OrderOfInvoice } from './order-of-invoice.ts'
export { addressedTo, linesOnPaper, totalsOnPaper } from './paper-parts.ts'
export { paperPdf } from './paper-pdf.ts'
export { writtenDay } from './paper-words.ts'
export { pdfFile } from './papers.ts'
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
  return { response: await shownInvoices(db, rows, dayOf(clock())) }
}
