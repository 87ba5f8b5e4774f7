import { sql } from 'kysely'
import type { App } from '#app/app.ts'
import type { Reply } from '#kit/contract.ts'
import type { manageApi } from '../manage-contract.ts'

const dayMs = 86_400_000
const daysShown = 366

/** How many requests the school made, in UTC: all years, and the last days. Days without any are left out. */
export async function requestsByDay(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  customerId: string,
): Promise<Reply<typeof manageApi.yearAndDay>> {
  const day = sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`
  const rows = await db
    .selectFrom('downloadRequest')
    .where('customerId', '=', customerId)
    .select(({ fn }) => [day.as('day'), fn.countAll().as('count'), fn.sum('matchedCount').as('records')])
    .groupBy(day)
    .orderBy(day)
    .execute()
  // A database counts in numbers too large for JSON, and sends them as text.
  const days = rows.map((row) => ({ day: row.day, count: Number(row.count), records: Number(row.records) }))
  const years = new Map<number, { year: number; count: number; records: number }>()
  for (const { day: on, count, records } of days) {
    const year = Number(on.slice(0, 4))
    const before = years.get(year) ?? { year, count: 0, records: 0 }
    years.set(year, { year, count: before.count + count, records: before.records + records })
  }
  const first = new Date(clock().getTime() - (daysShown - 1) * dayMs).toISOString().slice(0, 10)
  return { response: { years: [...years.values()], days: days.filter(({ day: on }) => on >= first) } }
}
