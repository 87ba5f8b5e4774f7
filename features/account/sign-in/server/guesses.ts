import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import { networkOf } from '#kit/server/network-of.ts'

/** The free failures, then a wait that doubles from one second up to the maximum. */
const pauses = {
  own: { free: 5, maxSeconds: 900 },
  // Short, because someone guessing from many addresses must not lock the person out.
  everywhere: { free: 10, maxSeconds: 60 },
}
/** An hour without a guess clears a count. */
const windowSeconds = 3600

type Count = { subject: string; pause: keyof typeof pauses }

/**
 * The counters that a guess increments. Each kind of credential has separate ones. None is per address alone: a whole
 * school shares one, and a guesser there must block no one else.
 */
export type Guess = readonly Count[]

/** Hashed, because people type secrets into the user-name field. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** For the password in one open session; no one outside that session adds to it. */
export const guessInSession = (sessionId: string): Guess => [{ subject: `proof:${hashOf(sessionId)}`, pause: 'own' }]

/**
 * For the code after a right password, so only someone with the password adds to it. A known browser (`mark`) is
 * counted separately, so that an attacker with the password cannot make it wait.
 */
export const guessAtCode = (userId: string, from: { mark: string | undefined; address: string }): Guess => {
  if (from.mark !== undefined) return [{ subject: `code-browser:${hashOf(from.mark)}`, pause: 'own' }]
  const person = hashOf(userId)
  return [
    { subject: `code-from:${person}:${networkOf(from.address)}`, pause: 'own' },
    { subject: `code:${person}`, pause: 'everywhere' },
  ]
}

/**
 * For a program's secret, from one address. We generate these secrets; they are long enough to accept a right one
 * uncounted.
 */
export const guessOfProgram = (kind: 'key' | 'z3950', name: string, address: string): Guess => [
  { subject: `${kind}:${hashOf(name)}:${networkOf(address)}`, pause: 'own' },
]

/**
 * Rate limits programs and open sessions; the sign-in page asks for a proof of work instead (tries.ts). Counts the
 * guess as failed before it is checked, so that simultaneous guesses cannot all slip through. Returns the seconds to
 * wait, 0 if the guess may be checked. Each count is one statement, so processes share it.
 */
export async function countGuess(db: Db, guess: Guess, now: Date): Promise<number> {
  const wait = await waitOf(db, guess, now)
  if (wait > 0) return wait
  for (const count of guess) if (!(await take(db, count, now))) return Math.max(1, await waitOf(db, guess, now))
  return 0
}

/** The guess was right: its counts start over. */
export const forgiveGuess = (db: Db, guess: Guess) =>
  db.deleteFrom('guess').where('subject', 'in', subjectsOf(guess)).execute()

const subjectsOf = (guess: Guess) => guess.map(({ subject }) => subject)

async function waitOf(db: Db, guess: Guess, now: Date): Promise<number> {
  const rows = await db.selectFrom('guess').where('subject', 'in', subjectsOf(guess)).select('blockedUntil').execute()
  const latest = Math.max(0, ...rows.map(({ blockedUntil: end }) => (end ? end.getTime() - now.getTime() : 0)))
  return Math.ceil(latest / 1000)
}

async function take(db: Db, { subject, pause }: Count, now: Date) {
  const { free, maxSeconds } = pauses[pause]
  const later = new Date(now.getTime() + windowSeconds * 1000)
  const { rows } = await sql`
    insert into guess as g (subject, failures, window_ends_at) values (${subject}, 1, ${later})
    on conflict (subject) do update set
      failures = case when g.window_ends_at <= ${now} then 1 else g.failures + 1 end,
      window_ends_at = excluded.window_ends_at,
      blocked_until = case
        when g.window_ends_at <= ${now} or g.failures + 1 < ${free}::int then null
        else ${now}::timestamptz + interval '1 second' * least(${maxSeconds}::int, power(2, least(g.failures + 1 - ${free}::int, 20)))
      end
    where g.blocked_until is null or g.blocked_until <= ${now}
    returning failures`.execute(db)
  return rows.length > 0
}
