import { randomBytes } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import { mailReceipt } from './mail-receipt.ts'

export type NewReceipt = { invoiceId: string; subscriptionOrder: boolean } & (
  | { kind: 'INVOICE_REQUESTED' }
  | { kind: 'PAID'; attemptId: string }
)

/** Leaves the mails about it too: they go out exactly if the transaction commits, and once. */
export async function makeReceipt(
  { clock, queue }: Pick<App, 'clock' | 'queue'>,
  within: Db,
  { kind, invoiceId, subscriptionOrder, ...rest }: NewReceipt,
): Promise<string> {
  // 128 random bits: whoever knows it may read the receipt.
  const id = randomBytes(16).toString('hex')
  const attemptId = 'attemptId' in rest ? rest.attemptId : null
  await within
    .insertInto('receipt')
    .values({ id, kind, invoiceId, attemptId, subscriptionOrder, createdAt: clock(), mailedAt: null })
    .execute()
  await queue.enqueue(mailReceipt, { receiptId: id }, { within })
  return id
}

/** Of a request for an invoice, or of an approved payment; for whoever asks again after an answer was lost. */
export async function receiptIdOf(
  db: Db,
  of: { requestedInvoiceId: string } | { attemptId: string },
): Promise<string | undefined> {
  const rows = db.selectFrom('receipt').select('id')
  const found =
    'attemptId' in of
      ? rows.where('attemptId', '=', of.attemptId)
      : rows.where('invoiceId', '=', of.requestedInvoiceId).where('kind', '=', 'INVOICE_REQUESTED')
  return (await found.executeTakeFirst())?.id
}
