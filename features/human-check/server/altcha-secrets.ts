import { randomBytes } from 'node:crypto'
import type { Db } from '#app/app.ts'

/** What puzzles are signed with: made at the first start, the same for all processes and after a restart. */
export async function altchaSecrets(db: Db): Promise<{ challenge: string; key: string }> {
  const key = 'human_check'
  const kept = () => db.selectFrom('installation').where('key', '=', key).select('value').executeTakeFirst()
  const known = await kept()
  if (!known)
    await db
      .insertInto('installation')
      .values({ key, value: JSON.stringify({ challenge: secret(), key: secret() }) })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
  return (known ?? (await kept())!).value as { challenge: string; key: string }
}

const secret = () => randomBytes(32).toString('base64url')
