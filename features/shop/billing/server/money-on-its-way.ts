import type { Db } from '#app/app.ts'
import { attemptInProcess } from '#features/shop/payments/server/payments.ts'
import type { InvoiceRow } from '../../invoices/server/invoice-reply.ts'

/** A pending card payment of the invoice, or of its order before it was invoiced. */
export const hasPendingPayment = async (db: Db, { id, orderId }: Pick<InvoiceRow, 'id' | 'orderId'>, now: Date) =>
  (await attemptInProcess(db, { invoiceId: id }, now)) ||
  (orderId !== null && (await attemptInProcess(db, { orderId }, now)))
