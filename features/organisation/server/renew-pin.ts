import { randomInt, randomUUID } from 'node:crypto'
import type { App } from '#app/app.ts'
import { hashSecret } from '#features/account/server/account.ts'
import { noteAudit } from '#features/audit/server/audit.ts'
import { leaveMail } from '#features/mail/server/mail.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { organisationProblem, type PinState } from '../contract.ts'
import { pinLength, pinMailsADay } from '../rules.ts'
import { pinState } from './enter-pin.ts'
import { newPinMail } from './mails.ts'
import { primaryAddress } from './primary-address.ts'

const day = 86_400_000

/** The primary contact is mailed a new PIN. The old one, what it had opened, and a lock end with it. */
export async function renewPin(
  app: Pick<App, 'db' | 'clock' | 'queue' | 'env'>,
  caller: SchoolCaller,
): Promise<{ response: PinState }> {
  const { customerId, userId } = caller
  const pin = String(randomInt(10 ** pinLength)).padStart(pinLength, '0')
  const pinHash = await hashSecret(pin)
  await app.db.transaction().execute(async (within) => {
    // Held until the end, so that those asked for at once are counted one after the other.
    await within.selectFrom('customer').select('id').where('id', '=', customerId).forUpdate().execute()
    const now = app.clock()
    const earlier = await within
      .selectFrom('pinRenewal')
      .select('id')
      .where('customerId', '=', customerId)
      .where('renewedAt', '>', new Date(now.getTime() - day))
      .execute()
    if (earlier.length >= pinMailsADay) throw organisationProblem('pin_mail_limit')
    const to = await primaryAddress(within, customerId)
    if (!to) throw organisationProblem('no_primary_contact')
    await within
      .updateTable('customer')
      .set({ pinHash, pinFailures: 0, pinFailedAt: null, pinLockedUntil: null })
      .where('id', '=', customerId)
      .execute()
    await within.deleteFrom('pinUnlock').where('customerId', '=', customerId).execute()
    await within.insertInto('pinRenewal').values({ id: randomUUID(), customerId, userId, renewedAt: now }).execute()
    await noteAudit(within, { now, customerId, userId, action: 'pin_renewed' })
    const mail = await newPinMail({ ...app, db: within }, { customerId, userId, pin })
    await leaveMail(app, { to, secret: true, ...mail }, within)
  })
  return pinState(app, caller)
}
