import { type RawBuilder, sql } from 'kysely'
import type { App } from '#app/app.ts'
import { numberKey, readCode } from '#features/requests/rules.ts'
import { joinMerged, workOf } from '#features/requests/server/requests.ts'
import type { Input, Reply } from '#kit/contract.ts'
import { businessDay, type Clock } from '#kit/day.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { cataloguingApi } from '../contract.ts'
import { type QueueState, queueStates, worksAPage } from '../rules.ts'
import { awaitingWord, besideOf } from './beside-works.ts'
import { asWork, requestedItems } from './requested-items.ts'

type QueueFilters = Input<typeof cataloguingApi.queue>

/**
 * A page of the queue, in the order of the places shown to schools. Answered works whose school has written since
 * appear only under the filter `answer`.
 */
export async function showQueue(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { userId }: Pick<Caller, 'userId'>,
  { page, text, state, age }: QueueFilters,
): Promise<Reply<typeof cataloguingApi.queue>> {
  const { rows } = await sql<{
    total: number
    counts: Record<QueueState, number>
    works: string[][] | null
  }>`
    with ${waitingWorks(text)}, narrowed as (
      select * from waiting where meant and ${state ? isIn(state, userId) : sql`open`}
        and ${age ? waitsLongerThan(Number(age), clock) : sql`true`}
    ), shown as (
      select ids, row_number() over (order by open desc, physical and not received, physical desc, since, first) as place from narrowed
      order by place limit ${worksAPage} offset ${(page - 1) * worksAPage}
    )
    select (select count(*)::int from narrowed) as total,
      (select json_agg(ids order by place) from shown) as works,
      (select json_build_object(${sql.join(
        queueStates.map((each) => sql`${sql.lit(each)}::text, (count(*) filter (where ${isIn(each, userId)}))::int`),
      )}) from waiting) as counts`.execute(db)
  const { total, counts, works } = rows[0]!
  const ids = (works ?? []).flat()
  const items = ids.length > 0 ? await requestedItems(db).where('item.id', 'in', ids).execute() : []
  const beside = await besideOf(db, items)
  const placeOf = new Map((works ?? []).flatMap((each, place) => each.map((id) => [id, place] as const)))
  const ofPlace = Map.groupBy(items, ({ id }) => placeOf.get(id)!)
  return {
    totalCount: total,
    counts,
    response: (works ?? []).flatMap((_, place) => {
      const found = ofPlace.get(place)
      return found ? [asWork(found, beside)] : []
    }),
  }
}

/**
 * For `with`: `waiting`, the works of the queue (`open`) that have no answer leaving, and answered ones whose school
 * has written since. `meant`: one of its items matches the text.
 */
export const waitingWorks = (text?: string): RawBuilder<unknown> => sql`
  awaiting as materialized (${awaitingWord}), asked as (
    select item.*, true as open from catalogue_item as item where status in ('REQUESTED', 'RECEIVED')
      and not exists (select from leaving_answer_item as leaving where leaving.item_id = item.id)
    union all
    -- A school that writes after its last answer: what was answered last comes back, by itself.
    select * from (
      select distinct on (item.request_id) item.*, false as open from awaiting
      join catalogue_request as request on request.id = awaiting.request_id and request.status <> 'REQUESTED'
      join catalogue_item as item on item.request_id = awaiting.request_id and item.status <> 'DRAFT'
      order by item.request_id, item.answered_at desc, item.id
    ) as answered
  ), waiting as materialized (
    select case when open then ${workOf('asked')} else id end as work, open, json_agg(id) as ids,
      bool_or(physical_resource) as physical, bool_or(status = 'RECEIVED') as received,
      bool_and(resource_type in ('ONLINE_RESOURCE', 'E_BOOK')) as online,
      min(submitted_at) as since, min(item_number) as first,
      (array_agg(assigned_to_id order by submitted_at, item_number) filter (where assigned_to_id is not null))[1] as taken,
      bool_or(awaiting.request_id is not null) as answer, bool_or(${matching(text)}) as meant
    from asked left join awaiting using (request_id) ${joinMerged('asked')} group by 1, 2
  )`

const isIn = (state: QueueState, userId: string): RawBuilder<boolean> =>
  ({
    received: sql<boolean>`received`,
    posted: sql<boolean>`(open and physical and not received)`,
    described: sql<boolean>`(open and not physical and not received and not online)`,
    online: sql<boolean>`(open and not physical and not received and online)`,
    unassigned: sql<boolean>`(open and taken is null)`,
    mine: sql<boolean>`(open and taken = ${userId})`,
    answer: sql<boolean>`answer`,
  })[state]

/** Whether a work has waited for more than this many of the provider's days. */
export const waitsLongerThan = (days: number, clock: Clock): RawBuilder<boolean> =>
  sql`${businessDay(clock)}::date - (since at time zone ${clock.zone})::date > ${sql.lit(days)}`

/** An item, with its school's name, that contains every word. */
function matching(text: string | undefined): RawBuilder<boolean> {
  const typed = (text ?? '').trim()
  if (typed === '') return sql<boolean>`true`
  const code = readCode(typed)?.code
  const words = code ? [code] : typed.split(/\s+/).slice(0, 8)
  const key = numberKey(typed)
  return sql<boolean>`(
    (select ${sql.join(words.map(found), sql` and `)} from (
      select lower(concat_ws(' ', title, subtitles, authors, publisher, series, url, additional_info, standard_number,
        translate(standard_number, '- ', ''), item_number, request_number, name, customer_no)) as told
      from catalogue_request as request join customer on customer.id = request.customer_id
      where request.id = request_id offset 0
    ) as asked)
    ${/^\d{7,}[\dx]$/i.test(key) ? sql`or work_key like ${`%${key}%`}` : sql``})`
}

const found = (word: string): RawBuilder<boolean> => {
  const like = (part: string) => sql<boolean>`told like ${`%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`
  // Publishers place a number's hyphens differently.
  const bare = /^[\dx-]*$/i.test(word) ? word.replaceAll('-', '') : ''
  return bare === '' || bare === word ? like(word) : sql<boolean>`(${like(word)} or ${like(bare)})`
}
