import { z } from 'zod'
import type { AnyDb } from '#adapters/database/rows-state.ts'
import type { App, Db } from '#app/app.ts'

/** The row that marks the rows as restored while the rest is not yet; see restore-finish.ts. */
const key = 'restore'

/** One restore. Its catalogue and headings get higher generations than these, which restored rows may mention. */
export const RestoreMark = z.object({ id: z.string(), records: z.number(), headings: z.number() })
export type RestoreMark = z.infer<typeof RestoreMark>

export const setMark = (db: AnyDb, mark: RestoreMark) =>
  db
    .insertInto('installation')
    .values({ key, value: JSON.stringify(mark) })
    .execute()

export async function hasMark(db: Db): Promise<boolean> {
  const mark = await db.selectFrom('installation').select('key').where('key', '=', key).executeTakeFirst()
  return mark !== undefined
}

/** If several processes want to complete the restore, one does and the others wait. */
export async function takeMark(db: App['db'], work: (mark: RestoreMark) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('installation')
      .select('value')
      .where('key', '=', key)
      .forUpdate()
      .executeTakeFirst()
    if (!found) return
    await work(RestoreMark.parse(found.value))
    await tx.deleteFrom('installation').where('key', '=', key).execute()
  })
}
