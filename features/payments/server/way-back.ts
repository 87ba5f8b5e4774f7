import type { Db } from '#app/app.ts'
import { displayAmount } from '#features/billing/rules.ts'
import type { Accepted } from './accept-result.ts'
import type { AttemptRow } from './payments.ts'

/** Said where nothing could be read; `later`: we could not look. */
export const problemPage = (problem: 'result' | 'later') => `/payment?problem=${problem}`

/** The page that the browser goes to after the card page. Its parameters are for people: the page reads the database. */
export async function wayBack(db: Db, accepted: Accepted): Promise<string> {
  if (accepted.answer === 'refused') return problemPage('result')
  const { attempt } = accepted
  if (accepted.answer === 'held') return `/payment/receipt?${new URLSearchParams({ id: attempt.id, held: 'true' })}`
  if (accepted.answer === 'approved') return receiptPage(db, accepted)
  const page = attempt.orderId === null ? await invoicePage(db, attempt) : await reviewPage(db, attempt)
  const [path, query] = page
  return `${path}?${new URLSearchParams({ ...query, payment: accepted.answer })}`
}

async function receiptPage(db: Db, { attempt, receiptId }: Accepted & { answer: 'approved' }) {
  const { createdAt } = await db
    .selectFrom('receipt')
    .select('createdAt')
    .where('id', '=', receiptId)
    .executeTakeFirstOrThrow()
  const shown = new URLSearchParams({
    id: receiptId,
    // By the specification's rule `true` would stand for an order that is still to be paid.
    subscriptionOrder: 'false',
    payNow: 'true',
    transactionID: attempt.txnId ?? '',
    receiptDate: createdAt.toISOString(),
    amount: displayAmount(attempt.amountCents),
  })
  return `/payment/receipt?${shown}`
}

async function invoicePage(db: Db, { invoiceId }: AttemptRow): Promise<[string, Record<string, string>]> {
  const { customerNo, invoiceNo } = await db
    .selectFrom('invoice')
    .innerJoin('customer', 'customer.id', 'invoice.customerId')
    .select(['customerNo', 'invoiceNo'])
    .where('invoice.id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  return [`/payInvoice/${encodeURIComponent(customerNo)}/${encodeURIComponent(invoiceNo)}`, {}]
}

async function reviewPage(db: Db, { orderId }: AttemptRow): Promise<[string, Record<string, string>]> {
  const { cartId } = await db
    .selectFrom('shopOrder')
    .select('cartId')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return ['/orderDetails', { cmsId: cartId }]
}
