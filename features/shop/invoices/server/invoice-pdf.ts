import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { App } from '#app/app.ts'
import { businessDay, type Clock, writtenDay } from '#kit/day.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import type { FileToSend } from '#kit/server/files/send-file.ts'
import { billingProblem } from '../../billing/contract.ts'
import { deliveryLines, postageCategory } from '../../billing/rules.ts'
import { receiptPaper } from '../../billing/server/read-receipt.ts'
import { statusOf } from './invoice-reply.ts'
import { addressedTo, linesOnPaper, type Paper, paperOf, payAddress, totalsOnPaper } from './paper.ts'
import type { LetterPaper } from './paper-pdf.ts'

export type PaperEnv = Pick<
  App['env'],
  'providerName' | 'letterhead' | 'paymentInstructions' | 'supportEmail' | 'publicUrl'
>
type Given = { env: PaperEnv; clock: Clock }

const marks = {
  Pending: undefined,
  Overdue: { text: 'OVERDUE', tone: 'bad' },
  Paid: { text: 'PAID', tone: 'good' },
  Cancelled: { text: 'CANCELLED', tone: 'plain' },
  Refunded: { text: 'REFUNDED', tone: 'plain' },
} as const

export async function invoicePdf(paper: Paper, { env, clock }: Given): Promise<Buffer> {
  const { paperPdf } = await import('./paper-pdf.ts')
  const { invoice } = paper
  const status = statusOf(invoice, businessDay(clock))
  const writtenOn = (at: Date) => writtenDay(businessDay(clock, at))
  const payable = invoice.status === 'PENDING'
  return paperPdf({
    ...letterOf(paper, { env, clock }),
    title: invoice.taxBasisPoints > 0 ? 'Tax invoice' : 'Invoice',
    number: invoice.invoiceNo,
    mark: marks[status],
    facts: [
      { label: 'Invoice number', value: invoice.invoiceNo },
      { label: 'Date', value: writtenDay(invoice.issuedOn) },
      ...(payable ? [{ label: 'Due date', value: writtenDay(invoice.dueOn) }] : []),
      ...(invoice.paidAt ? [{ label: 'Paid on', value: writtenOn(invoice.paidAt) }] : []),
      ...(invoice.endedAt ? [{ label: `${status} on`, value: writtenOn(invoice.endedAt) }] : []),
      ...ordered(paper),
    ],
    totals: totalsOnPaper(invoice, payable ? 'Amount due' : 'Total'),
    closing: payable ? howToPay(paper, env, status === 'Overdue') : ending(paper),
  })
}

/** The receipt of a card payment: amount, time and card. */
export async function receiptPdf(paper: Paper, { createdAt, ...given }: Given & { createdAt: Date }): Promise<Buffer> {
  const { paperPdf } = await import('./paper-pdf.ts')
  const { invoice, card } = paper
  return paperPdf({
    ...letterOf(paper, given),
    title: 'Receipt',
    number: invoice.invoiceNo,
    mark: { text: 'PAID', tone: 'good' },
    addressLabel: 'Received from',
    facts: [
      { label: 'Receipt date', value: writtenDay(businessDay(given.clock, createdAt)) },
      { label: 'For invoice', value: invoice.invoiceNo },
      ...(card ? [{ label: 'Transaction', value: card.txnId }] : []),
      ...(card?.masked ? [{ label: 'Card', value: card.masked }] : []),
      ...ordered(paper),
    ],
    totals: totalsOnPaper(invoice, 'Paid'),
    closing: { heading: 'Thank you', paragraphs: [`We have received your payment for invoice ${invoice.invoiceNo}.`] },
  })
}

type Common = Omit<LetterPaper, 'title' | 'number' | 'facts' | 'totals'>

const letterOf = ({ billTo, lines }: Paper, { env, clock }: Given): Common => ({
  providerName: env.providerName,
  letterhead: env.letterhead,
  supportEmail: env.supportEmail,
  now: clock(),
  addressLabel: 'Bill to',
  ...addressedTo(billTo),
  lines: linesOnPaper(lines),
  closing: undefined,
  mark: undefined,
})

const ordered = ({ invoice, orderNo, billTo, lines }: Paper) => [
  { label: 'Customer number', value: billTo.customerNo },
  ...(orderNo ? [{ label: 'Order', value: orderNo }] : []),
  ...(invoice.purchaseOrder ? [{ label: 'Purchase order', value: invoice.purchaseOrder }] : []),
  ...(billTo.deliveryAddress && lines.some(({ productCategory }) => productCategory === postageCategory)
    ? [{ label: 'Deliver to', value: deliveryLines(billTo).join(', ') }]
    : []),
]

function howToPay({ invoice, billTo }: Paper, env: PaperEnv, overdue: boolean): LetterPaper['closing'] {
  const link = payAddress(env.publicUrl, billTo.customerNo, invoice.invoiceNo)
  return {
    heading: 'How to pay',
    paragraphs: [
      overdue
        ? `This invoice was due on ${writtenDay(invoice.dueOn)}. Please pay as soon as you can.`
        : `Please pay by ${writtenDay(invoice.dueOn)}.`,
      `To pay by card, scan the code or open ${link}. You don’t need to sign in.`,
      env.paymentInstructions
        ? `Other ways to pay: ${env.paymentInstructions} Please quote ${invoice.invoiceNo}.`
        : `To pay another way, email ${env.supportEmail} and quote ${invoice.invoiceNo}.`,
    ],
    link,
  }
}

const ending = ({ invoice }: Paper): LetterPaper['closing'] => {
  if (invoice.status === 'PAID') return { heading: 'Thank you', paragraphs: ['This invoice has been paid.'] }
  const heading = invoice.status === 'CANCELLED' ? 'This invoice was cancelled' : 'This invoice was refunded'
  return { heading, paragraphs: [invoice.endedReason || 'You don’t need to pay it.'] }
}

type Needs = Pick<App, 'db' | 'env' | 'clock'>

/** The PDF of one customer's invoice, or of anyone's without a caller; another customer's is reported as absent. */
export async function invoiceFile(
  { db, env, clock }: Needs,
  invoiceId: string,
  caller?: Pick<SchoolCaller, 'customerId'>,
): Promise<FileToSend> {
  const invoice = await db.selectFrom('invoice').selectAll().where('id', '=', invoiceId).executeTakeFirst()
  if (!invoice || (caller && invoice.customerId !== caller.customerId)) throw billingProblem('invoice_not_found')
  const bytes = await invoicePdf(await paperOf(db, invoice), { env, clock })
  return pdfFile(`Invoice ${invoice.invoiceNo}.pdf`, bytes)
}

/** The receipt of a requested invoice is the invoice itself. */
export async function receiptFile({ db, env, clock }: Needs, id: string): Promise<FileToSend> {
  const known = await receiptPaper(db, id)
  if (!known) throw billingProblem('receipt_not_found')
  const { receipt, paper } = known
  const { invoiceNo } = paper.invoice
  if (receipt.kind === 'INVOICE_REQUESTED')
    return pdfFile(`Invoice ${invoiceNo}.pdf`, await invoicePdf(paper, { env, clock }))
  const bytes = await receiptPdf(paper, { env, clock, createdAt: receipt.createdAt })
  return pdfFile(`Receipt ${invoiceNo}.pdf`, bytes)
}

export const pdfFile = (name: string, bytes: Buffer): FileToSend => ({
  name,
  type: 'application/pdf',
  size: bytes.length,
  etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
  open: async (range) => Readable.from(range ? bytes.subarray(range.start, range.end + 1) : bytes),
})
