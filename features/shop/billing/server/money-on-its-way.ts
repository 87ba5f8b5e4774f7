import type { Db } from '#app/app.ts'
import { attemptInProcess } from '#features/shop/payments/server/payments.ts'
import type { InvoiceRow } from '../../invoices/server/shown-invoice.ts'

/** For the invoice, or from the time when its order was to be paid by card. */
export const hasPendingPayment = async (db: Db, { id, orderId }: Pick<InvoiceRow, 'id' | 'orderId'>, now: Date) =>
  (await attemptInProcess(db, { invoiceId: id }, now)) ||
  (orderId !== null && (await attemptInProcess(db, { orderId }, now)))
