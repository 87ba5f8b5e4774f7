import { sql } from 'kysely'
import { z } from 'zod'
import type { App, Db } from '#app/app.ts'
import { job } from '#kit/server/jobs.ts'
import { type Fingerprint, printOf } from './record-fingerprints.ts'

/** Records read and compared in one step, so that the database is held only briefly. */
const pageSize = 1000

type Needs = Pick<App, 'db' | 'catalogue' | 'clock'>

/**
 * After a change of the catalogue: finds the downloaded records with other bytes, and the removed ones. Restarted after
 * a crash, it continues with the remaining records.
 */
export const findChanges = job({
  name: 'downloads.look-for-changes',
  data: z.object({}),
  expireSeconds: 15 * 60,
  retries: 2,
  cron: '*/5 * * * *',
  async run(app: Needs, _, signal) {
    for (;;) {
      signal.throwIfAborted()
      const { generation } = await app.catalogue.stats()
      if ((await checkPage(app, generation)) === 0) return
    }
  },
})

/** Returns how many records it checked. */
async function checkPage({ db, catalogue, clock }: Needs, generation: number): Promise<number> {
  const known = await db
    .selectFrom('knownRecord')
    .select(['recordId', 'print', 'goneAt'])
    .where('asOf', '!=', String(generation))
    .orderBy('recordId')
    .limit(pageSize)
    .execute()
  if (known.length === 0) return 0
  const current = new Map<string, Fingerprint>()
  for await (const record of catalogue.fetch(known.map(({ recordId }) => recordId))) {
    const print = printOf(record)
    current.set(print.id, print)
  }
  const now = clock()
  const changed = known.flatMap(({ recordId, print }) => {
    const found = current.get(recordId)
    return found && found.print !== print ? [found] : []
  })
  const gone = known.filter(({ recordId, goneAt }) => !goneAt && !current.has(recordId)).map((each) => each.recordId)
  await db.transaction().execute(async (tx) => {
    await markChanged(tx, changed, now)
    if (gone.length > 0) await tx.updateTable('knownRecord').set({ goneAt: now }).where(among(gone)).execute()
    const back = known.filter(({ recordId, goneAt }) => goneAt && current.has(recordId)).map((each) => each.recordId)
    if (back.length > 0) await tx.updateTable('knownRecord').set({ goneAt: null }).where(among(back)).execute()
    await tx
      .updateTable('knownRecord')
      .set({ asOf: generation })
      .where(among(known.map(({ recordId }) => recordId)))
      .execute()
  })
  return known.length
}

/** One parameter for any number of ids. */
const among = (ids: string[]) =>
  sql<boolean>`record_id in (select json_array_elements_text(${JSON.stringify(ids)}::json))`

async function markChanged(tx: Db, changed: Fingerprint[], now: Date) {
  if (changed.length === 0) return
  await sql`
    update known_record set print = each.print, title = each.title, changed_at = ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(changed)}::json) as each (id text, print text, title text)
      where record_id = each.id`.execute(tx)
}
