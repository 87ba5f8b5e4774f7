import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import {
  type DeskPayment,
  type Payment,
  type PaymentEvent,
  type PaymentState,
  paymentProblem,
  type Resolution,
} from '../contract.ts'

const aPage = 50

/** Joins an order's payments with its invoice, and an invoice's with its order. */
const attempts = (db: Db) =>
  db
    .selectFrom('paymentAttempt as attempt')
    .innerJoin('customer', 'customer.id', 'attempt.customerId')
    .leftJoin('invoice as billed', 'billed.id', 'attempt.invoiceId')
    .leftJoin('shopOrder', (join) => join.on(sql`shop_order.id = coalesce(attempt.order_id, billed.order_id)` as never))
    .leftJoin('invoice as issued', 'issued.orderId', 'attempt.orderId')
    .leftJoin('receipt', 'receipt.attemptId', 'attempt.id')
    .leftJoin('appUser as payer', 'payer.id', 'attempt.userId')
    .leftJoin('appUser as resolver', 'resolver.id', 'attempt.resolvedBy')

const rows = (db: Db) =>
  attempts(db)
    .selectAll('attempt')
    .select((row) => [
      'shopOrder.orderNo',
      row.fn.coalesce('billed.invoiceNo', 'issued.invoiceNo').as('invoiceNo'),
      'receipt.id as receiptId',
      'customer.name as organisation',
      'customer.customerNo',
      sql<string>`trim(concat(payer.first_name, ' ', payer.last_name))`.as('paidBy'),
      sql<string>`trim(concat(resolver.first_name, ' ', resolver.last_name))`.as('resolvedByName'),
    ])
    .orderBy('attempt.createdAt', 'desc')
    .orderBy('attempt.id', 'desc')

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

/** A customer's own payment attempts, newest first. */
export async function listPayments(
  db: Db,
  customerId: string,
  page: number,
): Promise<{ response: Payment[]; totalCount: number }> {
  const { totalCount } = await db
    .selectFrom('paymentAttempt')
    .where('customerId', '=', customerId)
    .select(sql<number>`count(*)::int`.as('totalCount'))
    .executeTakeFirstOrThrow()
  const found = await rows(db)
    .where('attempt.customerId', '=', customerId)
    .limit(aPage)
    .offset((page - 1) * aPage)
    .execute()
  return { response: found.map(asPayment), totalCount }
}

/** The condition of the partial index: payments that need a person's decision. */
export const waits = sql<boolean>`(attempt.hold_reason <> '' and attempt.resolved_at is null)`

type PaymentFilters = {
  page: number
  state?: PaymentState | undefined
  text?: string | undefined
  customerId?: string | undefined
}

export async function listDeskPayments(db: Db, { page, state, text, customerId }: PaymentFilters) {
  const pattern = text && `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const fits = sql<boolean>`${sql.join(
    [
      sql`true`,
      ...(state === 'HELD' ? [waits] : state ? [sql`attempt.status = ${state}`] : []),
      ...(customerId === undefined ? [] : [sql`attempt.customer_id = ${customerId}`]),
      ...(pattern
        ? [
            sql`(attempt.ref ilike ${pattern} or attempt.txn_id ilike ${pattern} or customer.name ilike ${pattern}
              or customer.customer_no ilike ${pattern} or shop_order.order_no ilike ${pattern}
              or billed.invoice_no ilike ${pattern} or issued.invoice_no ilike ${pattern})`,
          ]
        : []),
    ],
    sql` and `,
  )}`
  const { totalCount } = await attempts(db)
    .where(fits)
    .select(sql<number>`count(*)::int`.as('totalCount'))
    .executeTakeFirstOrThrow()
  const { held } = await db
    .selectFrom('paymentAttempt as attempt')
    .where(waits)
    .select(sql<number>`count(*)::int`.as('held'))
    .executeTakeFirstOrThrow()
  const found = await rows(db)
    .where(fits)
    .limit(aPage)
    .offset((page - 1) * aPage)
    .execute()
  return { response: found.map(asDeskPayment), totalCount, held }
}

/** One payment with its whole history, oldest first. */
export async function deskPayment(db: Db, id: string) {
  const found = await rows(db).where('attempt.id', '=', id).executeTakeFirst()
  if (!found) throw paymentProblem('payment_not_found')
  const events = await db
    .selectFrom('paymentEvent')
    .leftJoin('appUser', 'appUser.id', 'paymentEvent.userId')
    .selectAll('paymentEvent')
    .select(sql<string>`trim(concat(first_name, ' ', last_name))`.as('by'))
    .where('attemptId', '=', id)
    .orderBy('happenedAt')
    .orderBy('paymentEvent.id')
    .execute()
  const history = events.map(
    ({ happenedAt, amountCents, txnId, ...event }): PaymentEvent => ({
      ...event,
      happenedDate: happenedAt.toISOString(),
      amount: amountCents === null ? null : amountCents / 100,
      transactionID: txnId,
    }),
  )
  return { response: { ...asDeskPayment(found), events: history } }
}

const asPayment = (row: Row): Payment => ({
  id: row.id,
  reference: row.ref,
  state: row.status,
  orderNumber: row.orderNo,
  invoiceNumber: row.invoiceNo,
  amount: row.amountCents / 100,
  currency: row.currency,
  createdDate: row.createdAt.toISOString(),
  endedDate: row.endedAt?.toISOString() ?? null,
  transactionID: row.txnId ?? '',
  card: row.cardMasked,
  resultText: row.resultText,
  paidBy: row.paidBy,
  resolution: row.resolution as Resolution,
  receiptId: row.receiptId,
})

const asDeskPayment = (row: Row): DeskPayment => ({
  ...asPayment(row),
  customerId: row.customerId,
  organisation: row.organisation,
  customerNo: row.customerNo,
  holdReason: row.holdReason,
  held: row.holdReason !== '' && row.resolvedAt === null,
  resolvedBy: row.resolvedByName,
  resolvedDate: row.resolvedAt?.toISOString() ?? null,
})
