import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import type { Day } from '#kit/day.ts'
import { waits } from '../../payments/server/list-payments.ts'

/** Payments that need a person's decision, and invoices that are overdue on this day. */
export async function shopCounts(db: Db, today: Day): Promise<{ payments: number; overdueInvoices: number }> {
  const { rows } = await sql<{ payments: number; overdueInvoices: number }>`
    select (select count(*)::int from payment_attempt as attempt where ${waits}) as payments,
      (select count(*)::int from invoice where status = 'PENDING' and due_on < ${today}) as "overdueInvoices"`.execute(
    db,
  )
  return rows[0]!
}

/** Payments that need a person's decision, newest first. */
export async function heldPayments(db: Db, most: number) {
  const { rows } = await sql<{
    id: string
    organisation: string
    amount: number
    currency: string
    holdReason: string
    total: number
  }>`
    select attempt.id, name as organisation, amount_cents::float8 / 100 as amount, currency, hold_reason as "holdReason",
      (count(*) over ())::int as total
    from payment_attempt as attempt join customer on customer.id = attempt.customer_id
    where ${waits} order by attempt.created_at desc, attempt.id desc limit ${most}`.execute(db)
  return { total: rows[0]?.total ?? 0, lines: rows.map(({ total: _, ...line }) => line) }
}
