import type { Db } from '#app/app.ts'
import { isSecret } from './passwords.ts'

type Part = { db: Db; env: { demo: boolean } }

/**
 * The id of whoever has this name and password. A name that is unknown, disabled or of a demo world that is off is
 * undefined after the same work as a wrong password. Counting guesses is for the caller to see to.
 */
export async function checkPassword(
  { db, env }: Part,
  given: { username: string; password: string },
): Promise<string | undefined> {
  const user = await db
    .selectFrom('appUser')
    // PostgreSQL holds no NUL in text.
    .where('username', '=', given.username.replaceAll('\0', '\uFFFD'))
    .select(['id', 'passwordHash', 'disabledAt', 'demo'])
    .executeTakeFirst()
  const right = await isSecret(given.password, user?.passwordHash ?? null)
  return user && right && !user.disabledAt && (!user.demo || env.demo) ? user.id : undefined
}
