import { createHash } from 'node:crypto'
import type { App } from '#app/app.ts'
import { countGuess, guessOfProgram, subscriptionsOf } from '#features/account/server/account.ts'
import { problems } from '#kit/contract.ts'
import { businessDay } from '#kit/day.ts'
import { formatWait } from '#kit/format-wait.ts'
import type { KeyScope } from '#kit/key-scopes.ts'
import { may, type Role } from '#kit/roles.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import type { SentKey } from '#kit/server/sent-key.ts'
import { openKeyUses } from './key-uses.ts'

const keyProblem = problems({
  too_many_guesses: [429, 'Please try again later.'],
  wrong_access_key: [401, 'Incorrect API user or access key.'],
  access_key_expired: [401, 'This access key has expired. The primary contact of your school can extend it.'],
})

/** No one can guess 256 random bits, so a fast hash is as safe as a slow one and keeps calls fast. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/** A key manages people no longer than its maker. `endedScopes`: those that it had. */
export function scopesOf({ scopes, role }: { scopes: KeyScope[]; role: Role }) {
  const lasts = (scope: KeyScope) => scope !== 'people' || may(role, 'organisation-admin')
  return { scopes: scopes.filter(lasts), endedScopes: scopes.filter((scope) => !lasts(scope)) }
}

/**
 * The callers behind access keys: school staff with the key's scopes, acting for the person who made it. If that person
 * is disabled or has left, the key opens nothing. An unknown name and a wrong key get the same answer.
 */
export function openKeyCallers(app: Pick<App, 'db' | 'clock' | 'pause' | 'env' | 'log' | 'recall'>) {
  const { db, clock, env, recall } = app
  const uses = openKeyUses(app)

  const rowOf = (hash: string, name: string | undefined) =>
    db
      .selectFrom('accessKey')
      .innerJoin('customer', 'customer.id', 'accessKey.customerId')
      .innerJoin('appUser', 'appUser.id', 'accessKey.userId')
      .where('keyHash', '=', hash)
      .$if(name !== undefined, (rows) => rows.where('apiUserId', '=', name!))
      .whereRef('appUser.customerId', '=', 'customer.id')
      .where('appUser.role', '!=', 'student')
      .where('disabledAt', 'is', null)
      .select(['accessKey.id as keyId', 'customer.id as customerId', 'appUser.id as userId'])
      .select(['scopes', 'expiresOn', 'demo', 'role'])
      .executeTakeFirst()

  const refuse = async ({ name = '' }: SentKey, address: string) => {
    const waitSeconds = await countGuess(db, guessOfProgram('key', name, address), clock())
    if (waitSeconds > 0)
      throw keyProblem('too_many_guesses', {
        messages: [`Please try again in ${formatWait(waitSeconds)}.`],
        waitSeconds,
      })
    throw keyProblem('wrong_access_key', name === '' ? { messages: ['Incorrect access key.'] } : {})
  }

  return {
    async callerOf(sent: SentKey, address: string): Promise<SchoolCaller> {
      const hash = hashKey(sent.secret)
      const found = await recall(`key ${hash} ${JSON.stringify(sent.name)}`, async () => {
        const value = await rowOf(hash, sent.name)
        return value && { value, of: [value.customerId, value.userId] }
      })
      if (!found || (found.demo && !env.demo)) return refuse(sent, address)
      const { keyId, customerId, userId, expiresOn } = found
      if (expiresOn !== null && expiresOn < businessDay(clock)) throw keyProblem('access_key_expired')
      uses.count(keyId)
      const subscriptions = await subscriptionsOf(app, customerId)
      const person = { userId, customerId, role: 'staff', disabled: false, freshProof: false } as const
      return { ...person, sessionId: `key-${keyId}`, key: { id: keyId, ...scopesOf(found) }, subscriptions }
    },
    close: () => uses.close(),
  }
}
