import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { App } from '#app/app.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import type { FileToSend } from '#kit/server/files/send-file.ts'
import { billingProblem } from '../../billing/contract.ts'
import { receiptPaper } from '../../billing/server/read-receipt.ts'
import { invoicePdf, receiptPdf } from './invoice-pdf.ts'
import { paperOf } from './paper.ts'

type Needs = Pick<App, 'db' | 'env' | 'clock'>

/** An invoice of one customer, or of any where none is named; another's is as absent as none. */
export async function invoiceFile(
  { db, env, clock }: Needs,
  invoiceId: string,
  caller?: Pick<SchoolCaller, 'customerId'>,
): Promise<FileToSend> {
  const invoice = await db.selectFrom('invoice').selectAll().where('id', '=', invoiceId).executeTakeFirst()
  if (!invoice || (caller && invoice.customerId !== caller.customerId)) throw billingProblem('invoice_not_found')
  const bytes = await invoicePdf(await paperOf(db, invoice), { env, now: clock() })
  return pdfFile(`Invoice ${invoice.invoiceNo}.pdf`, bytes)
}

/** Of a requested invoice its receipt is the invoice itself. */
export async function receiptFile({ db, env, clock }: Needs, id: string): Promise<FileToSend> {
  const known = await receiptPaper(db, id)
  if (!known) throw billingProblem('receipt_not_found')
  const { receipt, paper } = known
  const { invoiceNo } = paper.invoice
  if (receipt.kind === 'INVOICE_REQUESTED')
    return pdfFile(`Invoice ${invoiceNo}.pdf`, await invoicePdf(paper, { env, now: clock() }))
  const bytes = await receiptPdf(paper, { env, now: clock(), createdAt: receipt.createdAt })
  return pdfFile(`Receipt ${invoiceNo}.pdf`, bytes)
}

export const pdfFile = (name: string, bytes: Buffer): FileToSend => ({
  name,
  type: 'application/pdf',
  size: bytes.length,
  etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
  open: async (range) => Readable.from(range ? bytes.subarray(range.start, range.end + 1) : bytes),
})
