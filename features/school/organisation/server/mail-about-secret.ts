import type { App, Db } from '#app/app.ts'
import { enqueueMail } from '#platform/mail/server/mail.ts'
import { type Secret, secretChangedMail } from './mails.ts'
import { primaryAddress } from './primary-address.ts'

type Part = Pick<App, 'db' | 'queue' | 'clock' | 'env'>

/** Warns the primary contact, if there is one with an account, in case someone else made the change. */
export async function mailAboutSecret(
  app: Part,
  tx: Db,
  { customerId, userId, ...secret }: Secret & { customerId: string; userId: string },
): Promise<void> {
  const to = await primaryAddress(tx, customerId)
  if (to)
    await enqueueMail(app, { to, ...(await secretChangedMail({ ...app, db: tx }, customerId, userId, secret)) }, tx)
}
