import { createHash, randomBytes } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import { countGuess, guessOfProgram } from '#features/account/server/account.ts'
import { problems } from '#kit/contract.ts'
import { minuteMs } from '#kit/day.ts'

import type { SchoolCaller } from '#kit/server/caller.ts'
import type { SentKey } from '#kit/server/sent-key.ts'
import { noteAudit } from '#platform/audit/server/audit.ts'
import type { AccessKey } from '../contract.ts'

type Part = Pick<App, 'db' | 'clock'>

export async function accessKey(
  { db }: Pick<App, 'db'>,
  { customerId }: SchoolCaller,
): Promise<{ response: AccessKey }> {
  return { response: await keyOf(db, customerId) }
}

/** Returns the key, of which only a hash is stored. The former key stops working at once. */
export async function renewAccessKey({ db, clock }: Part, caller: SchoolCaller) {
  const key = randomBytes(32).toString('base64url')
  const made = { accessKeyHash: hashKey(key), accessKeyHint: key.slice(-4), accessKeyUserId: caller.userId }
  const response = await change({ db, clock }, caller, 'access_key_renewed', { ...made, accessKeyMadeAt: clock() })
  return { response: { ...response, newAccessKey: key } }
}

export async function withdrawAccessKey(part: Part, caller: SchoolCaller): Promise<{ response: AccessKey }> {
  const none = { accessKeyHash: null, accessKeyHint: null, accessKeyUserId: null, accessKeyMadeAt: null }
  return { response: await change(part, caller, 'access_key_withdrawn', none) }
}

type Columns = {
  accessKeyHash: string | null
  accessKeyHint: string | null
  accessKeyUserId: string | null
  accessKeyMadeAt: Date | null
}

const change = ({ db, clock }: Part, { customerId, userId }: SchoolCaller, action: string, columns: Columns) =>
  db.transaction().execute(async (within) => {
    const { apiUserId } = await within
      .updateTable('customer')
      .set({ ...columns, accessKeyUsedAt: null })
      .where('id', '=', customerId)
      .returning('apiUserId')
      .executeTakeFirstOrThrow()
    await noteAudit(within, { now: clock(), customerId, userId, action, subject: apiUserId })
    return keyOf(within, customerId)
  })

async function keyOf(db: Db, customerId: string): Promise<AccessKey> {
  const found = await db
    .selectFrom('customer')
    .leftJoin('appUser', 'appUser.id', 'customer.accessKeyUserId')
    .where('customer.id', '=', customerId)
    .select(['apiUserId', 'accessKeyHint', 'accessKeyMadeAt', 'accessKeyUsedAt', 'firstName', 'lastName', 'username'])
    .executeTakeFirstOrThrow()
  return {
    apiUser: { id: found.apiUserId },
    accessKey: found.accessKeyHint,
    madeDate: found.accessKeyMadeAt?.toISOString() ?? null,
    madeBy: `${found.firstName ?? ''} ${found.lastName ?? ''}`.trim() || (found.username ?? ''),
    usedDate: found.accessKeyUsedAt?.toISOString() ?? null,
  }
}

const keyProblem = problems({
  too_many_guesses: [429, 'Please try again later.'],
  wrong_access_key: [403, 'The API user or the access key is wrong.'],
})

/**
 * The API user as a caller: school staff, acting for the person who made the key. If that person is disabled or has
 * left, the key opens nothing. An unknown name and a wrong key get the same answer.
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
    const waitSeconds = await countGuess(db, guessOfProgram('key', name, address), now)
    if (waitSeconds > 0)
      throw keyProblem('too_many_guesses', { messages: [`Please try again in ${waitSeconds} seconds.`], waitSeconds })
    throw keyProblem('wrong_access_key')
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

/** Nobody can guess 256 random bits, so a fast hash is as safe as a slow one and keeps calls fast. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex')
