import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { PGlite, types } from '@electric-sql/pglite'
import { CamelCasePlugin, Kysely, PGliteDialect } from 'kysely'
import { fromPglite } from 'pg-boss'
import type { OpenDatabase } from './database.ts'
import { DurableFiles, flushPath } from './durable-files.ts'
import { lockFolder } from './folder-lock.ts'

// A date has no time zone: as text it stays the day that was stored.
const parsers = { [types.DATE]: (text: string) => text }
const durable = {
  parsers,
  // -F would switch fsync off.
  startParams: PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  // PostgreSQL's 128 MiB of buffers would be touched at once and kept; the system has the files in its own cache.
  postgresqlconf: ['shared_buffers=32MB', 'fsync=on', 'wal_sync_method=fsync', 'full_page_writes=on'],
}

/** PostgreSQL in this process, on `folder`, durable; throws `FolderInUse` when another process has it. */
export async function openEmbeddedDatabase(folder: string): Promise<OpenDatabase> {
  const lock = lockFolder(folder)
  try {
    if (!existsSync(folder)) await initialiseAside(folder)
    const database = await PGlite.create({ ...durable, fs: new DurableFiles(folder) })
    const opened = wrapPglite(database)
    return {
      ...opened,
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
  const database = await PGlite.create({ ...durable, fs: new DurableFiles(aside) })
  await database.close()
  renameSync(aside, folder)
  flushPath(dirname(folder))
}

/** In memory, for tests; `from` is a folder image made by `dumpDataDir`. */
export const openMemoryDatabase = async (from?: Blob): Promise<OpenDatabase & { pglite: PGlite }> => {
  const pglite = await PGlite.create({ parsers, ...(from ? { loadDataDir: from } : {}) })
  return { ...wrapPglite(pglite), pglite }
}

const wrapPglite = (database: PGlite): OpenDatabase => ({
  db: new Kysely({
    dialect: new PGliteDialect({ pglite: database }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  }),
  jobs: fromPglite(database),
  backend: 'pglite',
  // Kysely would close it too, but only when it was used.
  close: async () => {
    if (!database.closed) await database.close()
  },
})
