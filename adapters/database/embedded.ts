import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite'
import { CamelCasePlugin, Kysely, PGliteDialect, type PGliteDialectConfig } from 'kysely'
import { fromPglite } from 'pg-boss'
import type { ChangeListener } from '#kit/server/memory/recall.ts'
import { changesChannel } from './announced-changes.ts'
import { logOf, type OpenDatabase, type QueryWatch } from './database.ts'
import { flushPath } from './durable-files.ts'
import { lockFolder } from './folder-lock.ts'
import { textOfMigrations } from './migrate.ts'
import { OneConnection, SharedConnectionAdapter } from './one-connection.ts'
import { openPglite, openReopening, type ReopeningPglite } from './reopening.ts'
import { StorableValues } from './storable-values.ts'
import { keepTaking } from './take-folder.ts'

// A date has no time zone: as text it stays as stored.
export const parsers = { [types.DATE]: (text: string) => text }
const durable = {
  parsers,
  // -F would disable fsync.
  startParams: PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  // PostgreSQL's default 128 MiB of buffers would stay in memory; the system caches the files anyway.
  postgresqlconf: ['shared_buffers=32MB', 'fsync=on', 'wal_sync_method=fsync', 'full_page_writes=on'],
}

/** For a copy of a running database, which recovers first: flushing its thousand files takes longer than reading it. */
export const unflushed = { parsers, startParams: PGlite.defaultStartParams }

/**
 * PostgreSQL in this process, on `folder`, durable by default; throws `FolderInUse` if another process has it. `noted` is
 * called with the error when a failed write stops it, and with undefined when it resumes.
 */
export async function openEmbeddedDatabase(
  folder: string,
  watch?: QueryWatch,
  noted: (error: Error | undefined) => void = () => {},
  settings: PGliteOptions = durable,
): Promise<OpenDatabase> {
  const lock = lockFolder(folder)
  try {
    keepTaking(folder)
    if (!existsSync(folder)) await initialise(folder)
    const listeners = new Set<ChangeListener>()
    const database = await openReopening(folder, settings, (error) => {
      // A write that stopped it may have been kept, unannounced.
      for (const { missed } of listeners) missed()
      noted(error)
    })
    const opened = wrapPglite(database, watch, listeners)
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

const images = join(import.meta.dirname, '../../dist/database')

/** The database that `npm ci` has prepared for this PGlite, these parameters and migrations. */
function preparedImage(): string {
  const { version } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.resolve('@electric-sql/pglite')), 'utf8'),
  ) as { version: string }
  const made = JSON.stringify([version, durable.startParams, durable.postgresqlconf, textOfMigrations()])
  return join(images, createHash('sha256').update(made).digest('hex').slice(0, 16))
}

/**
 * Prepares a database without content for the first starts to copy, and deletes those of other versions: making and
 * migrating one takes PGlite seconds. `fill` creates its tables and queues.
 */
export async function prepareDatabase(
  fill: (database: OpenDatabase) => Promise<void>,
  image: string = preparedImage(),
): Promise<void> {
  if (existsSync(image)) return
  const making = join(dirname(image), 'making')
  rmSync(dirname(image), { recursive: true, force: true })
  mkdirSync(dirname(image), { recursive: true })
  await initialise(making, '')
  const database = await openEmbeddedDatabase(making)
  await fill(database)
  await database.close()
  rmSync(`${making}.lock`)
  // The portal may run as another user than the one who installed it, and the database has no secrets yet.
  for (const path of [making, ...inside(making)]) chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644)
  renameSync(making, image)
}

const inside = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))

/** Copies the image if there is one. A start killed meanwhile must not leave half a database. */
export async function initialise(folder: string, image: string = preparedImage()): Promise<void> {
  const aside = `${folder}.new`
  rmSync(aside, { recursive: true, force: true })
  if (existsSync(image)) {
    await cp(image, aside, { recursive: true, mode: constants.COPYFILE_FICLONE })
    const paths = [aside, ...inside(aside)]
    for (const path of paths) chmodSync(path, statSync(path).isDirectory() ? 0o700 : 0o600)
    // A thousand files, each flushed for itself, would take as long as making the database.
    await promisify(execFile)('sync', ['-f', aside]).catch(() => paths.forEach(flushPath))
  } else {
    const { pglite } = await openPglite(aside, durable)
    await pglite.close()
  }
  renameSync(aside, folder)
  flushPath(dirname(folder))
}

class Dialect extends PGliteDialect {
  readonly #config: PGliteDialectConfig
  constructor(config: PGliteDialectConfig) {
    super(config)
    this.#config = config
  }
  override createAdapter = () => new SharedConnectionAdapter()
  override createDriver = () => new OneConnection(this.#config)
  override createQueryCompiler = () => new StorableValues()
}

export const wrapPglite = (
  database: ReopeningPglite,
  watch?: QueryWatch,
  listeners = new Set<ChangeListener>(),
): OpenDatabase => ({
  db: new Kysely({
    dialect: new Dialect({ pglite: database as PGlite }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    ...(watch ? { log: logOf(watch) } : {}),
  }),
  jobs: fromPglite(database as PGlite) as OpenDatabase['jobs'],
  followChanges: async (listener) => {
    listeners.add(listener)
    const end = await database.listen(changesChannel, listener.changed)
    const close = async () => {
      listeners.delete(listener)
      await end()
    }
    // Only this process has the folder.
    return { areKnown: () => true, close }
  },
  backend: 'pglite',
  // Only one process has the folder.
  alone: (_, work) => work(),
  // Kysely closes it too, but only if it was used.
  close: async () => {
    if (!database.closed) await database.close()
  },
})
