import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import type { deskApi, OrganisationLine } from '#features/desk/contract.ts'
import type { Input, RawReply } from '#kit/contract.ts'
import { businessDay, type Day } from '#kit/day.ts'
import { linesAPage } from '#kit/pages.ts'
import { anyOf, dueSubscriptions } from './due-subscriptions.ts'
import { likeWords } from './filter-values.ts'

type Needs = Pick<App, 'db' | 'clock'>

/** Organisations by name; searches their names, people and contacts. */
export async function listOrganisations(
  { db, clock }: Needs,
  { text, state, page }: Input<typeof deskApi.deskOrganisations>,
): Promise<RawReply<typeof deskApi.deskOrganisations>> {
  const day = businessDay(clock)
  const current = (type?: string) =>
    sql<boolean>`exists (select from subscription s where s.customer_id = customer.id
      and s.starts_on <= ${day}::date and s.ends_on >= ${day}::date${type ? sql` and s.type_name = ${type}` : sql``})`
  let found = db.selectFrom('customer')
  for (const like of likeWords(text)) {
    const people = sql<boolean>`exists (select from app_user u where u.customer_id = customer.id
      and (u.username ilike ${like} or u.email ilike ${like} or u.first_name || ' ' || u.last_name ilike ${like}))`
    const contacts = sql<boolean>`exists (select from contact c where c.customer_id = customer.id
      and (c.email ilike ${like} or c.first_name || ' ' || c.last_name ilike ${like}))`
    found = found.where((row) =>
      row.or([
        row('name', 'ilike', like),
        row('customerNo', 'ilike', like),
        row('emailDomain', 'ilike', like),
        people,
        contacts,
      ]),
    )
  }
  if (state === 'current') found = found.where(current())
  if (state === 'trial') found = found.where(current('TRIAL'))
  if (state === 'due') found = found.where('id', '=', anyOf((await dueSubscriptions(db, day)).customerIds))
  if (state === 'none') found = found.where((row) => row.not(current()))
  const { totalCount } = await found.select(sql<number>`count(*)::int`.as('totalCount')).executeTakeFirstOrThrow()
  const lines = await found
    .select(columns(day))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(linesAPage)
    .offset((page - 1) * linesAPage)
    .execute()
  return { totalCount, response: await withDue(db, day, lines) }
}

export async function organisationLine(
  { db, clock }: Needs,
  customerId: string,
): Promise<OrganisationLine | undefined> {
  const day = businessDay(clock)
  const line = await db.selectFrom('customer').where('id', '=', customerId).select(columns(day)).executeTakeFirst()
  return line && (await withDue(db, day, [line]))[0]
}

async function withDue<T extends { id: string }>(db: Db, day: Day, lines: T[]) {
  const due = await dueSubscriptions(
    db,
    day,
    lines.map(({ id }) => id),
  )
  return lines.map((line) => ({ ...line, dueForRenewal: due.customerIds.has(line.id) }))
}

const columns = (day: Day) =>
  [
    'id',
    'customerNo',
    'name',
    'type',
    sql<string[]>`array(select distinct s.type_name from subscription s where s.customer_id = customer.id
      and s.starts_on <= ${day}::date and s.ends_on >= ${day}::date order by 1)`.as('currentTypes'),
    sql<string | null>`(select max(s.ends_on)::text from subscription s where s.customer_id = customer.id)`.as(
      'lastEndDate',
    ),
    sql<number>`(select count(*)::int from app_user u where u.customer_id = customer.id)`.as('people'),
  ] as const
