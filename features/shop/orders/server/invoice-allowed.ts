import type { App, Db } from '#app/app.ts'
import { dayAfter, dayOf } from '#kit/day.ts'
import { maxOverdueDays } from '../rules.ts'

/** Schools are trusted, but for one that owes an invoice for long: it pays its next order by card. */
export async function mayRequestInvoice({ clock }: Pick<App, 'clock'>, db: Db, customerId: string): Promise<boolean> {
  const owed = await db
    .selectFrom('invoice')
    .select('id')
    .where('customerId', '=', customerId)
    .where('status', '=', 'PENDING')
    .where('dueOn', '<', dayAfter(dayOf(clock()), -maxOverdueDays))
    .limit(1)
    .executeTakeFirst()
  return owed === undefined
}
