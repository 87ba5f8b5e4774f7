import { randomUUID } from 'node:crypto'
import type { Db } from '#app/app.ts'
import { withdrawLinks } from '#platform/links/server/links.ts'
import { profileProblem } from '../../profile/contract.ts'
import { withdrawConfirmLinks } from '../../profile/server/email-change.ts'
import { fewestGuesses, passwordFault, passwordsRemembered, wordsAbout } from '../rules.ts'
import { isSecret } from './passwords.ts'

/**
 * Throws when a password breaks the rules or is common. `about`: words that an attacker who knows the person would try.
 */
export async function refuseWeakPassword(password: string, about: string[] = []): Promise<void> {
  const fault = passwordFault(password)
  if (fault) throw profileProblem(fault)
  const { guessesNeeded } = await import('../../sign-in/guessing.ts')
  if (guessesNeeded(password, wordsAbout(about)) < fewestGuesses) throw profileProblem('password_common')
}

/** Throws when a password is the current one or a former one. Slow: do not call it within a transaction. */
export async function refuseFormerPassword(db: Db, userId: string, password: string): Promise<void> {
  const { passwordHash } = await db
    .selectFrom('appUser')
    .where('id', '=', userId)
    .select('passwordHash')
    .executeTakeFirstOrThrow()
  const former = await formerPasswords(db, userId)
  const hashes = [passwordHash, ...former.map((each) => each.passwordHash)].filter((each) => each !== null)
  for (const hash of hashes.slice(0, passwordsRemembered))
    if (await isSecret(password, hash)) throw profileProblem('password_used')
}

/** Sets the password and revokes every link emailed under the old one. */
export async function setPassword(
  tx: Db,
  { userId, passwordHash, now }: { userId: string; passwordHash: string; now: Date },
): Promise<void> {
  const before = await tx
    .selectFrom('appUser')
    .where('id', '=', userId)
    .select('passwordHash')
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (before.passwordHash !== null)
    await tx
      .insertInto('formerPassword')
      .values({ id: randomUUID(), userId, passwordHash: before.passwordHash, replacedAt: now })
      .execute()
  const tooOld = (await formerPasswords(tx, userId)).slice(passwordsRemembered - 1)
  if (tooOld.length > 0)
    await tx
      .deleteFrom('formerPassword')
      .where(
        'id',
        'in',
        tooOld.map(({ id }) => id),
      )
      .execute()
  await tx.updateTable('appUser').set({ passwordHash, passwordChangedAt: now }).where('id', '=', userId).execute()
  await withdrawLinks(tx, { purpose: 'change-password', userId, now })
  await withdrawConfirmLinks(tx, userId, now)
}

const formerPasswords = (db: Db, userId: string) =>
  db
    .selectFrom('formerPassword')
    .where('userId', '=', userId)
    .select(['id', 'passwordHash'])
    .orderBy('replacedAt', 'desc')
    .execute()
