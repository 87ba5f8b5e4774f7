import type { App, Db } from '#app/app.ts'
import { asInvoiceItem } from '../../invoices/server/invoice-reply.ts'
import { type Paper, paperOf } from '../../invoices/server/paper.ts'
import { billingProblem, type Receipt } from '../contract.ts'
import { taxName } from '../rules.ts'
import { heldReceipt } from './held-receipt.ts'

/** 128 bits in lower-case hex, as we generate them. */
const idForm = /^[0-9a-f]{32}$/

export type ReceiptPaper = {
  receipt: {
    id: string
    kind: 'INVOICE_REQUESTED' | 'PAID'
    subscriptionOrder: boolean
    createdAt: Date
    mailedAt: Date | null
  }
  paper: Paper
}

/** Anyone with the id may read it; a held payment is read by its own id. */
export async function readReceipt({ db }: Pick<App, 'db'>, id: string): Promise<{ response: Receipt }> {
  if (!idForm.test(id)) throw billingProblem('receipt_not_found')
  const known = await receiptPaper(db, id)
  if (known) return { response: asReceipt(known) }
  const held = await heldReceipt(db, id)
  if (!held) throw billingProblem('receipt_not_found')
  return { response: held }
}

/** Finds a receipt by its own id or by its payment's. */
export async function receiptPaper(db: Db, id: string): Promise<ReceiptPaper | undefined> {
  if (!idForm.test(id)) return undefined
  const receipt = await db
    .selectFrom('receipt')
    .select(['id', 'kind', 'subscriptionOrder', 'createdAt', 'mailedAt', 'invoiceId'])
    .where((row) => row.or([row('id', '=', id), row('attemptId', '=', id)]))
    .executeTakeFirst()
  if (!receipt) return undefined
  const invoice = await db
    .selectFrom('invoice')
    .selectAll()
    .where('id', '=', receipt.invoiceId)
    .executeTakeFirstOrThrow()
  return { receipt, paper: await paperOf(db, invoice) }
}

const asReceipt = ({ receipt, paper }: ReceiptPaper): Receipt => {
  const { invoice, billTo, lines, orderNo, card } = paper
  const paid = receipt.kind === 'PAID'
  return {
    id: receipt.id,
    kind: receipt.kind,
    subscriptionOrder: receipt.subscriptionOrder,
    invoiceNumber: invoice.invoiceNo,
    orderNumber: orderNo,
    organisation: billTo.name,
    customerNo: billTo.customerNo,
    purchaseOrder: invoice.purchaseOrder,
    receiptDate: receipt.createdAt.toISOString(),
    dateDue: paid ? null : invoice.dueOn,
    transactionID: paid ? (card?.txnId ?? '') : '',
    card: paid ? (card?.masked ?? '') : '',
    items: lines.map(asInvoiceItem),
    subTotal: invoice.subTotalCents / 100,
    shipping: invoice.shippingCents / 100,
    gst: invoice.gstCents / 100,
    amount: invoice.totalCents / 100,
    currency: invoice.currency,
    taxName,
    taxPercent: invoice.taxBasisPoints / 100,
  }
}
