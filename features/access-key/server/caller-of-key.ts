import type { App } from '#app/app.ts'
import { countGuess } from '#features/account/server/account.ts'
import { Problem } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import type { SentKey } from '#kit/server/sent-key.ts'
import { hashKey } from './hash-key.ts'

const minuteMs = 60_000

/**
 * The API user as a caller: staff of its school, standing for the person who made the key. Where that person is shut out
 * or has left, the key opens nothing. A name that there is not and a wrong key are one answer.
 */
export async function callerOfKey(
  { db, clock, env }: Pick<App, 'db' | 'clock' | 'env'>,
  { name, secret }: SentKey,
  address: string,
): Promise<SchoolCaller> {
  const now = clock()
  const found = await db
    .selectFrom('customer')
    .innerJoin('appUser', 'appUser.id', 'customer.accessKeyUserId')
    .where('accessKeyHash', '=', hashKey(secret))
    .where('apiUserId', '=', name.replaceAll('\0', '\uFFFD'))
    .whereRef('appUser.customerId', '=', 'customer.id')
    .where('appUser.role', '!=', 'student')
    .where('disabledAt', 'is', null)
    .select(['customer.id as customerId', 'appUser.id as userId', 'accessKeyUsedAt', 'demo'])
    .executeTakeFirst()
  if (!found || (found.demo && !env.demo)) {
    const seconds = await countGuess(db, { username: `api:${name}`, address }, now)
    if (seconds > 0) throw new Problem('too_many_guesses', 429, [`Please try again in ${seconds} seconds.`])
    throw new Problem('wrong_access_key', 403, ['The API user or the access key is wrong.'])
  }
  const { customerId, userId, accessKeyUsedAt } = found
  if (!accessKeyUsedAt || now.getTime() - accessKeyUsedAt.getTime() > minuteMs)
    await db.updateTable('customer').set({ accessKeyUsedAt: now }).where('id', '=', customerId).execute()
  const subscriptions = await db
    .selectFrom('subscription')
    .where('customerId', '=', customerId)
    .select(['typeName', 'productCode', 'startsOn', 'endsOn'])
    .execute()
  const sessionId = `key-of-${customerId}`
  return { sessionId, userId, customerId, role: 'staff', disabled: false, freshProof: false, subscriptions }
}
