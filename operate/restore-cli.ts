import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { FolderInUse, lockFolder } from '#adapters/database/folder-lock.ts'
import { knownMigrations } from '#adapters/database/migrate.ts'
import { hasFolder } from '#adapters/database/take-folder.ts'
import { openFiles } from '#adapters/files/files.ts'
import { BadSetting, type Env } from '#app/env.ts'
import { openDatabase } from '#app/open-database.ts'
import { commandIo } from '#cli/print-line.ts'
import { databaseLocks } from '#kit/server/database-locks.ts'
import { UnknownSecretKey } from '#kit/server/secret-key.ts'
import { counted } from '#kit/wording.ts'
import { rememberSeal } from '#platform/audit/server/audit-seals.ts'
import { BackupRefused, openBackup } from '#platform/backup/server/backup-folder.ts'
import { checkBackup } from '#platform/backup/server/check-backup.ts'
import { readManifest } from '#platform/backup/server/manifest.ts'
import { textOf } from '#platform/backup/server/parts.ts'
import { forgetReady, stageFiles } from '#platform/backup/server/restore-files.ts'
import { printToStderr } from './backup-cli.ts'
import { makeDataFolder } from './data-folder.ts'
import { catalogueAside } from './restore-catalogue.ts'
import { finishHeld, finishRestore } from './restore-finish.ts'
import { hasMark } from './restore-mark.ts'
import { whilePaused } from './restore-pause.ts'
import { checkKeysOf, type RestoredRows, restoreRows } from './restore-rows.ts'
import { addKeys } from './secret-key-file.ts'

type RestoreOptions = {
  /** Only checks whether the backup is complete. */
  check?: boolean
  /** File with the age identity for an encrypted backup. */
  identity?: string | undefined
  /** Recreates secrets that no key here can decrypt. */
  newSecrets?: boolean
}

/**
 * `npm run admin -- restore DIR`. Checks everything and fills it aside while a portal keeps running; then all processes
 * pause for a moment for the switch. Killed at any time, it has taken effect fully or not at all. Returns the exit
 * code.
 */
export async function restore(env: Env, given: string, options: RestoreOptions = {}): Promise<number> {
  const folder = await openBackup(resolve(given), options.identity)
  const begun = performance.now()
  const tell = printToStderr(begun)
  if (!options.check && !options.newSecrets)
    await checkKeysOf(env, folder, await readManifest(folder)).catch((error: unknown) => {
      // The check that follows reports damage.
      if (error instanceof UnknownSecretKey || error instanceof BadSetting) throw error
    })
  const manifest = await checkBackup(folder, knownMigrations(), tell)
  if (options.check) return 0
  makeDataFolder(env.dataDir)
  if (manifest.secretKey) addKeys(env, await textOf(folder, manifest.secretKey.path))
  const letGo = await restoreAlone(env)
  const files = await openFiles(env)
  const mark = {
    id: randomUUID(),
    records: manifest.catalogue.generation,
    headings: manifest.headings.generation,
  }
  const catalogue = await catalogueAside(env, mark)
  let rows: RestoredRows | undefined
  let committed = false
  try {
    await finishEarlier(env)
    const looked = await stageFiles(files, folder, manifest, mark.id)
    // Reads the written files back while no one waits.
    const readBack = await stageFiles(files, folder, manifest, mark.id, looked)
    tell(`files: ${manifest.files.count}`)
    await catalogue.fill(folder, manifest, tell)
    rows = await restoreRows({ env, folder, manifest, mark, newSecrets: options.newSecrets ?? false })
    tell('rows: filled; pausing portals and workers')
    await whilePaused(env, () =>
      catalogue.whileNobodyLoads(async (take) => {
        // Files added or deleted meanwhile.
        await stageFiles(files, folder, manifest, mark.id, readBack)
        const seal = await rows!.commit()
        committed = true
        const database = await openDatabase(env)
        try {
          await finishHeld({ db: database.db, files }, take)
          rememberSeal(env, seal)
        } finally {
          await database.close()
        }
      }),
    )
  } catch (error) {
    if (committed)
      throw new BackupRefused(
        `The rows are restored. Records and files will be restored when the portal starts. ${(error as Error).message}`,
      )
    await catalogue.drop()
    throw error
  } finally {
    await rows?.drop()
    if (!committed) await forgetReady(files)
    await letGo()
  }
  const count = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  commandIo().stdout.write(
    `restored ${counted(count, 'row')}, ${counted(manifest.files.count, 'file')}, ${counted(manifest.catalogue.records, 'record')}, ${counted(manifest.headings.headings, 'heading')} of ${manifest.takenAt} in ${seconds} s\n`,
  )
  return 0
}

/** Completes a restore that was killed after its rows were in place, before its data is deleted. */
async function finishEarlier(env: Env) {
  if (env.databaseUrl) return (await isUnfinished(env)) ? whilePaused(env, () => finish(env)) : undefined
  if (!hasFolder(join(env.dataDir, 'db'))) return
  try {
    await finish(env)
  } catch (error) {
    // A portal has the folder: it completed the restore when it started.
    if (!(error instanceof FolderInUse)) throw error
  }
}

async function isUnfinished(env: Env): Promise<boolean> {
  const database = await openDatabase(env)
  return hasMark(database.db).finally(() => database.close())
}

async function finish(env: Env) {
  const database = await openDatabase(env)
  try {
    await finishRestore(env, { db: database.db, files: await openFiles(env) })
  } finally {
    await database.close()
  }
}

/**
 * One restore at a time, of this folder and of all machines on the database. Returns a function that releases the
 * locks.
 */
async function restoreAlone({ dataDir, databaseUrl }: Env): Promise<() => Promise<void>> {
  const lock = lockFolder(join(dataDir, 'restored', 'restore'))
  if (!databaseUrl) return async () => lock.release()
  const holder = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
  // Any other work on the database fails then, too.
  holder.on('error', () => {})
  const letGo = async () => {
    await holder.end().catch(() => {})
    lock.release()
  }
  try {
    await holder.connect()
    const { rows } = await holder.query('select pg_try_advisory_lock($1) as held', [databaseLocks.restoring])
    if (!rows[0].held) throw new BackupRefused('Another restore of this database is running.')
    return letGo
  } catch (error) {
    await letGo()
    throw error
  }
}
