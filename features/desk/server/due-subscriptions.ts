import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import { isDueForRenewal } from '#features/shop/subscriptions/rules.ts'
import type { Day } from '#kit/day.ts'

type Due = { ids: ReadonlySet<string>; customerIds: ReadonlySet<string> }

/** The subscriptions due for renewal on a day, and the organisations that have them; of all organisations, or of these. */
export async function dueSubscriptions(db: Db, day: Day, customerIds?: readonly string[]): Promise<Due> {
  let found = db.selectFrom('subscription')
  if (customerIds) found = found.where('customerId', '=', anyOf(customerIds))
  const rows = await found
    .select(['id', 'customerId', 'typeName', 'productCode', 'startsOn', 'endsOn', 'dueForRenewal'])
    .execute()
  const due = [...Map.groupBy(rows, ({ customerId }) => customerId).values()].flatMap((all) =>
    all.filter((one) => isDueForRenewal(one, all, day)),
  )
  return { ids: new Set(due.map(({ id }) => id)), customerIds: new Set(due.map(({ customerId }) => customerId)) }
}

/** For `=`; one parameter, however many values there are. */
export const anyOf = (values: Iterable<string>) => sql<string>`any(${[...values]}::text[])`
