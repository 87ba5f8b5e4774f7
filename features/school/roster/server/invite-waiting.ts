import { z } from 'zod'
import type { App, Db } from '#app/app.ts'
import { enforceDailyLimit, inviteEach, inviterOf } from '#features/school/students/server/invitation-mail.ts'
import { Problem } from '#kit/problem.ts'
import { job } from '#kit/server/jobs.ts'

/** Students of the roster who may sign in, and have been emailed nothing. */
export const notInvitedStudents = (db: Db, customerId: string) =>
  db
    .selectFrom('rosterPerson')
    .innerJoin('appUser', 'appUser.id', 'rosterPerson.userId')
    .innerJoin('invitedPerson', 'invitedPerson.userId', 'rosterPerson.userId')
    .where('rosterPerson.customerId', '=', customerId)
    .where('appUser.role', '=', 'student')
    .where('disabledAt', 'is', null)
    .where('invitedAt', 'is', null)
    .where('acceptedAt', 'is', null)
    .where('removedAt', 'is', null)
    .where('passwordHash', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('signInLink').whereRef('signInLink.userId', '=', 'appUser.id').select('signInLink.userId')),
      ),
    )

/** Mails in one transaction, so that an attempt that is cut off has emailed no one twice. */
const atOnce = 50

/** Mails students of a roster their invitations, as many a day as a school may send. */
export const inviteRosterStudents = job({
  name: 'roster.invite',
  data: z.object({ customerId: z.string(), userId: z.string().nullable() }),
  expireSeconds: 30 * 60,
  retries: 4,
  async run(app: Pick<App, 'db' | 'clock' | 'queue' | 'env'>, { customerId, userId }, signal) {
    try {
      while (!signal.aborted && (await inviteSome(app, { customerId, userId })));
    } catch (error) {
      if (!(error instanceof Problem) || error.waitSeconds === undefined) throw error
      await app.queue.enqueue(inviteRosterStudents, { customerId, userId }, { afterMs: error.waitSeconds * 1000 })
    }
  },
})

/** True if there may be more. */
function inviteSome(
  app: Pick<App, 'db' | 'clock' | 'queue' | 'env'>,
  by: { customerId: string; userId: string | null },
) {
  const now = app.clock()
  return app.db.transaction().execute(async (tx) => {
    // If two jobs run at once, the second waits here and finds no one left.
    await enforceDailyLimit(tx, by.customerId, 0, now)
    const people = await notInvitedStudents(tx, by.customerId)
      .select(['appUser.id', 'firstName', 'email', 'role'])
      .orderBy('appUser.id')
      .limit(atOnce)
      .execute()
    if (people.length === 0) return false
    await enforceDailyLimit(tx, by.customerId, people.length, now)
    const inviter = await inviterOf(tx, by)
    await inviteEach(
      app,
      tx,
      inviter,
      people.map((person) => ({ ...person, role: 'student' as const })),
    )
    return people.length === atOnce
  })
}
