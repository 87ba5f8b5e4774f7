import { randomBytes } from 'node:crypto'
import type { Db } from '#app/app.ts'

/** What the bundled card page signs with: made at the first start, the same for all processes and after a restart. */
export async function sandboxPassword(db: Db): Promise<string> {
  const key = 'card_sandbox'
  const kept = () => db.selectFrom('installation').where('key', '=', key).select('value').executeTakeFirst()
  const known = await kept()
  if (!known)
    await db
      .insertInto('installation')
      .values({ key, value: JSON.stringify({ password: randomBytes(32).toString('base64url') }) })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
  return ((known ?? (await kept())!).value as { password: string }).password
}
