import { randomInt, randomUUID } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import { hashSecret } from '#features/account/server/account.ts'
import { dayMs } from '#kit/day.ts'
import { isOfProvider, type Role } from '#kit/roles.ts'
import { secondsUntilFree } from '#kit/server/seconds-until.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { enqueueMail } from '#platform/mail/server/mail.ts'
import { organisationProblem } from '../contract.ts'
import { pinLength, pinMailsADay } from '../rules.ts'
import { newPinMail } from './mails.ts'
import { forgetPinTries } from './pin-tries.ts'
import { primaryAddress } from './primary-address.ts'

type PinRequest = { customerId: string; userId: string; role: Role }

/**
 * Mails the primary contact a new PIN and ends locks; returns the address. When the primary contact or the provider
 * asks, the old PIN and the sessions it unlocked end at once. When a colleague asks, both last until the new PIN is
 * used, so no one can disable the primary contact's PIN by asking. For the same reason colleagues have a separate limit
 * of mails. The provider's requests do not count.
 */
export async function renewPin(
  app: Pick<App, 'db' | 'clock' | 'queue' | 'env'>,
  { customerId, userId, role }: PinRequest,
): Promise<string> {
  const ofSchool = !isOfProvider(role)
  const byColleague = ofSchool && role !== 'primary-contact'
  const pin = String(randomInt(10 ** pinLength)).padStart(pinLength, '0')
  const pinHash = await hashSecret(pin)
  return app.db.transaction().execute(async (tx) => {
    // Locked until commit, so that simultaneous requests are counted one by one.
    const customer = await tx
      .selectFrom('customer')
      .select('pinHash')
      .where('id', '=', customerId)
      .forUpdate()
      .executeTakeFirst()
    if (!customer) throw organisationProblem('organisation_not_found')
    const now = app.clock()
    if (ofSchool) await countMail(tx, { customerId, userId, byColleague, now })
    const to = await primaryAddress(tx, customerId)
    if (!to) throw organisationProblem('no_primary_contact')
    const replaces = !byColleague || customer.pinHash === null
    await tx
      .updateTable('customer')
      .set(replaces ? { pinHash, nextPinHash: null } : { nextPinHash: pinHash })
      .where('id', '=', customerId)
      .execute()
    await forgetPinTries(tx, customerId)
    if (replaces) await tx.deleteFrom('pinUnlock').where('customerId', '=', customerId).execute()
    await recordAudit(tx, { now, customerId, userId, action: 'pin_renewed' })
    const mail = await newPinMail({ ...app, db: tx }, { customerId, userId, pin, replaces })
    await enqueueMail(app, { to, secret: true, ...mail }, tx)
    return to
  })
}

type Mailing = { customerId: string; userId: string; byColleague: boolean; now: Date }

async function countMail(tx: Db, { customerId, userId, byColleague, now }: Mailing) {
  const earlier = await tx
    .selectFrom('pinRenewal')
    .leftJoin('appUser', 'appUser.id', 'pinRenewal.userId')
    .select('renewedAt')
    .where('pinRenewal.customerId', '=', customerId)
    .where('role', byColleague ? 'is distinct from' : '=', 'primary-contact')
    .where('renewedAt', '>', new Date(now.getTime() - dayMs))
    .execute()
  if (earlier.length >= pinMailsADay) {
    const times = earlier.map(({ renewedAt }) => renewedAt)
    const waitSeconds = secondsUntilFree({ times, most: pinMailsADay, withinMs: dayMs }, now)
    throw organisationProblem('pin_mail_limit', { waitSeconds })
  }
  await tx.insertInto('pinRenewal').values({ id: randomUUID(), customerId, userId, renewedAt: now }).execute()
}
