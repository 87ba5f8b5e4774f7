import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { isSecret } from '#features/account/server/account.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { noteAudit } from '#platform/audit/server/audit.ts'
import { leaveMail } from '#platform/mail/server/mail.ts'
import { organisationProblem, type PinState } from '../contract.ts'
import { pinLockMinutes, pinTries, unlockMinutes } from '../rules.ts'
import { pinLockedMail } from './mails.ts'
import { hideAddress, primaryAddress } from './primary-address.ts'

type Part = Pick<App, 'db' | 'clock'>

const minute = 60_000
const day = 24 * 60 * minute

/** A right PIN opens contacts and details for this session. Tries at the same moment count one after the other. */
export async function enterPin(
  app: Pick<App, 'db' | 'clock' | 'queue' | 'env'>,
  caller: SchoolCaller,
  { pin, customerId }: { pin: string; customerId: string },
): Promise<{ response: PinState }> {
  if (customerId !== caller.customerId) throw organisationProblem('other_customer')
  const now = app.clock()
  const tried = await countTry(app.db, customerId, now)
  if (!tried) throw await locked(app, customerId)
  if (await isSecret(pin, tried.pinHash)) {
    // A new PIN may have been mailed while this one was looked at.
    if (await unlock(app, caller, tried.pinHash!)) return pinState(app, caller)
    throw wrong(pinTries - tried.failures)
  }
  await noteAudit(app.db, { now, customerId, userId: caller.userId, action: 'pin_refused' })
  if (tried.failures < pinTries) throw wrong(pinTries - tried.failures)
  await tellOfLock(app, caller, now)
  throw await locked(app, customerId)
}

const wrong = (left: number) =>
  organisationProblem('pin_wrong', {
    messages: [
      left > 0
        ? `The PIN is not right. ${left === 1 ? 'One more try is' : `${left} more tries are`} left.`
        : 'The PIN is not right.',
    ],
  })

/** Counted as wrong before it is looked at, in one statement, so that tries sent at once cannot all slip through. */
async function countTry(db: Db, customerId: string, now: Date) {
  const until = new Date(now.getTime() + pinLockMinutes * minute)
  const { rows } = await sql<{ failures: number; pinHash: string | null }>`
    update customer set
      pin_failures = case when pin_failed_at > ${new Date(now.getTime() - day)} and pin_locked_until is null then pin_failures + 1 else 1 end,
      pin_failed_at = ${now},
      pin_locked_until = case
        when pin_failed_at > ${new Date(now.getTime() - day)} and pin_locked_until is null and pin_failures + 1 >= ${pinTries}::int
        then ${until}::timestamptz end
    where id = ${customerId} and (pin_locked_until is null or pin_locked_until <= ${now})
    returning pin_failures as "failures", pin_hash as "pinHash"`.execute(db)
  return rows[0]
}

async function unlock({ db, clock }: Part, { customerId, sessionId, userId }: SchoolCaller, pinHash: string) {
  return db.transaction().execute(async (within) => {
    const still = await within
      .updateTable('customer')
      .set({ pinFailures: 0, pinFailedAt: null, pinLockedUntil: null })
      .where('id', '=', customerId)
      .where('pinHash', '=', pinHash)
      .returning('id')
      .executeTakeFirst()
    if (!still) return false
    const unlockedUntil = new Date(clock().getTime() + unlockMinutes * minute)
    await within
      .insertInto('pinUnlock')
      .values({ sessionId, customerId, unlockedUntil })
      .onConflict((conflict) => conflict.column('sessionId').doUpdateSet({ customerId, unlockedUntil }))
      .execute()
    await noteAudit(within, { now: clock(), customerId, userId, action: 'pin_entered' })
    return true
  })
}

async function tellOfLock(
  app: Pick<App, 'db' | 'clock' | 'queue' | 'env'>,
  { customerId, userId }: SchoolCaller,
  now: Date,
) {
  await app.db.transaction().execute(async (within) => {
    await noteAudit(within, { now, customerId, userId, action: 'pin_locked' })
    const to = await primaryAddress(within, customerId)
    if (to) await leaveMail(app, { to, ...(await pinLockedMail({ ...app, db: within }, customerId, userId)) }, within)
  })
}

async function locked(app: Part, customerId: string) {
  const { lockedUntil } = await stateOfCustomer(app, customerId)
  const minutes = lockedUntil ? Math.max(1, Math.ceil((lockedUntil.getTime() - app.clock().getTime()) / minute)) : 1
  return organisationProblem('pin_locked', {
    messages: [
      `There were too many wrong PINs. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or have a new PIN mailed to the primary contact.`,
    ],
  })
}

async function stateOfCustomer({ db, clock }: Part, customerId: string) {
  const row = await db
    .selectFrom('customer')
    .select(['pinHash', 'pinLockedUntil'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  const { pinLockedUntil: until } = row
  return { hasPin: row.pinHash !== null, lockedUntil: until && until > clock() ? until : null }
}

/** When the caller's session will be locked again; null while it is. */
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
  const { hasPin, lockedUntil } = await stateOfCustomer(app, caller.customerId)
  const until = await unlockedUntil(app, caller)
  return {
    response: {
      unlockedUntilDate: until?.toISOString() ?? null,
      lockedUntilDate: lockedUntil?.toISOString() ?? null,
      hasPin,
      mailedTo: hideAddress((await primaryAddress(app.db, caller.customerId)) ?? ''),
    },
  }
}

export async function lockAgain(app: Part, caller: SchoolCaller): Promise<{ response: PinState }> {
  await app.db.deleteFrom('pinUnlock').where('sessionId', '=', caller.sessionId).execute()
  return pinState(app, caller)
}

/** Whoever has not given the PIN in this session is refused, before anything else of the call is looked at. */
export async function admitAfterPin(app: Part, caller: SchoolCaller): Promise<void> {
  if (!(await unlockedUntil(app, caller))) throw organisationProblem('pin_required')
}
