import { randomInt, randomUUID } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import { hashSecret } from '#features/account/server/account.ts'
import { isOfProvider, type Role } from '#kit/roles.ts'
import { noteAudit } from '#platform/audit/server/audit.ts'
import { leaveMail } from '#platform/mail/server/mail.ts'
import { organisationProblem } from '../contract.ts'
import { pinLength, pinMailsADay } from '../rules.ts'
import { newPinMail } from './mails.ts'
import { primaryAddress } from './primary-address.ts'

const day = 86_400_000

type Asked = { customerId: string; userId: string; role: Role }

/**
 * The primary contact is mailed a new PIN. The old one, what it had opened, and a lock end with it. Returns where it goes.
 * What the provider's people ask for does not count: a school that has used up its mails writes to them.
 */
export async function renewPin(
  app: Pick<App, 'db' | 'clock' | 'queue' | 'env'>,
  { customerId, userId, role }: Asked,
): Promise<string> {
  const ofSchool = !isOfProvider(role)
  const pin = String(randomInt(10 ** pinLength)).padStart(pinLength, '0')
  const pinHash = await hashSecret(pin)
  return app.db.transaction().execute(async (within) => {
    // Held until the end, so that those asked for at once are counted one after the other.
    const customer = await within
      .selectFrom('customer')
      .select('id')
      .where('id', '=', customerId)
      .forUpdate()
      .executeTakeFirst()
    if (!customer) throw organisationProblem('organisation_not_found')
    const now = app.clock()
    if (ofSchool) await countMail(within, { customerId, userId, now })
    const to = await primaryAddress(within, customerId)
    if (!to) throw organisationProblem('no_primary_contact')
    await within
      .updateTable('customer')
      .set({ pinHash, pinFailures: 0, pinFailedAt: null, pinLockedUntil: null })
      .where('id', '=', customerId)
      .execute()
    await within.deleteFrom('pinUnlock').where('customerId', '=', customerId).execute()
    await noteAudit(within, { now, customerId, userId, action: 'pin_renewed' })
    const mail = await newPinMail({ ...app, db: within }, { customerId, userId, pin })
    await leaveMail(app, { to, secret: true, ...mail }, within)
    return to
  })
}

type Mailing = { customerId: string; userId: string; now: Date }

async function countMail(within: Db, { customerId, userId, now }: Mailing) {
  const earlier = await within
    .selectFrom('pinRenewal')
    .select('id')
    .where('customerId', '=', customerId)
    .where('renewedAt', '>', new Date(now.getTime() - day))
    .execute()
  if (earlier.length >= pinMailsADay) throw organisationProblem('pin_mail_limit')
  await within.insertInto('pinRenewal').values({ id: randomUUID(), customerId, userId, renewedAt: now }).execute()
}
