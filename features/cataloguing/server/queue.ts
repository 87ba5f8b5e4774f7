import { type RawBuilder, sql } from 'kysely'
import type { App } from '#app/app.ts'
import { numberKey, readCode } from '#features/requests/rules.ts'
import { workOf } from '#features/requests/server/requests.ts'
import type { Input, Reply } from '#kit/contract.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { cataloguingApi } from '../contract.ts'
import { type QueueState, queueStates, worksAPage } from '../rules.ts'
import { type AskedItem, askedItems, asWork } from './asked-items.ts'
import { besideOf, lastWords } from './beside-works.ts'

type Asked = Input<typeof cataloguingApi.queue>

/** A page of the queue, in the order in which the schools are told their places. */
export async function showQueue(
  { db }: Pick<App, 'db'>,
  { userId }: Pick<Caller, 'userId'>,
  { page, text, state }: Asked,
): Promise<Reply<typeof cataloguingApi.queue>> {
  const { rows } = await sql<{
    total: number
    counts: Record<QueueState, number>
    works: string[] | null
  }>`
    with waiting as materialized (
      select ${workOf} as work, bool_or(physical_resource) as physical, bool_or(status = 'RECEIVED') as received,
        min(submitted_at) as since, min(item_number) as first,
        (array_agg(assigned_to_id order by submitted_at, item_number) filter (where assigned_to_id is not null))[1] as taken,
        bool_or(coalesce(last.waits, false)) as answer
      from catalogue_item left join (${lastWords}) as last using (request_id)
      where status in ('REQUESTED', 'RECEIVED') group by 1
    ), narrowed as (
      select * from waiting where ${state ? isIn(state, userId) : sql`true`} and ${matching(text)}
    ), shown as (
      select work, row_number() over (order by physical desc, since, first) as place from narrowed
      order by place limit ${worksAPage} offset ${(page - 1) * worksAPage}
    )
    select (select count(*)::int from narrowed) as total,
      (select json_agg(work order by place) from shown) as works,
      (select json_build_object(${sql.join(
        queueStates.map((each) => sql`${sql.lit(each)}::text, (count(*) filter (where ${isIn(each, userId)}))::int`),
      )}) from waiting) as counts`.execute(db)
  const { total, counts, works } = rows[0]!
  const items = works
    ? await askedItems(db)
        .where('item.status', 'in', ['REQUESTED', 'RECEIVED'])
        .where((row) => row.or([row('item.workKey', 'in', works), row('item.id', 'in', works)]))
        .execute()
    : []
  const beside = await besideOf(db, items)
  const ofWork = Map.groupBy(items, ({ id, workKey }: AskedItem) => workKey || id)
  return {
    totalCount: total,
    counts,
    response: (works ?? []).flatMap((work) => {
      const found = ofWork.get(work)
      return found ? [asWork(found, beside)] : []
    }),
  }
}

const isIn = (state: QueueState, userId: string): RawBuilder<boolean> =>
  ({
    received: sql<boolean>`received`,
    posted: sql<boolean>`(physical and not received)`,
    digital: sql<boolean>`(not physical and not received)`,
    unassigned: sql<boolean>`taken is null`,
    mine: sql<boolean>`taken = ${userId}`,
    answer: sql<boolean>`answer`,
  })[state]

/** Works with an item, or a school that asks for it, in which every word is found. */
function matching(text: string | undefined): RawBuilder<boolean> {
  const typed = (text ?? '').replaceAll('\0', ' ').toWellFormed().trim()
  if (typed === '') return sql<boolean>`true`
  const code = readCode(typed)?.code
  const words = code ? [code] : typed.split(/\s+/).slice(0, 8)
  const key = numberKey(typed)
  return sql<boolean>`work in (
    select ${sql.raw("case when work_key = '' then item.id else work_key end")}
    from catalogue_item as item
    join catalogue_request as request on request.id = item.request_id
    join customer on customer.id = request.customer_id
    where item.status in ('REQUESTED', 'RECEIVED')
      and (${sql.join([...words.map(found), sql`true`], sql` and `)}
        ${/^\d{7,}[\dx]$/i.test(key) ? sql`or work_key like ${`%${key}%`}` : sql``}))`
}

const found = (word: string): RawBuilder<boolean> => {
  const like = `%${word.replace(/[\\%_]/g, '\\$&')}%`
  const bare = `%${word.replace(/-/g, '').replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(concat_ws(' ', item.title, item.subtitles, item.authors, item.publisher, item.series, item.url,
    item.additional_info, item.item_number, request.request_number, customer.name, customer.customer_no) ilike ${like}
    or replace(replace(item.standard_number, '-', ''), ' ', '') ilike ${bare})`
}
