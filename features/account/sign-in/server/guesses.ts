import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import { networkOf } from '#kit/server/network-of.ts'

/** Failures that cost nothing, then the pause that doubles from one second, and how long it can grow. */
const pauses = {
  pair: { free: 5, longestSeconds: 900, windowSeconds: 3600 },
  // Short at its longest: a stranger who guesses must not be able to keep the program out.
  account: { free: 10, longestSeconds: 60, windowSeconds: 3600 },
}
/** A school stands behind one address, so an address alone counts for little. */
const perAddress = { failures: 300, windowSeconds: 600 }

export type Guess = { username: string; address: string }

/**
 * For programs and open sessions, which wait where the sign-in page asks for work (see tries.ts).
 *
 * Counts a guess as failed before it is looked at, so that guesses sent at once cannot all slip through. Returns the
 * seconds to wait, 0 when the guess may be looked at. Each count is one statement, so processes share it.
 */
export async function countGuess(db: Db, guess: Guess, now: Date): Promise<number> {
  const subjects = subjectsOf(guess)
  const wait = await waitOf(db, subjects, now)
  if (wait > 0) return wait
  const taken =
    (await takeWithPause(db, subjects.pair, pauses.pair, now)) &&
    (await takeWithPause(db, subjects.account, pauses.account, now)) &&
    (await takeOfAddress(db, subjects.address, now))
  return taken ? 0 : Math.max(1, await waitOf(db, subjects, now))
}

/** The guess was right: the slate of the account is clean, and the address gets its count back. */
export async function forgiveGuess(db: Db, guess: Guess): Promise<void> {
  const { account, pair, address } = subjectsOf(guess)
  await db.deleteFrom('guess').where('subject', 'in', [account, pair]).execute()
  await db
    .updateTable('guess')
    .set((row) => ({ failures: row('failures', '-', 1) }))
    .where('subject', '=', address)
    .where('failures', '>', 0)
    .execute()
}

type Subjects = Record<'account' | 'pair' | 'address', string>

/** Hashed: people type passwords into the field for the name. */
function subjectsOf({ username, address }: Guess): Subjects {
  const name = createHash('sha256').update(username).digest('base64url')
  const network = networkOf(address)
  return { account: `account:${name}`, pair: `pair:${name}:${network}`, address: `address:${network}` }
}

async function waitOf(db: Db, subjects: Subjects, now: Date): Promise<number> {
  const rows = await db.selectFrom('guess').where('subject', 'in', Object.values(subjects)).selectAll().execute()
  const ends = rows.map((row) => {
    if (row.subject !== subjects.address) return row.blockedUntil
    return row.failures >= perAddress.failures ? row.windowEndsAt : null
  })
  const latest = Math.max(0, ...ends.map((end) => (end ? end.getTime() - now.getTime() : 0)))
  return Math.ceil(latest / 1000)
}

async function takeWithPause(
  db: Db,
  subject: string,
  { free, longestSeconds, windowSeconds }: (typeof pauses)['pair'],
  now: Date,
) {
  const later = after(now, windowSeconds)
  const { rows } = await sql`
    insert into guess as g (subject, failures, window_ends_at) values (${subject}, 1, ${later})
    on conflict (subject) do update set
      failures = case when g.window_ends_at <= ${now} then 1 else g.failures + 1 end,
      window_ends_at = excluded.window_ends_at,
      blocked_until = case
        when g.window_ends_at <= ${now} or g.failures + 1 < ${free}::int then null
        else ${now}::timestamptz + interval '1 second' * least(${longestSeconds}::int, power(2, least(g.failures + 1 - ${free}::int, 20)))
      end
    where g.blocked_until is null or g.blocked_until <= ${now}
    returning failures`.execute(db)
  return rows.length > 0
}

async function takeOfAddress(db: Db, subject: string, now: Date) {
  const later = after(now, perAddress.windowSeconds)
  const { rows } = await sql`
    insert into guess as g (subject, failures, window_ends_at) values (${subject}, 1, ${later})
    on conflict (subject) do update set
      failures = case when g.window_ends_at <= ${now} then 1 else g.failures + 1 end,
      window_ends_at = case when g.window_ends_at <= ${now} then excluded.window_ends_at else g.window_ends_at end
    where g.window_ends_at <= ${now} or g.failures < ${perAddress.failures}::int
    returning failures`.execute(db)
  return rows.length > 0
}

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)
