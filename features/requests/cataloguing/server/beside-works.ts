import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import type { Beside, RequestedItem } from './requested-items.ts'

/** Per request: who wrote last, or marked that there is nothing to answer. */
export const lastWords = sql`
  select distinct on (request_id) id, request_id, happened_at, not by_desk as by_school from catalogue_event
  where kind in ('message', 'seen') order by request_id, happened_at desc, by_desk desc, id`

/** Requests whose school awaits a reply: it wrote last and, if all items are answered, after the last answer. */
export const awaitingWord = sql`
  select said.request_id, said.happened_at from (${lastWords}) as said
  join catalogue_request as request on request.id = said.request_id
  where said.by_school and (request.status = 'REQUESTED' or said.happened_at >
    (select max(answered_at) from catalogue_item as item where item.request_id = request.id))`

/** Data that the desk's lists show with items. */
export async function besideOf(db: Db, items: RequestedItem[]): Promise<Beside> {
  if (items.length === 0) return { pictures: new Map(), notes: new Map(), waiting: new Set() }
  const ids = items.map(({ id }) => id)
  const counted = async (table: 'catalogueAttachment' | 'colleagueNote') => {
    const counts = await db
      .selectFrom(table)
      .where('itemId', 'in', ids)
      .groupBy('itemId')
      .select(['itemId', sql<number>`count(*)::int`.as('count')])
      .execute()
    return new Map(counts.map(({ itemId, count }) => [itemId!, count]))
  }
  const requests = [...new Set(items.map(({ requestId }) => requestId))]
  const { rows } = await sql<{ id: string }>`
    select request_id as id from (${awaitingWord}) as awaiting where request_id in (${sql.join(requests)})`.execute(db)
  return {
    pictures: await counted('catalogueAttachment'),
    notes: await counted('colleagueNote'),
    waiting: new Set(rows.map(({ id }) => id)),
  }
}
