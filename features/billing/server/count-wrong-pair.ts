import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import { networkOf } from '#features/account/server/account.ts'

/** So many wrong pairs of numbers may come from an address in an hour. */
const wrongPairs = 10
const hourMs = 3_600_000

const subjectOf = (address: string) => `invoice:${networkOf(address)}`

/**
 * Counts a pair as wrong before it is looked at, so that many sent at once cannot slip through; false where it is not to
 * be looked at, right or wrong.
 */
export async function countWrongPair(db: Db, address: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into guess as g (subject, failures, window_ends_at)
    values (${subjectOf(address)}, 1, ${new Date(now.getTime() + hourMs)})
    on conflict (subject) do update set
      failures = case when g.window_ends_at <= ${now} then 1 else g.failures + 1 end,
      window_ends_at = case when g.window_ends_at <= ${now} then excluded.window_ends_at else g.window_ends_at end
    where g.window_ends_at <= ${now} or g.failures < ${wrongPairs}::int
    returning failures`.execute(db)
  return rows.length > 0
}

/** It was right. */
export const forgivePair = (db: Db, address: string) =>
  db
    .updateTable('guess')
    .set((row) => ({ failures: row('failures', '-', 1) }))
    .where('subject', '=', subjectOf(address))
    .where('failures', '>', 0)
    .execute()
