import type { App } from '#app/app.ts'
import { countGuess, forgiveGuess, isSecret } from '#features/account/server/account.ts'
import { hasCurrentSubscription } from '#features/catalogue/rules.ts'
import { readSettings } from '#features/settings/server/settings.ts'
import { hashAt } from './hash-at.ts'

export type CheckedLogin = { customerId: string } | { waitSeconds: number } | 'wrong'

/**
 * Whose name and password these are, at this moment. A name that is unknown, a school that has switched Z39.50 off or has
 * no current subscription, and a wrong password give the same answer after the same work; guesses are slowed down.
 * `address`: where the connection comes from.
 */
export async function checkZ3950Login(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  given: { name: string; password: string; address: string },
): Promise<CheckedLogin> {
  const userName = given.name.trim().toLowerCase().normalize('NFC')
  const guess = { username: `z3950:${userName}`, address: given.address }
  const now = clock()
  const waitSeconds = await countGuess(db, guess, now)
  if (waitSeconds > 0) return { waitSeconds }
  const login = await db
    .selectFrom('z3950Login')
    // PostgreSQL holds no NUL in text.
    .where('userName', '=', userName.replaceAll('\0', '\uFFFD'))
    .selectAll()
    .executeTakeFirst()
  const right = await isSecret(given.password, login ? hashAt(login, now) : null)
  if (!login || !right || !(await isOpenTo({ db }, login.customerId, now))) return 'wrong'
  await forgiveGuess(db, guess)
  return { customerId: login.customerId }
}

async function isOpenTo({ db }: Pick<App, 'db'>, customerId: string, now: Date): Promise<boolean> {
  const { enableZ3950 } = await readSettings(db, customerId)
  const subscriptions = await db
    .selectFrom('subscription')
    .where('customerId', '=', customerId)
    .select(['typeName', 'productCode', 'startsOn', 'endsOn'])
    .execute()
  return enableZ3950 && hasCurrentSubscription(subscriptions, now.toISOString().slice(0, 10))
}
