import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#app/app.ts'

/** The unit that is answered at once: equal items of several schools, or a single item. */
export const workOf: RawBuilder<string> = sql<string>`case when work_key = '' then id else work_key end`

/**
 * The desk's queue as SQL, one row per waiting work (`work`, `physical`, `since`, `first`, `place`, `among`): physical
 * ones first, then the oldest.
 */
export const queue: RawBuilder<{ work: string; place: string; among: string }> = sql`
  select work, physical, since, first,
    row_number() over (order by physical desc, since, first) as place, count(*) over () as among
  from (
    select ${workOf} as work, bool_or(physical_resource) as physical, min(submitted_at) as since, min(item_number) as first
    from catalogue_item where status in ('REQUESTED', 'RECEIVED') group by 1
  ) as waiting`

export type Place = { itemId: string; place: number; of: number }

/** The queue places of a request's waiting items. */
export async function queuePlaces(db: Db, requestId: string): Promise<Place[]> {
  const { rows } = await sql<{ itemId: string; place: string; of: string }>`
    select item.id as "itemId", queue.place, queue.among as "of"
    from (select id, position, ${workOf} as work from catalogue_item
      where request_id = ${requestId} and status in ('REQUESTED', 'RECEIVED')) as item
    join (${queue}) as queue on queue.work = item.work order by item.position`.execute(db)
  return rows.map(({ itemId, place, of }) => ({ itemId, place: Number(place), of: Number(of) }))
}
