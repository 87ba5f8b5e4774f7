import { z } from 'zod'
import type { App } from '#app/app.ts'
import { job } from '#kit/server/jobs.ts'
import { invoicePdf, receiptPdf } from '../../invoices/server/invoice-pdf.ts'
import { billedAddresses } from './billed-addresses.ts'
import { enqueueBillingMail, paidMail, pdfAttachment, requestedMail } from './billing-mails.ts'
import { receiptPaper } from './read-receipt.ts'

/** Mails a receipt with its PDFs once: the transaction that queues the mail marks the receipt. */
export const mailReceipt = job({
  name: 'billing.mail-receipt',
  data: z.object({ receiptId: z.string() }),
  expireSeconds: 5 * 60,
  retries: 10,
  async run(app: Pick<App, 'db' | 'clock' | 'queue' | 'env'>, { receiptId }) {
    const { db, env, clock } = app
    const known = await receiptPaper(db, receiptId)
    if (!known || known.receipt.mailedAt) return
    const { receipt, paper } = known
    const { invoiceNo, customerId } = paper.invoice
    const now = clock()
    // PDFs are made before the transaction, to keep it short.
    const invoice = pdfAttachment(`Invoice ${invoiceNo}`, await invoicePdf(paper, { env, clock }))
    const mail =
      receipt.kind === 'PAID'
        ? {
            ...paidMail(env, paper, receipt.id),
            attachments: [
              pdfAttachment(
                `Receipt ${invoiceNo}`,
                await receiptPdf(paper, { env, clock, createdAt: receipt.createdAt }),
              ),
              invoice,
            ],
          }
        : { ...requestedMail(env, paper), attachments: [invoice] }
    const to = await billedAddresses(db, customerId, 'everybody')
    await db.transaction().execute(async (tx) => {
      const first = await tx
        .updateTable('receipt')
        .set({ mailedAt: now })
        .where('id', '=', receiptId)
        .where('mailedAt', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (first) await enqueueBillingMail(app, tx, to, mail)
    })
  },
})
