import { constants, existsSync, renameSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PGlite, types } from '@electric-sql/pglite'
import { CamelCasePlugin, Kysely, PGliteDialect } from 'kysely'
import { fromPglite } from 'pg-boss'
import { logOf, type OpenDatabase, type QueryWatch } from './database.ts'
import { flushPath } from './durable-files.ts'
import { lockFolder } from './folder-lock.ts'
import { openPglite, openReopening, type ReopeningPglite } from './reopening.ts'
import { goOnTaking } from './take-folder.ts'

// A date has no time zone: as text it stays as stored.
export const parsers = { [types.DATE]: (text: string) => text }
const durable = {
  parsers,
  // -F would disable fsync.
  startParams: PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  // PostgreSQL's default 128 MiB of buffers would stay in memory; the system caches the files anyway.
  postgresqlconf: ['shared_buffers=32MB', 'fsync=on', 'wal_sync_method=fsync', 'full_page_writes=on'],
}

/**
 * PostgreSQL in this process, on `folder`, durable; throws `FolderInUse` if another process has it. `noted` is called
 * with the error when a failed write stops it, and with undefined when it resumes.
 */
export async function openEmbeddedDatabase(
  folder: string,
  watch?: QueryWatch,
  noted: (error: Error | undefined) => void = () => {},
): Promise<OpenDatabase> {
  const lock = lockFolder(folder)
  try {
    goOnTaking(folder)
    if (!existsSync(folder)) await initialiseAside(folder)
    const database = await openReopening(folder, durable, noted)
    const opened = wrapPglite(database, watch)
    return {
      ...opened,
      copyTo: async (to) => {
        // Leaves less log to replay when the copy is opened.
        await database.exec('checkpoint')
        // It has one connection, so a transaction keeps everything else out.
        await database.transaction(() => cp(folder, to, { recursive: true, mode: constants.COPYFILE_FICLONE }))
      },
      close: async () => {
        await opened.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** A start killed while creating the database must not leave half of one. */
async function initialiseAside(folder: string) {
  const aside = `${folder}.new`
  rmSync(aside, { recursive: true, force: true })
  const { pglite } = await openPglite(aside, durable)
  await pglite.close()
  renameSync(aside, folder)
  flushPath(dirname(folder))
}

export const wrapPglite = (database: ReopeningPglite, watch?: QueryWatch): OpenDatabase => ({
  db: new Kysely({
    dialect: new PGliteDialect({ pglite: database as PGlite }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    ...(watch ? { log: logOf(watch) } : {}),
  }),
  jobs: fromPglite(database as PGlite),
  backend: 'pglite',
  // Only one process has the folder.
  alone: (_, work) => work(),
  // Kysely closes it too, but only if it was used.
  close: async () => {
    if (!database.closed) await database.close()
  },
})
