import { sql } from 'kysely'
import type { App } from '#app/app.ts'
import type { Caller, SchoolCaller } from '#kit/server/caller.ts'
import type { FirstSteps } from '../contract.ts'

type Needs = Pick<App, 'db' | 'clock'>

export async function readHints(
  { db }: Pick<App, 'db'>,
  { userId, customerId }: SchoolCaller,
): Promise<{ ended: boolean; steps: FirstSteps }> {
  const { hintsEndedAt, ...steps } = await db
    .selectFrom('appUser')
    .where('id', '=', userId)
    .select([
      'hintsEndedAt',
      sql<boolean>`exists (select from z3950_login
        where customer_id = ${customerId} and library_system <> '')`.as('librarySystem'),
      sql<boolean>`exists (select from download_request
        where customer_id = ${customerId} and downloaded_at is not null)`.as('download'),
      sql<boolean>`exists (select from app_user as other
        where other.customer_id = ${customerId} and other.role <> 'student' and other.id <> ${userId})`.as('colleague'),
    ])
    .executeTakeFirstOrThrow()
  return { ended: hintsEndedAt !== null, steps }
}

/** Keeps the first time. */
export async function endHints({ db, clock }: Needs, { userId }: Caller): Promise<{ ended: true }> {
  await db
    .updateTable('appUser')
    .set({ hintsEndedAt: clock() })
    .where('id', '=', userId)
    .where('hintsEndedAt', 'is', null)
    .execute()
  return { ended: true }
}
