import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import { type Day, startOfDay, type Zone } from '#kit/day.ts'
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

/**
 * Invoices by the month in which they were paid, and refunds by that of the refund, in dollars. An invoice that
 * was refunded later is still paid in its own month.
 */
export async function revenueByMonth(
  db: Db,
  zone: Zone,
  from: Day,
): Promise<{ month: string; currency: string; paid: number; refunded: number }[]> {
  const month = (column: string) => sql`to_char(${sql.ref(column)} at time zone ${zone}, 'YYYY-MM')`
  const since = startOfDay(zone, from)
  const { rows } = await sql<{ month: string; currency: string; paid: number; refunded: number }>`
    select month, currency, sum(paid)::float8 / 100 as paid, sum(refunded)::float8 / 100 as refunded from (
      select ${month('paid_at')} as month, currency, total_cents as paid, 0 as refunded
      from invoice where paid_at >= ${since}
      union all
      select ${month('ended_at')}, currency, 0, total_cents
      from invoice where status = 'REFUNDED' and ended_at >= ${since}
    ) as moved group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
