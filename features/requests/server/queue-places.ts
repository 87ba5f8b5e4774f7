import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#app/app.ts'

/** The key of an item’s work before any merge: shared by equal items of several schools, else its own id. */
export const ownWork = (table: string): RawBuilder<string> =>
  sql<string>`case when ${sql.ref(`${table}.workKey`)} = '' then ${sql.ref(`${table}.id`)} else ${sql.ref(`${table}.workKey`)} end`

/** Joined for `workOf`. */
export const joinMerged = (table: string): RawBuilder<unknown> =>
  sql`left join merged_work on merged_work.key = ${ownWork(table)}`

/** The unit that is answered at once: equal items, and those that the desk has merged with them. */
export const workOf = (table: string): RawBuilder<string> =>
  sql<string>`coalesce(merged_work.into_key, ${ownWork(table)})`

/**
 * The desk's queue as SQL, one row per waiting work (`work`, `physical`, `since`, `first`, `place`, `among`): what can be
 * worked on before parcels in transit, physical ones first, then the oldest.
 */
export const queue: RawBuilder<{ work: string; place: string; among: string }> = sql`
  select work, physical, since, first,
    row_number() over (order by physical and not received, physical desc, since, first) as place, count(*) over () as among
  from (
    select ${workOf('catalogueItem')} as work, bool_or(physical_resource) as physical,
      bool_or(status = 'RECEIVED') as received, min(submitted_at) as since, min(item_number) as first
    from catalogue_item ${joinMerged('catalogueItem')} where status in ('REQUESTED', 'RECEIVED') group by 1
  ) as waiting`

export type Place = { itemId: string; place: number; of: number }

/** The queue places of a request's waiting items. */
export async function queuePlaces(db: Db, requestId: string): Promise<Place[]> {
  const { rows } = await sql<{ itemId: string; place: string; of: string }>`
    select item.id as "itemId", queue.place, queue.among as "of"
    from (select id, position, ${workOf('catalogueItem')} as work
      from catalogue_item ${joinMerged('catalogueItem')}
      where request_id = ${requestId} and status in ('REQUESTED', 'RECEIVED')) as item
    join (${queue}) as queue on queue.work = item.work order by item.position`.execute(db)
  return rows.map(({ itemId, place, of }) => ({ itemId, place: Number(place), of: Number(of) }))
}
