import type { Db } from '#app/app.ts'
import { isSecret } from './passwords.ts'

type Part = { db: Db; env: { demo: boolean } }

/**
 * The id of the person with this name and password. Unknown, disabled and switched-off demo names return undefined
 * after the same work as a wrong password. The caller counts guesses.
 */
export async function checkPassword(
  { db, env }: Part,
  given: { username: string; password: string },
): Promise<string | undefined> {
  const user = await db
    .selectFrom('appUser')
    // PostgreSQL text cannot hold NUL.
    .where('username', '=', given.username.replaceAll('\0', '\uFFFD'))
    .select(['id', 'passwordHash', 'disabledAt', 'demo'])
    .executeTakeFirst()
  const right = await isSecret(given.password, user?.passwordHash ?? null)
  return user && right && !user.disabledAt && (!user.demo || env.demo) ? user.id : undefined
}
