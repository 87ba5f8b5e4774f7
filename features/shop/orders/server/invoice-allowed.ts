import type { App, Db } from '#app/app.ts'
import { businessDay, dayAfter } from '#kit/day.ts'
import { maxOverdueDays } from '../rules.ts'

/** False for a school with a long overdue invoice: it pays its next order by card. */
export async function mayRequestInvoice({ clock }: Pick<App, 'clock'>, db: Db, customerId: string): Promise<boolean> {
  const owed = await db
    .selectFrom('invoice')
    .select('id')
    .where('customerId', '=', customerId)
    .where('status', '=', 'PENDING')
    .where('dueOn', '<', dayAfter(businessDay(clock), -maxOverdueDays))
    .limit(1)
    .executeTakeFirst()
  return owed === undefined
}
