import { z } from 'zod'
import type { App, Db } from '#app/app.ts'
import { businessDay, dayAfter, daysUntil } from '#kit/day.ts'
import { job } from '#kit/server/jobs.ts'
import { lastReminderDay, reminderOn, remindersFromDay } from '../../billing/rules.ts'
import { billedAddresses } from '../../billing/server/billed-addresses.ts'
import { enqueueBillingMail, pdfAttachment, reminderMail } from '../../billing/server/billing-mails.ts'
import { hasPendingPayment } from '../../billing/server/money-on-its-way.ts'
import { invoicePdf } from './invoice-pdf.ts'
import type { InvoiceRow } from './invoice-reply.ts'
import { paperOf } from './paper.ts'

type Needs = Pick<App, 'db' | 'clock' | 'queue' | 'env'>

/** Runs daily; skips reminders that another process or the desk has queued meanwhile. */
export const remindOfInvoices = job({
  name: 'billing.remind',
  data: z.object({}),
  expireSeconds: 30 * 60,
  retries: 3,
  cron: '20 6 * * *',
  async run(app: Needs, _data, signal) {
    const today = businessDay(app.clock)
    const invoices = await app.db
      .selectFrom('invoice')
      .selectAll()
      .where('status', '=', 'PENDING')
      .where('dueOn', '<=', dayAfter(today, remindersFromDay))
      .where('dueOn', '>=', dayAfter(today, -lastReminderDay))
      .orderBy('dueOn')
      .orderBy('id')
      .execute()
    for (const invoice of invoices) {
      if (signal.aborted) return
      const kind = reminderOn(invoice.dueOn, today)
      if (kind) await remind(app, invoice, kind)
    }
  },
})

export type Reminded = 'left' | 'left_before' | 'not_pending' | 'in_process'

/**
 * Queues a reminder unless it was queued before, nothing is due, or a payment may be pending. `also` runs in its
 * transaction.
 */
export async function remind(
  app: Needs,
  invoice: InvoiceRow,
  kind: string,
  also: (tx: Db) => Promise<void> = async () => undefined,
): Promise<Reminded> {
  const { db, env, clock } = app
  const now = clock()
  const sent = await db
    .selectFrom('invoiceReminder')
    .select('kind')
    .where('invoiceId', '=', invoice.id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (sent) return 'left_before'
  if (await hasPendingPayment(db, invoice, now)) return 'in_process'
  const paper = await paperOf(db, invoice)
  const mail = {
    ...reminderMail(env, paper, -daysUntil(invoice.dueOn, businessDay(clock, now))),
    attachments: [pdfAttachment(`Invoice ${invoice.invoiceNo}`, await invoicePdf(paper, { env, clock }))],
  }
  const to = await billedAddresses(db, invoice.customerId, 'payers')
  return db.transaction().execute(async (tx) => {
    const { status } = await tx
      .selectFrom('invoice')
      .select('status')
      .where('id', '=', invoice.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (status !== 'PENDING') return 'not_pending'
    const first = await tx
      .insertInto('invoiceReminder')
      .values({ invoiceId: invoice.id, kind, sentAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('kind')
      .executeTakeFirst()
    if (!first) return 'left_before'
    await enqueueBillingMail(app, tx, to, mail)
    await also(tx)
    return 'left'
  })
}
