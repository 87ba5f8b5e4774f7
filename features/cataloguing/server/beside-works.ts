import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import type { AskedItem, Beside } from './asked-items.ts'

/** Of each request the side that wrote last: `request_id`, `waits` where it was the school. */
export const lastWords = sql`
  select distinct on (request_id) request_id, not by_desk as waits from catalogue_event
  where kind = 'message' order by request_id, happened_at desc, id`

/** What the desk's lists show of items besides their own fields. */
export async function besideOf(db: Db, items: AskedItem[]): Promise<Beside> {
  if (items.length === 0) return { pictures: new Map(), waiting: new Set() }
  const counts = await db
    .selectFrom('catalogueAttachment')
    .where(
      'itemId',
      'in',
      items.map(({ id }) => id),
    )
    .groupBy('itemId')
    .select(['itemId', sql<number>`count(*)::int`.as('count')])
    .execute()
  const requests = [...new Set(items.map(({ requestId }) => requestId))]
  const { rows } = await sql<{ id: string }>`
    select request_id as id from (${lastWords}) as last where waits and request_id in (${sql.join(requests)})`.execute(
    db,
  )
  return {
    pictures: new Map(counts.map(({ itemId, count }) => [itemId!, count])),
    waiting: new Set(rows.map(({ id }) => id)),
  }
}
