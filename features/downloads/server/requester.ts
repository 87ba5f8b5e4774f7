import type { Db } from '#app/app.ts'
import type { Day } from '#kit/day.ts'
import { readAddress } from '#platform/mail/server/mail.ts'

/** A person who requested records; `to` is absent if their address cannot be emailed to. */
export type Requester = { userId: string; customerId: string; to: string | undefined }

/** Undefined if the account is closed. */
export async function findRequester(db: Db, userId: string): Promise<Requester | undefined> {
  const person = await db
    .selectFrom('appUser')
    .where('id', '=', userId)
    .where('disabledAt', 'is', null)
    .select(['email', 'customerId'])
    .executeTakeFirst()
  if (!person?.customerId) return undefined
  return { userId, customerId: person.customerId, to: mailable(person.email) }
}

/** Whether their school subscribes on that day: else they may not download either. */
export async function subscribes(db: Db, customerId: string, on: Day): Promise<boolean> {
  const current = await db
    .selectFrom('subscription')
    .select('id')
    .where('customerId', '=', customerId)
    .where('startsOn', '<=', on)
    .where('endsOn', '>=', on)
    .executeTakeFirst()
  return current !== undefined
}

function mailable(email: string): string | undefined {
  try {
    return readAddress(email)
  } catch {
    return undefined
  }
}
