import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#app/app.ts'
import { cameFrom } from '#kit/server/came-from.ts'
import { loadKinds, maxEntriesOfList, maxLoads } from '../rules.ts'

const count = z.number().int().nonnegative()
const Entry = z.strictObject({
  position: count,
  offset: count.nullable(),
  recordNumber: z.string(),
  told: z.array(z.string()),
})
const list = z.array(Entry).max(maxEntriesOfList)

/** The report of a load. The lists hold only the first records; the counts include all. */
export const LoadEntry = z.strictObject({
  id: z.uuid(),
  kind: z.enum(loadKinds),
  file: z.string(),
  beganAt: z.coerce.date(),
  endedAt: z.coerce.date(),
  /** Why nothing was loaded; '' if something was. */
  failure: z.string(),
  counts: z.strictObject({ loaded: count, updated: count, unchanged: count, repaired: count, rejected: count }),
  lists: z.strictObject({ repaired: list, rejected: list }),
})
export type LoadEntry = z.infer<typeof LoadEntry>

const rowsAtOnce = 500
const maxTextLength = 2000

/** Stores the loads and removes the oldest. */
export async function keepLoads(db: Db, loads: readonly LoadEntry[]): Promise<void> {
  for (const load of loads) await keepLoad(db, load)
  await db
    .deleteFrom('catalogueLoad')
    .where('id', 'in', (from) =>
      from
        .selectFrom('catalogueLoad as older')
        .select('older.id')
        .orderBy('beganAt', 'desc')
        .orderBy('older.id')
        .offset(maxLoads),
    )
    .execute()
}

/** Writes a long list in several statements: an embedded database serves nothing else during one. */
async function keepLoad(db: Db, { counts, lists, ...load }: LoadEntry) {
  await db
    .insertInto('catalogueLoad')
    .values({ ...load, ...counts, file: writable(load.file), failure: writable(load.failure), cameFrom: cameFrom() })
    .execute()
  const rows = (['repaired', 'rejected'] as const).flatMap((list) =>
    lists[list].map(({ offset, told, recordNumber, position }) => ({
      ...{ load_id: load.id, list, position, starts_at: offset },
      record_number: writable(recordNumber),
      told: writable(told.map((sentence) => sentence.replace(/\s+/g, ' ')).join('\n')),
    })),
  )
  try {
    for (let from = 0; from < rows.length; from += rowsAtOnce)
      await sql`insert into catalogue_load_entry select * from
        json_populate_recordset(null::catalogue_load_entry, ${JSON.stringify(rows.slice(from, from + rowsAtOnce))}::json)
      `.execute(db)
  } catch (error) {
    // A partial list would be taken for the whole.
    await db.deleteFrom('catalogueLoad').where('id', '=', load.id).execute()
    throw error
  }
}

/** Messages quote broken records, but a text of the database has no NUL and no lone surrogate. */
const writable = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed().slice(0, maxTextLength)
