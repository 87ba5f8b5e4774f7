import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { onlyServiceOf, onlyServiceOfSchool } from '#features/account/server/account.ts'
import { type deskApi, deskProblem } from '#features/desk/contract.ts'
import type { Reply } from '#kit/contract.ts'
import { businessDay, startOfDay } from '#kit/day.ts'
import { hasSecondFactor, hasSignIn, personLine } from './people.ts'

/** The facts that decide whether a person can sign in, for someone who calls because they cannot. */
export async function personSignIn(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  userId: string,
): Promise<Reply<typeof deskApi.personSignIn>> {
  const person = await personLine(db, userId, clock())
  const { passwordHash, passwordChangedAt, authenticatorApp, passkeys } = await db
    .selectFrom('appUser')
    .where('id', '=', userId)
    .select(['passwordHash', 'passwordChangedAt'])
    .select(sql<boolean>`exists (select from second_factor f where f.user_id = app_user.id)`.as('authenticatorApp'))
    .select(sql<number>`(select count(*)::int from passkey p where p.user_id = app_user.id)`.as('passkeys'))
    .executeTakeFirstOrThrow()
  const services = await db
    .selectFrom('signInLink')
    .leftJoin('signInService', 'signInService.id', 'signInLink.serviceId')
    .where('userId', '=', userId)
    .select('signInService.name')
    .orderBy('signInService.name')
    .execute()
  const entries = entriesOf(db, person.customerId)
  const last = await lastOf(entries.where('userId', '=', userId))
  const refused = await refusedToday(entries, clock)
    .where('subject', '=', person.username)
    .groupBy(method)
    .orderBy('method')
    .execute()
  return {
    response: {
      person,
      hasPassword: passwordHash !== null,
      passwordDate: passwordChangedAt?.toISOString() ?? null,
      services: services.map(({ name }) => name ?? ''),
      onlyService: (await onlyServiceOf(db, userId))?.name ?? null,
      authenticatorApp,
      passkeys,
      lastSignIn: last ? { happenedDate: last.happenedAt.toISOString(), method: last.method } : null,
      refusedToday: refused.map(withDate),
      ...(await termOf(db, person.customerId, businessDay(clock))),
    },
  }
}

/** The facts of `personSignIn` for a whole organisation. */
export async function organisationSignIn(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  customerId: string,
): Promise<Reply<typeof deskApi.organisationSignIn>> {
  const known = await db.selectFrom('customer').where('id', '=', customerId).select('id').executeTakeFirst()
  if (!known) throw deskProblem('organisation_not_found')
  const people = await db
    .selectFrom('appUser')
    .where('customerId', '=', customerId)
    .select([
      sql<number>`count(*)::int`.as('people'),
      sql<number>`(count(*) filter (where disabled_at is null and ${hasSignIn}))::int`.as('canSignIn'),
      sql<number>`(count(*) filter (where disabled_at is not null))::int`.as('disabled'),
      sql<number>`(count(*) filter (where ${hasSecondFactor}))::int`.as('secondFactor'),
    ])
    .executeTakeFirstOrThrow()
  const entries = entriesOf(db, customerId)
  const last = await lastOf(entries)
  const refused = await refusedToday(entries, clock)
    .groupBy(['subject', method])
    .select('subject as username')
    .orderBy('count', 'desc')
    .orderBy('subject')
    .limit(10)
    .execute()
  return {
    response: {
      ...people,
      onlyService: (await onlyServiceOfSchool(db, customerId)) ?? null,
      lastSignIn: last
        ? { happenedDate: last.happenedAt.toISOString(), method: last.method, username: last.subject }
        : null,
      refusedToday: refused.map(withDate),
      ...(await termOf(db, customerId, businessDay(clock))),
    },
  }
}

const method = sql<string>`coalesce(after->>'method', '')`

const entriesOf = (db: Db, customerId: string | null) =>
  db.selectFrom('auditEntry').where('customerId', 'is not distinct from', customerId)

const lastOf = (entries: ReturnType<typeof entriesOf>) =>
  entries
    .where('action', '=', 'signed_in')
    .select(['happenedAt', 'subject', method.as('method')])
    .orderBy('happenedAt', 'desc')
    .limit(1)
    .executeTakeFirst()

const refusedToday = (entries: ReturnType<typeof entriesOf>, clock: App['clock']) =>
  entries
    .where('action', '=', 'sign_in_refused')
    .where('happenedAt', '>=', startOfDay(clock.zone, businessDay(clock)))
    .select([method.as('method'), sql<number>`count(*)::int`.as('count')])
    .select(({ fn }) => fn.max('happenedAt').as('latest'))

const withDate = <Line extends { latest: Date | string }>({ latest, ...line }: Line) => ({
  ...line,
  latestDate: new Date(latest).toISOString(),
})

/** The provider’s own people need no subscription. */
async function termOf(db: Db, customerId: string | null, today: string) {
  if (customerId === null) return { subscribedUntil: null, subscribed: true }
  const { until, current } = await db
    .selectFrom('subscription')
    .where('customerId', '=', customerId)
    .select(({ fn }) => fn.max('endsOn').as('until'))
    .select(sql<boolean>`coalesce(bool_or(${today}::date between starts_on and ends_on), false)`.as('current'))
    .executeTakeFirstOrThrow()
  return { subscribedUntil: until, subscribed: current }
}
