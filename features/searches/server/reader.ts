import type { Db } from '#app/app.ts'
import { readAddress } from '#features/mail/server/mail.ts'

/** Somebody whose searches are looked at; `to` is absent where their address cannot be mailed to. */
export type Reader = { to: string | undefined }

/** Nobody where the account is closed or the school does not subscribe: then they may not search either. */
export async function readerOf(db: Db, userId: string, now: Date): Promise<Reader | undefined> {
  const today = now.toISOString().slice(0, 10)
  const person = await db
    .selectFrom('appUser')
    .innerJoin('subscription', 'subscription.customerId', 'appUser.customerId')
    .where('appUser.id', '=', userId)
    .where('disabledAt', 'is', null)
    .where('startsOn', '<=', today)
    .where('endsOn', '>=', today)
    .select('email')
    .executeTakeFirst()
  return person && { to: mailable(person.email) }
}

function mailable(email: string): string | undefined {
  try {
    return readAddress(email)
  } catch {
    return undefined
  }
}
