import { sql } from 'kysely'
import type { App } from '#app/app.ts'
import type { deskApi } from '#features/desk/contract.ts'
import type { Reply } from '#kit/contract.ts'
import { businessDay, startOfDay } from '#kit/day.ts'
import { personLine } from './people.ts'

/** The facts that decide whether a person can sign in, for someone who calls because they cannot. */
export async function personSignIn(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  userId: string,
): Promise<Reply<typeof deskApi.personSignIn>> {
  const person = await personLine(db, userId, clock())
  const today = businessDay(clock)
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
  const entries = db.selectFrom('auditEntry').where('customerId', 'is not distinct from', person.customerId)
  const method = sql<string>`coalesce(after->>'method', '')`
  const last = await entries
    .where('action', '=', 'signed_in')
    .where('userId', '=', userId)
    .select(['happenedAt', method.as('method')])
    .orderBy('happenedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  const refused = await entries
    .where('action', '=', 'sign_in_refused')
    .where('subject', '=', person.username)
    .where('happenedAt', '>=', startOfDay(clock.zone, today))
    .groupBy(method)
    .select([method.as('method'), sql<number>`count(*)::int`.as('count')])
    .select(({ fn }) => fn.max('happenedAt').as('latest'))
    .orderBy('method')
    .execute()
  const term = person.customerId
    ? await db
        .selectFrom('subscription')
        .where('customerId', '=', person.customerId)
        .select(({ fn }) => fn.max('endsOn').as('until'))
        .select(sql<boolean>`coalesce(bool_or(${today}::date between starts_on and ends_on), false)`.as('current'))
        .executeTakeFirstOrThrow()
    : { until: null, current: true }
  return {
    response: {
      person,
      hasPassword: passwordHash !== null,
      passwordDate: passwordChangedAt?.toISOString() ?? null,
      services: services.map(({ name }) => name ?? ''),
      authenticatorApp,
      passkeys,
      lastSignIn: last ? { happenedDate: last.happenedAt.toISOString(), method: last.method } : null,
      refusedToday: refused.map(({ latest, ...each }) => ({ ...each, latestDate: new Date(latest).toISOString() })),
      subscribedUntil: term.until,
      subscribed: term.current,
    },
  }
}
