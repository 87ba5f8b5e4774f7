import { sql } from 'kysely'
import type { RunningApp } from '#app/wire.ts'
import { removeUnused } from '#features/downloads/server/make-at-once.ts'
import { forgetPictures } from '#features/requests/attachments/server/held-pictures.ts'
import { clockIn, dayMs, defaultZone } from '#kit/day.ts'

/** Each mail was sent once: an outbox has one file for each. */
export async function wrongMails({ db, mail }: RunningApp): Promise<string[]> {
  const rows = await db.selectFrom('outgoingMail').select(['id', 'recipient', 'state']).execute()
  const sent = new Set((await mail.outbox!.list(Number.MAX_SAFE_INTEGER)).map(({ id }) => id))
  const known = new Set(rows.map(({ id }) => id))
  return [
    ...rows
      .filter(({ id, state }) => state !== 'SENT' || !sent.has(id))
      .map(
        ({ recipient, state, id }) => `a mail to ${recipient} is ${state} and has ${sent.has(id) ? '' : 'not '}left`,
      ),
    ...[...sent].filter((id) => !known.has(id)).map((id) => `mail ${id} has left, and nobody knows of it`),
  ]
}

/** No orphaned file, even after the week that some are kept; and none missing. */
export async function wrongFiles(app: RunningApp): Promise<string[]> {
  const later = { ...app, clock: clockIn(defaultZone, () => new Date(Date.now() + 8 * dayMs)) }
  const never = new AbortController().signal
  await forgetPictures.run(later, {}, never)
  const { rows } = await sql<{ data: object }>`
    select data from pgboss.job where name = ${removeUnused.name} and state < 'active'`.execute(app.db)
  for (const { data } of rows) await removeUnused.run(later, removeUnused.data.parse(data), never)
  const downloads = await app.db.selectFrom('downloadRequest').select(['fileKey', 'imageKey', 'packageKey']).execute()
  const pictures = await app.db.selectFrom('catalogueAttachment').select(['fileKey', 'thumbnailKey']).execute()
  const named = new Set([...downloads, ...pictures].flatMap((row) => Object.values(row)).filter((key) => key !== null))
  const wrong: string[] = []
  for await (const { key } of app.files.list())
    if (/^(downloads|attachments)\//.test(key) && !named.delete(key)) wrong.push(`file ${key} is nobody’s`)
  return [...wrong, ...[...named].map((key) => `file ${key} is missing`)]
}

/** None was given up. */
export async function wrongJobs({ db }: RunningApp): Promise<string[]> {
  const { rows } = await sql<{ name: string; count: number }>`
    select name, count(*)::int as count from pgboss.job where state = 'failed' group by name`.execute(db)
  return rows.map(({ name, count }) => `${count} of ${name} were given up`)
}
