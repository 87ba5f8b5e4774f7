import { randomUUID } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import type { Input } from '#kit/contract.ts'
import { businessDay } from '#kit/day.ts'
import type { Caller } from '#kit/server/caller.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { billingProblem, type DeskInvoice, type deskBillingApi } from '../../billing/contract.ts'
import { billedAddresses } from '../../billing/server/billed-addresses.ts'
import { endedMail, enqueueBillingMail, paidMail, pdfAttachment } from '../../billing/server/billing-mails.ts'
import { orderOfInvoice } from '../../orders/server/order-of-invoice.ts'
import { deskInvoice } from './desk-invoices.ts'
import { invoicePdf } from './invoice-pdf.ts'
import type { InvoiceRow } from './invoice-reply.ts'
import { paperOf } from './paper.ts'
import { remind } from './remind.ts'

type Needs = Pick<App, 'db' | 'clock' | 'queue' | 'env'>
type By = Pick<Caller, 'userId'>

/** Cancels an unpaid invoice or marks a paid one as refunded; its order follows. */
export async function endInvoice(
  app: Needs,
  { userId }: By,
  { invoiceId, reason, endSubscriptions }: Input<typeof deskBillingApi.cancelInvoice>,
  status: 'CANCELLED' | 'REFUNDED',
): Promise<DeskInvoice> {
  const needed = status === 'CANCELLED' ? 'PENDING' : 'PAID'
  const refusal = status === 'CANCELLED' ? 'not_pending' : 'not_paid'
  const set = { status, endedAt: app.clock(), endedReason: reason }
  await change(app, { invoiceId, needed, refusal, set, mail: endedMail }, async (tx, invoice, orderId) => {
    if (orderId !== null) await orderOfInvoice.ended(app, tx, { orderId, status, endSubscriptions, userId })
    const noted = { now: app.clock(), customerId: invoice.customerId, userId, subject: invoice.invoiceNo }
    const after = { reason, endSubscriptions }
    if (status === 'CANCELLED') return recordAudit(tx, { ...noted, action: 'invoice_cancelled', after })
    await recordRefund(tx, invoice, { userId, reason, now: app.clock() })
    await recordAudit(tx, { ...noted, action: 'invoice_refunded', after })
  })
  return deskInvoice(app, invoiceId)
}

/** Marks an invoice as paid by bank transfer or cheque. */
export async function markInvoicePaid(
  app: Needs,
  { userId }: By,
  { invoiceId, note }: Input<typeof deskBillingApi.markInvoicePaid>,
): Promise<DeskInvoice> {
  const set = { status: 'PAID', paidAt: app.clock(), paidNote: note } as const
  const mail: MailOf = (env, paper) => paidMail(env, paper, null)
  const ending = { invoiceId, needed: 'PENDING', refusal: 'not_pending', set, mail } as const
  await change(app, ending, async (tx, { customerId, invoiceNo }, orderId) => {
    if (orderId !== null) await orderOfInvoice.paid(tx, orderId)
    await recordAudit(tx, {
      now: app.clock(),
      customerId,
      userId,
      action: 'invoice_paid',
      subject: invoiceNo,
      after: { note },
    })
  })
  return deskInvoice(app, invoiceId)
}

/** Sends a reminder now; at most one a day, automatic ones included. */
export async function remindNow(app: Needs, { userId }: By, invoiceId: string): Promise<DeskInvoice> {
  const now = app.clock()
  const today = businessDay(app.clock, now)
  const invoice = await anyInvoice(app.db, invoiceId)
  if (invoice.status !== 'PENDING') throw billingProblem('not_pending')
  const sent = await app.db
    .selectFrom('invoiceReminder')
    .select('sentAt')
    .where('invoiceId', '=', invoice.id)
    .orderBy('sentAt', 'desc')
    .executeTakeFirst()
  if (sent && businessDay(app.clock, sent.sentAt) === today) throw billingProblem('reminded_today')
  const { customerId, invoiceNo: subject } = invoice
  const done = await remind(app, invoice, `DESK_${today}`, (tx) =>
    recordAudit(tx, { now, customerId, userId, action: 'invoice_reminded', subject }),
  )
  if (done !== 'left') throw billingProblem(refusals[done])
  return deskInvoice(app, invoiceId)
}

const refusals = {
  left_before: 'reminded_today',
  not_pending: 'not_pending',
  in_process: 'payment_in_process',
} as const

async function anyInvoice(db: Db, id: string): Promise<InvoiceRow> {
  const invoice = await db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirst()
  if (!invoice) throw billingProblem('invoice_not_found')
  return invoice
}

type MailOf = typeof endedMail
type Ending = {
  invoiceId: string
  needed: InvoiceRow['status']
  refusal: 'not_pending' | 'not_paid'
  set: Partial<InvoiceRow>
  mail: MailOf
}

/** Changes an invoice that is in the required state and mails the billed contacts: all or nothing. */
async function change(
  app: Needs,
  { invoiceId, needed, refusal, set, mail }: Ending,
  also: (tx: Db, invoice: InvoiceRow, orderId: string | null) => Promise<void>,
): Promise<void> {
  const { db, env, clock } = app
  const before = await anyInvoice(db, invoiceId)
  if (before.status !== needed) throw billingProblem(refusal)
  // PDFs are made before the transaction, to keep it short.
  const paper = await paperOf(db, { ...before, ...set })
  const attachments = [pdfAttachment(`Invoice ${before.invoiceNo}`, await invoicePdf(paper, { env, clock }))]
  const to = await billedAddresses(db, before.customerId, 'everybody')
  await db.transaction().execute(async (tx) => {
    const orderId = await orderOfInvoice.hold(tx, invoiceId)
    const changed = await tx
      .updateTable('invoice')
      .set(set as Omit<typeof set, 'billTo'>)
      .where('id', '=', invoiceId)
      .where('status', '=', needed)
      .returningAll()
      .executeTakeFirst()
    if (!changed) throw billingProblem(refusal)
    await also(tx, changed, orderId)
    await enqueueBillingMail(app, tx, to, { ...mail(env, paper), attachments })
  })
}

/** Adds the refund to the ledger of the card payment. */
async function recordRefund(
  tx: Db,
  { id, totalCents }: InvoiceRow,
  { userId, reason, now }: { userId: string; reason: string; now: Date },
) {
  const paid = await tx
    .selectFrom('receipt')
    .select('attemptId')
    .where('invoiceId', '=', id)
    .where('kind', '=', 'PAID')
    .executeTakeFirst()
  if (!paid?.attemptId) return
  await tx
    .insertInto('paymentEvent')
    .values({
      id: randomUUID(),
      attemptId: paid.attemptId,
      happenedAt: now,
      kind: 'REFUNDED',
      way: 'desk',
      amountCents: totalCents,
      userId,
      note: reason,
    })
    .execute()
}
