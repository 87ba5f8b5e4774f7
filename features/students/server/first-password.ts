import type { App, Db } from '#app/app.ts'
import { hashSecret, refuseWeakPassword, setPassword } from '#features/account/server/account.ts'

/** Refuses what is no good password; what it returns sets it, in the transaction that it is given. */
export async function readyPassword(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  userId: string,
  password: string,
): Promise<(within: Db) => Promise<void>> {
  const { username, firstName, lastName, name } = await db
    .selectFrom('appUser')
    .innerJoin('customer', 'customer.id', 'appUser.customerId')
    .where('appUser.id', '=', userId)
    .select(['username', 'firstName', 'lastName', 'name'])
    .executeTakeFirstOrThrow()
  await refuseWeakPassword(password, [username, firstName, lastName, name])
  const passwordHash = await hashSecret(password)
  return (within) => setPassword(within, { userId, passwordHash, now: clock() })
}
