import type { Db } from '#app/app.ts'
import { countGuess, forgiveGuess } from './guesses.ts'
import { isSecret } from './passwords.ts'

type Part = { db: Db; clock: () => Date; env: { demo: boolean } }
export type Checked = { userId: string } | { waitSeconds: number } | 'wrong'

/**
 * Who has this name and password. A name that is unknown, disabled or of a demo world that is off gives the same
 * answer after the same work as a wrong password.
 */
export async function checkPassword(
  { db, clock, env }: Part,
  given: { username: string; password: string; address: string },
): Promise<Checked> {
  const guess = { username: given.username.trim().toLowerCase().normalize('NFC'), address: given.address }
  const waitSeconds = await countGuess(db, guess, clock())
  if (waitSeconds > 0) return { waitSeconds }
  const user = await db
    .selectFrom('appUser')
    // PostgreSQL holds no NUL in text.
    .where('username', '=', guess.username.replaceAll('\0', '\uFFFD'))
    .select(['id', 'passwordHash', 'disabledAt', 'demo'])
    .executeTakeFirst()
  const right = await isSecret(given.password, user?.passwordHash ?? null)
  if (!user || !right || user.disabledAt || (user.demo && !env.demo)) return 'wrong'
  await forgiveGuess(db, guess)
  return { userId: user.id }
}
