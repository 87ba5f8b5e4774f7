import type { App, Db } from '#app/app.ts'
import { isSecret } from '#features/account/server/account.ts'
import { minuteMs } from '#kit/day.ts'
import { formatWait } from '#kit/format-wait.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { secondsUntil } from '#kit/server/seconds-until.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { enqueueMail } from '#platform/mail/server/mail.ts'
import { organisationProblem, type PinState } from '../contract.ts'
import { unlockMinutes } from '../rules.ts'
import { pinLockedMail } from './mails.ts'
import { countPinTry, forgivePinTries, pinLockedUntil, triesLeft } from './pin-tries.ts'
import { hideAddress, primaryAddress } from './primary-address.ts'

type Part = Pick<App, 'db' | 'clock'>

/** A right PIN unlocks contacts and details for this session. Simultaneous tries are counted one by one. */
export async function enterPin(
  app: Pick<App, 'db' | 'clock' | 'queue' | 'env'>,
  caller: SchoolCaller,
  { pin, customerId }: { pin: string; customerId: string },
): Promise<{ response: PinState }> {
  if (customerId !== caller.customerId) throw organisationProblem('other_customer')
  const now = app.clock()
  const tried = await countPinTry(app.db, caller, now)
  if (!tried) throw await locked(app, caller)
  const known = await pinOf(app.db, customerId, pin)
  const left = triesLeft(tried.failures)
  if (known) {
    // A new PIN may have been emailed during the check.
    if (await unlock(app, caller, known)) return pinState(app, caller)
    throw wrong(left)
  }
  await recordAudit(app.db, { now, customerId, userId: caller.userId, action: 'pin_refused' })
  if (left > 0) throw wrong(left)
  await notifyOfLock(app, caller, now)
  throw await locked(app, caller)
}

type Hashes = { pinHash: string | null; nextPinHash: string | null }

const hashesOf = (db: Db, customerId: string): Promise<Hashes> =>
  db.selectFrom('customer').where('id', '=', customerId).select(['pinHash', 'nextPinHash']).executeTakeFirstOrThrow()

/** The stored hash that this PIN matches. Checks both, so that each takes the same time. */
async function pinOf(db: Db, customerId: string, pin: string) {
  const { pinHash, nextPinHash } = await hashesOf(db, customerId)
  const [isPin, isNext] = [await isSecret(pin, pinHash), await isSecret(pin, nextPinHash)]
  if (isPin) return { hash: pinHash!, is: 'pinHash' as const }
  return isNext ? { hash: nextPinHash!, is: 'nextPinHash' as const } : undefined
}

const wrong = (left: number) =>
  organisationProblem('pin_wrong', {
    messages: [
      left > 0 ? `Incorrect PIN. You have ${left === 1 ? 'one attempt' : `${left} attempts`} left.` : 'Incorrect PIN.',
    ],
  })

/** The first use of a PIN that a colleague requested ends the former one. */
async function unlock({ db, clock }: Part, caller: SchoolCaller, { hash, is }: { hash: string; is: keyof Hashes }) {
  const { customerId, sessionId, userId } = caller
  return db.transaction().execute(async (tx) => {
    const still = await tx
      .updateTable('customer')
      .set(is === 'nextPinHash' ? { pinHash: hash, nextPinHash: null } : { pinHash: hash })
      .where('id', '=', customerId)
      .where(is, '=', hash)
      .returning('id')
      .executeTakeFirst()
    if (!still) return false
    await forgivePinTries(tx, caller)
    const unlockedUntil = new Date(clock().getTime() + unlockMinutes * minuteMs)
    await tx
      .insertInto('pinUnlock')
      .values({ sessionId, customerId, unlockedUntil })
      .onConflict((conflict) => conflict.column('sessionId').doUpdateSet({ customerId, unlockedUntil }))
      .execute()
    await recordAudit(tx, { now: clock(), customerId, userId, action: 'pin_entered' })
    return true
  })
}

async function notifyOfLock(
  app: Pick<App, 'db' | 'clock' | 'queue' | 'env'>,
  { customerId, userId }: SchoolCaller,
  now: Date,
) {
  await app.db.transaction().execute(async (tx) => {
    await recordAudit(tx, { now, customerId, userId, action: 'pin_locked' })
    const to = await primaryAddress(tx, customerId)
    if (to) await enqueueMail(app, { to, ...(await pinLockedMail({ ...app, db: tx }, customerId, userId)) }, tx)
  })
}

async function locked(app: Part, caller: SchoolCaller) {
  const until = await pinLockedUntil(app.db, caller, app.clock())
  const waitSeconds = until ? secondsUntil(until, app.clock()) : 1
  return organisationProblem('pin_locked', {
    waitSeconds,
    messages: [
      `Too many incorrect PINs. Please try again in ${formatWait(waitSeconds)}, or email a new PIN to the primary contact.`,
    ],
  })
}

/** When the caller's session locks again; null while it is locked. */
export async function unlockedUntil({ db, clock }: Part, { sessionId, customerId }: SchoolCaller) {
  const row = await db
    .selectFrom('pinUnlock')
    .select('unlockedUntil')
    .where('sessionId', '=', sessionId)
    .where('customerId', '=', customerId)
    .where('unlockedUntil', '>', clock())
    .executeTakeFirst()
  return row?.unlockedUntil ?? null
}

export async function pinState(app: Part, caller: SchoolCaller): Promise<{ response: PinState }> {
  const { pinHash, nextPinHash } = await hashesOf(app.db, caller.customerId)
  const lockedUntil = await pinLockedUntil(app.db, caller, app.clock())
  const until = await unlockedUntil(app, caller)
  return {
    response: {
      unlockedUntilDate: until?.toISOString() ?? null,
      lockedUntilDate: lockedUntil?.toISOString() ?? null,
      hasPin: (pinHash ?? nextPinHash) !== null,
      mailedTo: hideAddress((await primaryAddress(app.db, caller.customerId)) ?? ''),
    },
  }
}

export async function lockAgain(app: Part, caller: SchoolCaller): Promise<{ response: PinState }> {
  await app.db.deleteFrom('pinUnlock').where('sessionId', '=', caller.sessionId).execute()
  return pinState(app, caller)
}

/** Refuses a session that has not given the PIN, before the rest of the request is checked. */
export async function authoriseAfterPin(app: Part, caller: SchoolCaller): Promise<void> {
  if (!(await unlockedUntil(app, caller))) throw organisationProblem('pin_required')
}
