import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import { type Day, startOfDay, type Zone } from '#kit/day.ts'
import { queueAges } from '../../cataloguing/rules.ts'
import { daysWaiting, waitingWorks } from '../../cataloguing/server/queue.ts'

const maxSchools = 50

/** Works in the queue, and works whose school wrote last, as the queue's own counts. */
export async function queueCounts(db: Db): Promise<{ queue: number; messages: number }> {
  const { rows } = await sql<{ queue: number; messages: number }>`
    with ${waitingWorks()}
    select (count(*) filter (where open))::int as queue, (count(*) filter (where answer))::int as messages
    from waiting`.execute(db)
  return rows[0]!
}

type Days = { zone: Zone; from: Day; today: Day }

/** `from`: the first day that counts as recent. `today`: the day from which ages are counted. */
export async function requestFigures(db: Db, { zone, from: first, today }: Days) {
  const from = startOfDay(zone, first)
  const ages = await queueByAge(db, zone, today)
  const arrived = new Map((await arrivalsByWeek(db, zone, from)).map((each) => [each.week, each.arrived]))
  const answers = await answersByWeek(db, zone, from)
  const weeks = new Map(answers.map(({ week, ...each }) => [week, each]))
  const schools = await bySchool(db, from)
  return {
    ages: ages.map(({ fromDays, works }) => ({ fromDays, works })),
    oldestDays: ages.reduce<number | null>(
      (most, { oldest }) => (oldest === null ? most : Math.max(most ?? 0, oldest)),
      null,
    ),
    /** Sparse: a week without arrivals and answers is zero. */
    week: (monday: string) => {
      const { answered = 0, medianHours = null } = weeks.get(monday) ?? {}
      return { arrived: arrived.get(monday) ?? 0, answered, medianHours }
    },
    // The row without a week is the total.
    medianHours: weeks.get(null)?.medianHours ?? null,
    schools: schools.map(({ schoolCount: _, ...school }) => school),
    schoolCount: schools[0]?.schoolCount ?? 0,
    types: await byType(db, from),
  }
}

async function queueByAge(db: Db, zone: Zone, today: Day) {
  const { rows } = await sql<{ place: number; works: number; oldest: number }>`
    with ${waitingWorks()}
    select width_bucket(days, array[${sql.join(queueAges.slice(1))}]::integer[]) as place, count(*)::int as works,
      max(days) as oldest
    from (
      select ${daysWaiting(zone, today)} as days from waiting where open
    ) as aged group by 1`.execute(db)
  const found = new Map(rows.map((row) => [row.place, row]))
  return queueAges.map((fromDays, place) => {
    const { works = 0, oldest = null } = found.get(place) ?? {}
    return { fromDays, works, oldest }
  })
}

const weekOf = (zone: Zone, column: 'submitted_at' | 'answered_at') =>
  sql<string>`to_char(date_trunc('week', ${sql.ref(column)} at time zone ${zone}), 'YYYY-MM-DD')`

async function arrivalsByWeek(db: Db, zone: Zone, from: Date) {
  const { rows } = await sql<{ week: string; arrived: number }>`
    select ${weekOf(zone, 'submitted_at')} as week, count(*)::int as arrived from catalogue_item
    where submitted_at >= ${from} and status <> 'DRAFT' group by 1`.execute(db)
  return rows
}

/** By week, and once with null for all of them. */
async function answersByWeek(db: Db, zone: Zone, from: Date) {
  const { rows } = await sql<{ week: string | null; answered: number; medianHours: number | null }>`
    select week, count(*)::int as answered,
      (percentile_cont(0.5) within group (order by hours))::float8 as "medianHours"
    from (
      select ${weekOf(zone, 'answered_at')} as week, extract(epoch from answered_at - submitted_at)::float8 / 3600 as hours
      from catalogue_item where answered_at >= ${from} and status in ('CATALOGUED', 'DECLINED')
    ) as answers group by grouping sets ((week), ())`.execute(db)
  return rows
}

/** Items that wait or have arrived since. */
const recent = (from: Date) => sql`
  (item.status in ('REQUESTED', 'RECEIVED') or (item.submitted_at >= ${from} and item.status <> 'DRAFT'))`
const counts = (from: Date) => sql`
  (count(*) filter (where item.status in ('REQUESTED', 'RECEIVED')))::int as waiting,
  (count(*) filter (where item.submitted_at >= ${from}))::int as arrived`

async function bySchool(db: Db, from: Date) {
  const { rows } = await sql<{
    customerId: string
    customerNo: string
    name: string
    waiting: number
    arrived: number
    schoolCount: number
  }>`
    select customer.id as "customerId", customer_no as "customerNo", name, waiting, arrived,
      (count(*) over ())::int as "schoolCount"
    from (
      select request.customer_id, ${counts(from)} from catalogue_item as item
      join catalogue_request as request on request.id = item.request_id
      where ${recent(from)} group by 1
    ) as figures join customer on customer.id = figures.customer_id
    order by waiting desc, arrived desc, lower(name), customer.id limit ${maxSchools}`.execute(db)
  return rows
}

async function byType(db: Db, from: Date) {
  const { rows } = await sql<{ resourceType: string; waiting: number; arrived: number }>`
    select resource_type as "resourceType", ${counts(from)} from catalogue_item as item
    where ${recent(from)} group by 1 order by waiting desc, arrived desc, 1`.execute(db)
  return rows
}
