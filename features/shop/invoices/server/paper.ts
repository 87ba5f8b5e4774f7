import type { Db } from '#app/app.ts'
import { addressLines } from '#kit/address-lines.ts'
import { grouped } from '#kit/wording.ts'
import { type BillTo, contactNamed, formatTax, postageCategory, type Totals } from '../../billing/rules.ts'
import { billToOf } from '../../billing/server/bill-to.ts'
import { type InvoiceLineRow, type InvoiceRow, linesOf } from './invoice-reply.ts'
import type { LetterPaper, PaperLine } from './paper-pdf.ts'

/** An invoice with everything that its PDFs and mails show. */
export type Paper = {
  invoice: InvoiceRow
  billTo: BillTo
  lines: InvoiceLineRow[]
  orderNo: string | null
  /** The approved card payment that paid it. */
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

/** A letter's addressee: name and address lines. */
export function addressedTo(billTo: BillTo): Pick<LetterPaper, 'name' | 'address'> {
  const contact = contactNamed(billTo.contacts)
  const named = `${contact?.firstName ?? ''} ${contact?.lastName ?? ''}`.trim()
  return { name: billTo.name, address: [...(named ? [`Attention: ${named}`] : []), ...addressLines(billTo)] }
}

type SoldLine = {
  productCode: string
  productCategory: string
  description: string
  quantity: number
  unitCents: number
  enrollmentSize: number | null
}

/** The ordered lines; postage goes with the totals. */
export const linesOnPaper = (lines: readonly SoldLine[]): PaperLine[] =>
  lines
    .filter(({ productCategory }) => productCategory !== postageCategory)
    .map(({ description, productCode, quantity, unitCents, enrollmentSize }) => ({
      description,
      detail:
        enrollmentSize === null
          ? productCode
          : `${productCode} · for ${grouped(enrollmentSize)} ${enrollmentSize === 1 ? 'student' : 'students'}`,
      quantity: grouped(quantity),
      unitPrice: moneyOn(unitCents),
      amount: moneyOn(unitCents * quantity),
    }))

/** Totals with the country's tax, or a line that there is none. `last`: the label of the total. */
export const totalsOnPaper = (
  sums: Totals & { taxBasisPoints: number; currency: string },
  last: string,
): LetterPaper['totals'] => [
  { label: 'Subtotal', value: moneyOn(sums.subTotalCents) },
  ...(sums.shippingCents > 0 ? [{ label: 'Postage & handling', value: moneyOn(sums.shippingCents) }] : []),
  { label: sums.taxBasisPoints > 0 ? formatTax(sums.taxBasisPoints) : 'No tax', value: moneyOn(sums.gstCents) },
  { label: last, value: `${moneyOn(sums.totalCents)} ${sums.currency}`, strong: true },
]

/** `$1,234.50` in either currency; the total also has its code. */
export const moneyOn = (cents: number): string =>
  (cents / 100).toLocaleString('en-AU', { style: 'currency', currency: 'AUD' })

/** The page for paying an invoice by card without signing in. */
export const payAddress = (publicUrl: string, customerNo: string, invoiceNo: string): string =>
  `${publicUrl}/payInvoice/${encodeURIComponent(customerNo)}/${encodeURIComponent(invoiceNo)}`
