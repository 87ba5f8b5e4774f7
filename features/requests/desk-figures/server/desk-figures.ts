import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { longWaitDays } from '../../cataloguing/rules.ts'
import { waitingWorks, waitsLongerThan } from '../../cataloguing/server/queue.ts'
import { asWork, requestedItems } from '../../cataloguing/server/requested-items.ts'

/** Works in the queue, as the queue's own count. */
export async function queueCount(db: Db): Promise<number> {
  const { rows } = await sql<{ queue: number }>`
    with ${waitingWorks()} select (count(*) filter (where open))::int as queue from waiting`.execute(db)
  return rows[0]!.queue
}

/** Works that have waited for too long, and requests whose school wrote last; the oldest of each. */
export async function overdueRequests({ db, clock }: Pick<App, 'db' | 'clock'>, most: number) {
  const { rows } = await sql<{
    longTotal: number
    long: string[][]
    writtenTotal: number
    written: { itemId: string; requestNumber: string; organisation: string; writtenDate: string }[]
  }>`
    with ${waitingWorks()}, long as (
      select ids, since, first from waiting where open and ${waitsLongerThan(longWaitDays, clock)}
    ), written as (
      select distinct on (request_id) request_id, item.id as item_id, happened_at
      from waiting cross join json_array_elements_text(ids) as own (id)
      join catalogue_item as item on item.id = own.id join awaiting using (request_id)
      where answer order by request_id, item_number
    )
    select (select count(*)::int from long) as "longTotal", (select count(*)::int from written) as "writtenTotal",
      (select coalesce(json_agg(ids order by since, first), '[]') from (
        select * from long order by since, first limit ${most}) as oldest) as long,
      (select coalesce(json_agg(json_build_object('itemId', item_id, 'requestNumber', request_number,
        'organisation', name, 'writtenDate', happened_at) order by happened_at, request_number), '[]') from (
        select item_id, request_number, name, happened_at from written
        join catalogue_request as request on request.id = request_id join customer on customer.id = customer_id
        order by happened_at, request_number limit ${most}) as oldest) as written`.execute(db)
  const { long, longTotal, written, writtenTotal } = rows[0]!
  const ids = long.flat()
  const items = ids.length > 0 ? await requestedItems(db).where('item.id', 'in', ids).execute() : []
  return {
    longWaits: {
      total: longTotal,
      lines: long.map((own) => {
        const { itemId, name, submittedDate, askers } = asWork(
          items.filter(({ id }) => own.includes(id)),
          nothingBeside,
        )
        return { itemId, name, submittedDate, organisations: [...new Set(askers.map((asker) => asker.organisation))] }
      }),
    },
    messages: {
      total: writtenTotal,
      lines: written.map((line) => ({ ...line, writtenDate: new Date(line.writtenDate).toISOString() })),
    },
  }
}

const nothingBeside = { pictures: new Map(), notes: new Map(), waiting: new Set<string>() }

/** Items that were submitted and answered since `latest`, and before it since `before`. */
export async function requestFigures(db: Db, { latest, before }: { latest: Date; before: Date }) {
  const isIn = (column: 'submitted_at' | 'answered_at') => ({
    latest: sql`${sql.ref(column)} > ${latest}`,
    before: sql`${sql.ref(column)} > ${before} and ${sql.ref(column)} <= ${latest}`,
  })
  const submitted = isIn('submitted_at')
  const answered = isIn('answered_at')
  const isAnswer = sql`status in ('CATALOGUED', 'DECLINED')`
  const hours = sql`extract(epoch from answered_at - submitted_at)::float8 / 3600`
  const { rows } = await sql<{
    requested: number
    requestedBefore: number
    answered: number
    answeredBefore: number
    hours: number | null
    hoursBefore: number | null
  }>`
    select (count(*) filter (where ${submitted.latest}))::int as requested,
      (count(*) filter (where ${submitted.before}))::int as "requestedBefore",
      (count(*) filter (where ${isAnswer} and ${answered.latest}))::int as answered,
      (count(*) filter (where ${isAnswer} and ${answered.before}))::int as "answeredBefore",
      percentile_cont(0.5) within group (order by ${hours}) filter (where ${isAnswer} and ${answered.latest}) as hours,
      percentile_cont(0.5) within group (order by ${hours})
        filter (where ${isAnswer} and ${answered.before}) as "hoursBefore"
    from catalogue_item
    where status <> 'DRAFT' and (submitted_at > ${before} or answered_at > ${before})`.execute(db)
  const row = rows[0]!
  return {
    requested: { latest: row.requested, before: row.requestedBefore },
    answered: { latest: row.answered, before: row.answeredBefore },
    medianHours: { latest: row.hours, before: row.hoursBefore },
  }
}
