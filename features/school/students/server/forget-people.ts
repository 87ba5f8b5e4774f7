import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import { forgetSignInLinks, resetFactors } from '#features/account/server/account.ts'

/**
 * Removes students. An account without name, address and password remains, for the audit log. Returns the removed ids;
 * of two concurrent removals one gets each student.
 */
export async function forgetPeople(tx: Db, ids: string[], now: Date): Promise<Set<string>> {
  const gone = await tx
    .updateTable('appUser')
    .set({
      username: sql<string>`'removed-' || id`,
      email: '',
      firstName: 'Removed',
      lastName: 'student',
      passwordHash: null,
      disabledAt: now,
    })
    .where('id', 'in', ids)
    .where('role', '=', 'student')
    .where('username', 'not like', 'removed-%')
    .returning('id')
    .execute()
  const removed = gone.map(({ id }) => id)
  if (removed.length === 0) return new Set()
  await tx
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
  await tx.deleteFrom('formerPassword').where('userId', 'in', removed).execute()
  await tx.deleteFrom('provisionedPerson').where('userId', 'in', removed).execute()
  await disablePeople(tx, removed, now)
  return new Set(removed)
}

/** Closes the account of staff; the person's work belongs to the organisation and stays, under their name. */
export async function closeAccount(tx: Db, id: string, now: Date): Promise<void> {
  await tx.updateTable('appUser').set({ disabledAt: now, passwordHash: null }).where('id', '=', id).execute()
  await tx
    .insertInto('invitedPerson')
    .values({ userId: id, invitedBy: null, invitedAt: now, expiresAt: now, acceptedAt: null, removedAt: now })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ removedAt: now }))
    .execute()
  await tx.deleteFrom('provisionedPerson').where('userId', '=', id).execute()
  await disablePeople(tx, [id], now)
}

/** Ends their sessions, deletes their passkeys, authenticator apps and sign-in links, and revokes emailed links. */
export async function disablePeople(tx: Db, ids: string[], now: Date): Promise<void> {
  await tx.deleteFrom('session').where('userId', 'in', ids).execute()
  await resetFactors(tx, ids)
  await forgetSignInLinks(tx, ids)
  await withdrawOpenLinks(tx, ids, now)
}

export async function withdrawOpenLinks(tx: Db, ids: string[], now: Date): Promise<void> {
  await tx
    .updateTable('oneTimeLink')
    .set({ withdrawnAt: now })
    .where('userId', 'in', ids)
    .where('usedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .execute()
}
