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

// A date has no time zone: as text it stays the day that was stored.
const parsers = { [types.DATE]: (text: string) => text }
const durable = {
  parsers,
  // -F would switch fsync off.
  startParams: PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  // PostgreSQL's 128 MiB of buffers would be touched at once and kept; the system has the files in its own cache.
  postgresqlconf: ['shared_buffers=32MB', 'fsync=on', 'wal_sync_method=fsync', 'full_page_writes=on'],
}

/**
 * PostgreSQL in this process, on `folder`, durable; throws `FolderInUse` when another process has it. `noted` hears that
 * it has stopped because it could not write, and with undefined that it goes on.
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
        // Less is left to be recovered from the log when the copy is opened.
        await database.exec('checkpoint')
        // Nothing else is done within a transaction of its one connection.
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

/** A start that is killed while the database is being made must not leave half of one. */
async function initialiseAside(folder: string) {
  const aside = `${folder}.new`
  rmSync(aside, { recursive: true, force: true })
  const { pglite } = await openPglite(aside, durable)
  await pglite.close()
  renameSync(aside, folder)
  flushPath(dirname(folder))
}

/** In memory, for tests; `from` is a folder image made by `dumpDataDir`. */
export const openMemoryDatabase = async (
  from?: Blob,
  watch?: QueryWatch,
): Promise<OpenDatabase & { pglite: PGlite }> => {
  const pglite = await PGlite.create({ parsers, ...(from ? { loadDataDir: from } : {}) })
  return { ...wrapPglite(pglite, watch), pglite }
}

const wrapPglite = (database: ReopeningPglite, watch?: QueryWatch): OpenDatabase => ({
  db: new Kysely({
    dialect: new PGliteDialect({ pglite: database as PGlite }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    ...(watch ? { log: logOf(watch) } : {}),
  }),
  jobs: fromPglite(database as PGlite),
  backend: 'pglite',
  // One process has the folder.
  alone: (_, work) => work(),
  // Kysely would close it too, but only when it was used.
  close: async () => {
    if (!database.closed) await database.close()
  },
})
