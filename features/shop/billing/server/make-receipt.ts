import { randomBytes } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import { mailReceipt } from './mail-receipt.ts'

export type NewReceipt = { invoiceId: string; subscriptionOrder: boolean } & (
  | { kind: 'INVOICE_REQUESTED' }
  | { kind: 'PAID'; attemptId: string }
)

/** Makes a receipt and queues its emails: they are sent once, and only if the transaction commits. */
export async function makeReceipt(
  { clock, queue }: Pick<App, 'clock' | 'queue'>,
  tx: Db,
  { kind, invoiceId, subscriptionOrder, ...rest }: NewReceipt,
): Promise<string> {
  // 128 random bits: knowing the id grants access to the receipt.
  const id = randomBytes(16).toString('hex')
  const attemptId = 'attemptId' in rest ? rest.attemptId : null
  await tx
    .insertInto('receipt')
    .values({ id, kind, invoiceId, attemptId, subscriptionOrder, createdAt: clock(), mailedAt: null })
    .execute()
  await queue.enqueue(mailReceipt, { receiptId: id }, { tx })
  return id
}

/** The receipt of a requested invoice or an approved payment, for retries after a lost answer. */
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
