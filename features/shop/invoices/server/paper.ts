import type { Db } from '#app/app.ts'
import type { BillTo } from '../../billing/rules.ts'
import { billToOf } from '../../billing/server/bill-to.ts'
import { type InvoiceLineRow, type InvoiceRow, linesOf } from './shown-invoice.ts'

/** An invoice with all that its papers and mails tell of it. */
export type Paper = {
  invoice: InvoiceRow
  billTo: BillTo
  lines: InvoiceLineRow[]
  orderNo: string | null
  /** As an approved card payment paid it. */
  card: { txnId: string; masked: string } | null
}

export async function paperOf(db: Db, invoice: InvoiceRow): Promise<Paper> {
  const lines = await linesOf(db, [invoice])
  const order =
    invoice.orderId === null
      ? undefined
      : await db.selectFrom('shopOrder').select('orderNo').where('id', '=', invoice.orderId).executeTakeFirst()
  const payment = await db
    .selectFrom('receipt')
    .innerJoin('paymentAttempt', 'paymentAttempt.id', 'receipt.attemptId')
    .select(['txnId', 'cardMasked'])
    .where('receipt.invoiceId', '=', invoice.id)
    .where('receipt.kind', '=', 'PAID')
    .executeTakeFirst()
  return {
    invoice,
    billTo: invoice.billTo ?? (await billToOf(db, invoice.customerId)),
    lines: lines.get(invoice.id) ?? [],
    orderNo: order?.orderNo ?? null,
    card: payment ? { txnId: payment.txnId ?? '', masked: payment.cardMasked } : null,
  }
}
