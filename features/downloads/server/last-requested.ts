import { sql } from 'kysely'
import type { App } from '#app/app.ts'
import type { RecordId } from '#features/catalogue/server/catalogue-port.ts'

const requests = 8
const ofEach = 2

/** Some of the records that a school asked for last, the latest first. They may have gone from the catalogue since. */
export async function lastRequested({ db }: Pick<App, 'db'>, customerId: string): Promise<RecordId[]> {
  const rows = await db
    .selectFrom('downloadRequest')
    // A request may have thousands.
    .select(sql<RecordId[]>`jsonb_path_query_array(matched, ${sql.lit(`$[0 to ${ofEach - 1}]`)})`.as('ids'))
    .where('customerId', '=', customerId)
    // Those are headings.
    .where('type', '!=', 'AUTHORITY')
    .where(sql<boolean>`jsonb_array_length(matched) > 0`)
    .orderBy('createdAt', 'desc')
    .limit(requests)
    .execute()
  return [...new Set(rows.flatMap(({ ids }) => ids))]
}
