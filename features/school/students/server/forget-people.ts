import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import { resetFactors } from '#features/account/server/account.ts'

/**
 * Removes students: of them stays an account without name, address or password that nobody can use, because what they
 * did stays noted. Returns whom; of two who remove the same student at once, one does.
 */
export async function forgetPeople(within: Db, ids: string[], now: Date): Promise<Set<string>> {
  const gone = await within
    .updateTable('appUser')
    .set({
      username: sql<string>`'removed-' || id`,
      email: '',
      firstName: 'Removed',
      lastName: 'student',
      passwordHash: null,
      subject: null,
      disabledAt: now,
    })
    .where('id', 'in', ids)
    .where('role', '=', 'student')
    .where('username', 'not like', 'removed-%')
    .returning('id')
    .execute()
  const removed = gone.map(({ id }) => id)
  if (removed.length === 0) return new Set()
  await within
    .insertInto('invitedPerson')
    .values(
      removed.map((userId) => ({
        userId,
        invitedBy: null,
        invitedAt: now,
        expiresAt: now,
        acceptedAt: null,
        removedAt: now,
      })),
    )
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ gender: 'NA', removedAt: now }))
    .execute()
  await within.deleteFrom('formerPassword').where('userId', 'in', removed).execute()
  await shutOut(within, removed, now)
  return new Set(removed)
}

/** Their sessions end at once, their passkeys and authenticator apps are forgotten, and no link that was mailed to them leads in any more. */
export async function shutOut(within: Db, ids: string[], now: Date): Promise<void> {
  await within.deleteFrom('session').where('userId', 'in', ids).execute()
  await resetFactors(within, ids)
  await within
    .updateTable('oneTimeLink')
    .set({ withdrawnAt: now })
    .where('userId', 'in', ids)
    .where('usedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .execute()
}
