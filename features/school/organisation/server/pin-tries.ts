import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import { dayMs } from '#kit/day.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { pinLockMinutes, pinTries, pinTriesADay, pinTriesOfOthersADay } from '../rules.ts'

/*
 * The specification says that a correct PIN unlocks, and nothing about wrong ones. A count for the whole school would
 * let any of its staff block the primary contact's right PIN, so each person has a separate count: 5 tries, a pause, 5
 * more, then none until the day is over. If many accounts guess together, the school's count stops them all except the
 * primary contact, who neither adds to it nor is blocked by it. Reaching it takes ten colleagues with all of their
 * tries, and a six-digit PIN still withstands that for years.
 */

type Trier = Pick<SchoolCaller, 'customerId' | 'userId' | 'role'>
type Count = { subject: string; tries: number; pause: { after: number; minutes: number } | undefined }

const ofSchool = (customerId: string) => `pin:${customerId}:`
const ofPerson = ({ customerId, userId }: Trier): Count => ({
  subject: ofSchool(customerId) + userId,
  tries: pinTriesADay,
  pause: { after: pinTries, minutes: pinLockMinutes },
})
const ofOthers = ({ customerId }: Trier): Count => ({
  subject: `pin-of-others:${customerId}`,
  tries: pinTriesOfOthersADay,
  pause: undefined,
})
const countsOf = (trier: Trier) =>
  trier.role === 'primary-contact' ? [ofPerson(trier)] : [ofPerson(trier), ofOthers(trier)]

/**
 * Counts the PIN as wrong before it is checked, in one statement, so that simultaneous tries cannot all slip through.
 * Undefined if it may not be checked.
 */
export async function countPinTry(db: Db, trier: Trier, now: Date): Promise<{ failures: number } | undefined> {
  if (await pinLockedUntil(db, trier, now)) return undefined
  let own: { failures: number } | undefined
  for (const count of countsOf(trier)) {
    const taken = await take(db, count, now)
    if (!taken) return undefined
    own ??= taken
  }
  return own
}

/** The tries a person has left after this many failures. */
export const triesLeft = (failures: number) => pinTries - (failures % pinTries || pinTries)

/** End of this person's lock; null when not locked. */
export async function pinLockedUntil(db: Db, trier: Trier, now: Date): Promise<Date | null> {
  const { until } = await db
    .selectFrom('guess')
    .where(
      'subject',
      'in',
      countsOf(trier).map(({ subject }) => subject),
    )
    .where('blockedUntil', '>', now)
    .select(({ fn }) => fn.max('blockedUntil').as('until'))
    .executeTakeFirstOrThrow()
  return until
}

/** The PIN was right: clears the person's count. */
export async function forgivePinTries(tx: Db, trier: Trier): Promise<void> {
  await tx.deleteFrom('guess').where('subject', '=', ofPerson(trier).subject).execute()
  const others = ofOthers(trier).subject
  if (trier.role === 'primary-contact') return
  await tx
    .updateTable('guess')
    .set((row) => ({ failures: row('failures', '-', 1), blockedUntil: null }))
    .where('subject', '=', others)
    .execute()
  await tx.deleteFrom('guess').where('subject', '=', others).where('failures', '<=', 0).execute()
}

/** A new PIN makes earlier guesses worthless: clears the school's counts. */
export const forgetPinTries = (tx: Db, customerId: string) =>
  tx
    .deleteFrom('guess')
    .where(({ fn, val }) => fn<boolean>('starts_with', ['subject', val(ofSchool(customerId))]))
    .execute()

async function take(db: Db, { subject, tries, pause }: Count, now: Date) {
  const dayEnds = new Date(now.getTime() + dayMs)
  const pauseEnds = new Date(now.getTime() + (pause?.minutes ?? 0) * 60_000)
  const after = pause?.after ?? tries
  const { rows } = await sql<{ failures: number }>`
    insert into guess as g (subject, failures, window_ends_at) values (${subject}, 1, ${dayEnds})
    on conflict (subject) do update set
      failures = case when g.window_ends_at <= ${now} then 1 else g.failures + 1 end,
      window_ends_at = case when g.window_ends_at <= ${now} then ${dayEnds}::timestamptz else g.window_ends_at end,
      blocked_until = case
        when g.window_ends_at <= ${now} then null
        when g.failures + 1 >= ${tries}::int then g.window_ends_at
        when (g.failures + 1) % ${after}::int = 0 then ${pauseEnds}::timestamptz
      end
    where g.blocked_until is null or g.blocked_until <= ${now}
    returning failures`.execute(db)
  return rows[0]
}
