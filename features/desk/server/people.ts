import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { type deskApi, deskProblem, type PersonLine } from '#features/desk/contract.ts'
import type { Input } from '#kit/contract.ts'
import { hourMs } from '#kit/day.ts'
import { linesAPage } from '#kit/pages.ts'
import { likeWords } from './filter-values.ts'

type Needs = Pick<App, 'db' | 'clock'>

export async function listPeople(
  { db, clock }: Needs,
  { text, role, state, page, customerId }: Input<typeof deskApi.deskPeople> & { customerId?: string },
): Promise<{ response: PersonLine[]; totalCount: number }> {
  let found = db.selectFrom('appUser').leftJoin('customer', 'customer.id', 'appUser.customerId')
  for (const like of likeWords(text))
    found = found.where((row) =>
      row.or([
        row('username', 'ilike', like),
        row('email', 'ilike', like),
        row('customer.name', 'ilike', like),
        row('customerNo', 'ilike', like),
        sql<boolean>`first_name || ' ' || last_name ilike ${like}`,
      ]),
    )
  if (role) found = found.where('role', '=', role)
  if (customerId) found = found.where('appUser.customerId', '=', customerId)
  if (state === 'disabled') found = found.where('disabledAt', 'is not', null)
  if (state === 'active') found = found.where('disabledAt', 'is', null)
  if (state === 'never') found = found.where('passwordHash', 'is', null).where(isLinked, '=', false)
  const { totalCount } = await found.select(sql<number>`count(*)::int`.as('totalCount')).executeTakeFirstOrThrow()
  const rows = await found
    .select(columns(clock()))
    .orderBy(sql`lower(last_name || ' ' || first_name)`)
    .orderBy('username')
    .limit(linesAPage)
    .offset((page - 1) * linesAPage)
    .execute()
  return { totalCount, response: rows.map(lineOf) }
}

/** A person's entry in the list; also usable within a transaction. */
export async function personLine(db: Db, userId: string, now: Date): Promise<PersonLine> {
  const row = await db
    .selectFrom('appUser')
    .leftJoin('customer', 'customer.id', 'appUser.customerId')
    .where('appUser.id', '=', userId)
    .select(columns(now))
    .executeTakeFirst()
  if (!row) throw deskProblem('person_not_found')
  return lineOf(row)
}

/** The idle time of sessions: see the account's sessions.ts. */
const idleMs = 3 * hourMs

/** Whether the person is linked with an outside sign-in service. */
const isLinked = sql<boolean>`exists (select from sign_in_link l where l.user_id = app_user.id)`

export const hasSignIn = sql<boolean>`(password_hash is not null or ${isLinked})`

export const hasSecondFactor = sql<boolean>`(exists (select from second_factor f where f.user_id = app_user.id)
  or exists (select from passkey p where p.user_id = app_user.id))`

const columns = (now: Date) =>
  [
    'appUser.id',
    'username',
    'email',
    'firstName',
    'lastName',
    'role',
    'appUser.customerId',
    'customer.name as organisation',
    sql<boolean>`disabled_at is not null`.as('disabled'),
    hasSignIn.as('canSignIn'),
    hasSecondFactor.as('secondFactor'),
    sql<number>`(select count(*)::int from session s where s.user_id = app_user.id
      and s.expires_at > ${now} and s.last_seen_at > ${new Date(now.getTime() - idleMs)})`.as('sessions'),
    sql<Date | string | null>`(select max(s.last_seen_at) from session s where s.user_id = app_user.id)`.as('seen'),
  ] as const

type Row = Omit<PersonLine, 'organisation' | 'lastSeenDate'> & {
  organisation: string | null
  seen: Date | string | null
}

const lineOf = ({ seen, organisation, ...row }: Row): PersonLine => ({
  ...row,
  organisation: organisation ?? '',
  lastSeenDate: seen === null ? null : new Date(seen).toISOString(),
})
