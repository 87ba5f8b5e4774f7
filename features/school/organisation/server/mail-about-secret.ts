import type { App, Db } from '#app/app.ts'
import { leaveMail } from '#platform/mail/server/mail.ts'
import { type Secret, secretChangedMail } from './mails.ts'
import { primaryAddress } from './primary-address.ts'

type Part = Pick<App, 'db' | 'queue' | 'clock' | 'env'>

/** Warns the primary contact, if there is one with an account, in case someone else made the change. */
export async function mailAboutSecret(
  app: Part,
  within: Db,
  { customerId, userId, ...secret }: Secret & { customerId: string; userId: string },
): Promise<void> {
  const to = await primaryAddress(within, customerId)
  if (to)
    await leaveMail(
      app,
      { to, ...(await secretChangedMail({ ...app, db: within }, customerId, userId, secret)) },
      within,
    )
}
