import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import { networkOf } from '#kit/server/network-of.ts'

/** Failures that cost nothing, then the pause that doubles from one second, and how long it can grow. */
const pauses = {
  own: { free: 5, maxSeconds: 900 },
  // Short at its longest: one who guesses from many addresses must not be able to keep the person out.
  everywhere: { free: 10, maxSeconds: 60 },
}
/** An hour without a guess ends a count. */
const windowSeconds = 3600

type Count = { subject: string; pause: keyof typeof pauses }

/**
 * The counts that a guess adds to. Each kind of credential has its own, and none belongs to an address alone: behind one
 * stands a whole school, and whoever guesses there must stop nobody else.
 */
export type Guess = readonly Count[]

/** Hashed: people type secrets into the field for the name. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** At the password, in one open session: nobody without that session adds to it. */
export const guessInSession = (sessionId: string): Guess => [{ subject: `proof:${hashOf(sessionId)}`, pause: 'own' }]

/**
 * At the code that follows a right password: only somebody with the password adds to it. A browser that this person has
 * signed in with (`mark`) counts for itself, so that one who has the password only cannot make it wait.
 */
export const guessAtCode = (userId: string, from: { mark: string | undefined; address: string }): Guess => {
  if (from.mark !== undefined) return [{ subject: `code-browser:${hashOf(from.mark)}`, pause: 'own' }]
  const person = hashOf(userId)
  return [
    { subject: `code-from:${person}:${networkOf(from.address)}`, pause: 'own' },
    { subject: `code:${person}`, pause: 'everywhere' },
  ]
}

/** At the secret of a program, from one address. Made by us, so long that a right one is known without a count. */
export const guessOfProgram = (kind: 'key' | 'z3950', name: string, address: string): Guess => [
  { subject: `${kind}:${hashOf(name)}:${networkOf(address)}`, pause: 'own' },
]

/**
 * For programs and open sessions, which wait where the sign-in page asks for work (see tries.ts).
 *
 * Counts a guess as failed before it is looked at, so that guesses sent at once cannot all slip through. Returns the
 * seconds to wait, 0 when the guess may be looked at. Each count is one statement, so processes share it.
 */
export async function countGuess(db: Db, guess: Guess, now: Date): Promise<number> {
  const wait = await waitOf(db, guess, now)
  if (wait > 0) return wait
  for (const count of guess) if (!(await take(db, count, now))) return Math.max(1, await waitOf(db, guess, now))
  return 0
}

/** The guess was right: its counts begin again. */
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
