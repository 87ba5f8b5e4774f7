import type { Selectable } from 'kysely'
import type { Db } from '#app/app.ts'
import type { PaymentTables } from '#features/shop/payments/server/tables.ts'
import { asInvoiceItem, linesOf } from '../../invoices/server/invoice-reply.ts'
import type { Receipt } from '../contract.ts'
import { taxName } from '../rules.ts'
import { billToOf } from './bill-to.ts'

type AttemptRow = Selectable<PaymentTables['paymentAttempt']>

/** A receipt for money that is held for a person: what it was for, without an invoice number. */
export async function heldReceipt(db: Db, attemptId: string): Promise<Receipt | undefined> {
  const attempt = await db
    .selectFrom('paymentAttempt')
    .selectAll()
    .where('id', '=', attemptId)
    .where('status', 'in', ['HELD', 'RESOLVED'])
    .executeTakeFirst()
  if (!attempt) return undefined
  const about = attempt.orderId === null ? await ofInvoice(db, attempt) : await ofOrder(db, attempt)
  const { sums, lines, billTo, orderNumber } = about
  return {
    id: attempt.id,
    kind: 'HELD',
    subscriptionOrder: false,
    invoiceNumber: '',
    orderNumber,
    organisation: billTo.name,
    customerNo: billTo.customerNo,
    purchaseOrder: sums.purchaseOrder,
    receiptDate: (attempt.endedAt ?? attempt.createdAt).toISOString(),
    dateDue: null,
    transactionID: attempt.txnId ?? '',
    card: attempt.cardMasked,
    items: lines.map(asInvoiceItem),
    subTotal: sums.subTotalCents / 100,
    shipping: sums.shippingCents / 100,
    gst: sums.gstCents / 100,
    amount: attempt.amountCents / 100,
    currency: attempt.currency,
    taxName,
    taxPercent: sums.taxBasisPoints / 100,
  }
}

async function ofOrder(db: Db, attempt: AttemptRow) {
  const order = await db.selectFrom('shopOrder').selectAll().where('id', '=', attempt.orderId).executeTakeFirstOrThrow()
  const lines = await db
    .selectFrom('shopOrderLine')
    .selectAll()
    .where('orderId', '=', order.id)
    .orderBy('position')
    .execute()
  return { sums: order, lines, billTo: order.billTo, orderNumber: order.orderNo }
}

async function ofInvoice(db: Db, attempt: AttemptRow) {
  const invoice = await db
    .selectFrom('invoice')
    .selectAll()
    .where('id', '=', attempt.invoiceId)
    .executeTakeFirstOrThrow()
  const lines = (await linesOf(db, [invoice])).get(invoice.id) ?? []
  return { sums: invoice, lines, billTo: invoice.billTo ?? (await billToOf(db, invoice.customerId)), orderNumber: null }
}
