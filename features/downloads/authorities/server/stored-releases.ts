import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { App, Db } from '#app/app.ts'
import type { Making } from './making.ts'
import type { Written } from './release-files.ts'
import type { AuthorityTables } from './tables.ts'

export type ReleaseRow = Selectable<AuthorityTables['authorityRelease']>
export type FileRow = Selectable<AuthorityTables['authorityFile']>

/** How many releases keep their full files; changes are kept for `maxReleases`, for libraries that missed some. */
const wholeFilesOf = 2
export const maxReleases = 12

export const latestRelease = (db: Db): Promise<ReleaseRow | undefined> =>
  db.selectFrom('authorityRelease').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()

/** The MARC file of all headings; undefined if it has been deleted from the store, and then everything is new. */
export async function wholeFileOf({ db, files }: Pick<App, 'db' | 'files'>, releaseId: string) {
  const row = await db
    .selectFrom('authorityFile')
    .select('fileKey')
    .where('releaseId', '=', releaseId)
    .where('kind', '=', 'ALL')
    .where('scope', '=', 'FULL')
    .where('format', '=', 'MARC')
    .executeTakeFirst()
  return row && (await files.get(row.fileKey))?.stream
}

type NewRelease = Pick<Making, 'number' | 'releasedAt' | 'headings' | 'changes'> & { id: string; generation: number }

/** False if another process has made the same release first. */
export const keepRelease = (db: Db, { headings, changes, ...release }: NewRelease, written: Written[]) =>
  db.transaction().execute(async (tx) => {
    const { id, number, generation, releasedAt } = release
    const inserted = await tx
      .insertInto('authorityRelease')
      .values({
        id,
        number,
        generation,
        releasedAt,
        headings: JSON.stringify(headings),
        changes: changes ? JSON.stringify(changes) : null,
      })
      .onConflict((conflict) => conflict.column('number').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return false
    const files = written.map((file) => ({ id: randomUUID(), releaseId: id, ...file }))
    if (files.length > 0) await tx.insertInto('authorityFile').values(files).execute()
    return true
  })

/** The headings were reloaded without changes: the release also covers this generation. */
export async function saveGeneration(db: Db, releaseId: string, generation: number): Promise<void> {
  await db.updateTable('authorityRelease').set({ generation }).where('id', '=', releaseId).execute()
}

/** Deletes the files of older releases after their rows, so that no deleted file is ever offered. */
export async function forgetOldFiles({ db, files }: Pick<App, 'db' | 'files'>): Promise<void> {
  const latest = await latestRelease(db)
  if (!latest) return
  const old = await db
    .deleteFrom('authorityFile')
    .where((row) =>
      row.or([
        row.and([row('scope', '!=', 'CHANGES'), row('releaseId', 'in', olderThan(db, latest.number - wholeFilesOf))]),
        row('releaseId', 'in', olderThan(db, latest.number - maxReleases)),
      ]),
    )
    .returning('fileKey')
    .execute()
  await db
    .deleteFrom('authorityRelease')
    .where('number', '<=', latest.number - maxReleases)
    .execute()
  for (const { fileKey } of old) await files.remove(fileKey)
}

const olderThan = (db: Db, number: number) =>
  db.selectFrom('authorityRelease').select('id').where('number', '<=', number)
