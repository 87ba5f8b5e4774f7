import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import type { OpenDatabase } from '#adapters/database/database.ts'
import { initialise, openEmbeddedDatabase } from '#adapters/database/embedded.ts'
import { lockFolder } from '#adapters/database/folder-lock.ts'
import { knownMigrations } from '#adapters/database/migrate.ts'
import { openPostgres } from '#adapters/database/postgres.ts'
import { fillJobs, openRowsAside } from '#adapters/database/rows-aside.ts'
import { type AnyDb, tablesOf } from '#adapters/database/rows-state.ts'
import { asideOf, takeFolder } from '#adapters/database/take-folder.ts'
import { openBossQueue } from '#adapters/queue/boss-queue.ts'
import type { Db } from '#app/app.ts'
import type { Env } from '#app/env.ts'
import { jobs } from '#app/jobs.ts'
import { atCommandLine } from '#cli/command-user.ts'
import { clockIn } from '#kit/day.ts'
import { keysInUse, sealedColumnOf } from '#kit/server/stored-secret.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { rememberedSeal, type Seal } from '#platform/audit/server/audit-seals.ts'
import { addSeal } from '#platform/audit/server/seal-audit.ts'
import type { BackupFolder } from '#platform/backup/server/backup-folder.ts'
import type { Manifest } from '#platform/backup/server/manifest.ts'
import { linesOfPart } from '#platform/backup/server/parts.ts'
import { fillRows } from '#platform/backup/server/read-backup.ts'
import { type RestoreMark, setMark } from './restore-mark.ts'
import { checkKeyIds, dropUnknownSecrets, openSecretKey } from './secret-key-file.ts'

/**
 * Rows filled aside. `commit` atomically replaces all others by them, together with the seal that records it; from then
 * on the restore has taken effect.
 */
export type RestoredRows = { commit(): Promise<Seal>; drop(): Promise<void> }

type RestoreOptions = { env: Env; folder: BackupFolder; manifest: Manifest; mark: RestoreMark; newSecrets: boolean }

export const restoreRows = (options: RestoreOptions): Promise<RestoredRows> =>
  options.env.databaseUrl ? inSchema(options, options.env.databaseUrl) : inFolder(options)

const orNewSecrets = 'or create new secrets: --new-secrets'

/** Refuses a backup whose key is neither included nor known here, before the long filling starts. */
export async function checkKeysOf(env: Env, folder: BackupFolder, manifest: Manifest): Promise<void> {
  if (manifest.secretKey) return
  const needed = new Set<string>()
  for (const { name, columns, part } of manifest.tables) {
    const sealed = sealedColumnOf(name)
    if (!sealed) continue
    const place = columns.findIndex((each) => each.name === sealed.column)
    for await (const line of linesOfPart(folder, part)) {
      const text = (JSON.parse(line) as (string | null)[])[place]
      const key = text && sealed.keyOf(text)
      if (key) needed.add(key)
    }
  }
  checkKeyIds(env, [...needed], orNewSecrets)
}

/** Opening the queue creates its tables and queues. */
async function makeQueue(database: OpenDatabase) {
  const queue = await openBossQueue(database, jobs as never, pino({ level: 'silent' }))
  await queue.close()
}

type SealRestored = (rows: AnyDb) => Promise<Seal>

/**
 * Records in the rows that they are restored, who did it, and what is left to do. The returned seal belongs in their
 * commit: until then a portal keeps sealing the log they replace, and its remembered seal must be older, even if the
 * restore is killed right after.
 */
async function markRestored(
  rows: AnyDb,
  { env, folder, manifest, mark, newSecrets }: RestoreOptions,
): Promise<SealRestored> {
  if (newSecrets) await dropUnknownSecrets(env, rows)
  checkKeyIds(env, await keysInUse(rows), orNewSecrets)
  await setMark(rows, mark)
  const secretKey = await openSecretKey(env, rows)
  const noted = { now: new Date(), customerId: null, userId: null, action: 'backup_restored' }
  await atCommandLine(() => recordAudit(rows, { ...noted, subject: folder.path, after: { takenAt: manifest.takenAt } }))
  // This machine's clock may have been set back since.
  const now = () => new Date(Math.max(Date.now(), rememberedSeal(env)?.sealedAt.getTime() ?? 0))
  const clock = clockIn(env.timeZone, now)
  return async (committed) => {
    const tx: Db = committed
    return (await addSeal({ tx, secretKey, clock }, 'restored'))!
  }
}

async function inFolder(options: RestoreOptions): Promise<RestoredRows> {
  const { env, folder, manifest } = options
  const databaseFolder = join(env.dataDir, 'db')
  const aside = asideOf(databaseFolder)
  rmSync(aside, { recursive: true, force: true })
  // The prepared database has the tables of this version.
  if (manifest.migrations.join() !== knownMigrations().join()) await initialise(aside, '')
  const database = await openEmbeddedDatabase(aside)
  let seal: SealRestored
  try {
    await database.db
      .connection()
      .execute(async (one) => fillRows(await openRowsAside(one, manifest.migrations), folder, manifest))
    await makeQueue(database)
    await fillJobs(database.db, linesOfPart(folder, manifest.jobs.part))
    seal = await markRestored(database.db, options)
  } catch (error) {
    await database.close()
    throw error
  }
  let closed: Promise<void> | undefined
  const close = () => (closed ??= database.close())
  return {
    commit: async () => {
      const lock = lockFolder(databaseFolder)
      try {
        const restored = await database.db.transaction().execute(seal)
        await close()
        takeFolder(databaseFolder)
        return restored
      } finally {
        lock.release()
      }
    },
    drop: async () => {
      await close()
      rmSync(aside, { recursive: true, force: true })
    },
  }
}

async function inSchema(options: RestoreOptions, url: string): Promise<RestoredRows> {
  const { folder, manifest } = options
  // Filling and indexing may take long; no one waits for them.
  const database = await openPostgres(url, () => {}, { connections: 2, statementSeconds: 0 })
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(database.db)
  const own = rows[0]!.name
  const aside = `${own}_restored`
  const drop = async () => {
    await sql`drop schema if exists ${sql.ref(aside)} cascade`.execute(database.db)
    await database.close()
  }
  let seal: SealRestored
  try {
    await sql`drop schema if exists ${sql.ref(aside)} cascade`.execute(database.db)
    await sql`create schema ${sql.ref(aside)}`.execute(database.db)
    seal = await database.db.connection().execute(async (one) => {
      await sql`select set_config('search_path', ${aside}, false)`.execute(one)
      try {
        await fillRows(await openRowsAside(one, manifest.migrations), folder, manifest)
        return await markRestored(one, options)
      } finally {
        await sql`select set_config('search_path', ${own}, false)`.execute(one)
      }
    })
    await makeQueue(database)
  } catch (error) {
    await drop()
    throw error
  }
  return {
    commit: () =>
      database.db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = '60s'`.execute(tx)
        await exchange(tx, own, aside)
        await fillJobs(tx, linesOfPart(folder, manifest.jobs.part))
        return seal(tx)
      }),
    drop,
  }
}

/** Swaps tables, sequences and functions by name; everything else in the schema stays. */
async function exchange(tx: AnyDb, own: string, aside: string) {
  const before = `${own}_before`
  await sql`create schema ${sql.ref(before)}`.execute(tx)
  await sql`select set_config('search_path', ${aside}, true)`.execute(tx)
  const tables = (await tablesOf(tx)).map(({ name }) => ({ kind: sql`table`, name }))
  const { rows } = await sql<{ name: string }>`
    select sequencename::text as name from pg_sequences where schemaname = ${aside}`.execute(tx)
  const sequences = rows.map(({ name }) => ({ kind: sql`sequence`, name }))
  for (const { kind, name } of [...tables, ...sequences]) {
    await sql`alter ${kind} if exists ${sql.id(own, name)} set schema ${sql.ref(before)}`.execute(tx)
    await sql`alter ${kind} ${sql.id(aside, name)} set schema ${sql.ref(own)}`.execute(tx)
  }
  // With an empty path every type is printed with its schema.
  await sql`select set_config('search_path', '', true)`.execute(tx)
  const functions = await functionsIn(tx, aside)
  const replaced = new Set(functions.map(({ name }) => name))
  for (const { name, signature } of await functionsIn(tx, own))
    if (replaced.has(name)) await sql`alter function ${sql.raw(signature)} set schema ${sql.ref(before)}`.execute(tx)
  for (const { signature } of functions)
    await sql`alter function ${sql.raw(signature)} set schema ${sql.ref(own)}`.execute(tx)
  await sql`drop schema ${sql.ref(before)} cascade`.execute(tx)
  await sql`select set_config('search_path', ${own}, true)`.execute(tx)
}

async function functionsIn(tx: AnyDb, schema: string) {
  const { rows } = await sql<{ name: string; signature: string }>`
    select proname::text as name, oid::regprocedure::text as signature from pg_proc
    where pronamespace = ${schema}::text::regnamespace`.execute(tx)
  return rows
}
