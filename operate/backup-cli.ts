import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { openEmbeddedDatabase, unflushed } from '#adapters/database/embedded.ts'
import { rowsOf } from '#adapters/database/rows-state.ts'
import { openFiles } from '#adapters/files/files.ts'
import type { App } from '#app/app.ts'
import type { Env } from '#app/env.ts'
import { openCatalogue } from '#app/open-catalogue.ts'
import { openDatabase } from '#app/open-database.ts'
import { openHeadings } from '#app/open-headings.ts'
import { sendCommand } from '#cli/command-ask.ts'
import type { CopyAnswer } from '#cli/command-socket.ts'
import { commandIo } from '#cli/print-line.ts'
import { recordCommand } from '#cli/record-command.ts'
import { clockIn, dayMs } from '#kit/day.ts'
import { counted } from '#kit/wording.ts'
import { BackupRefused, newBackup } from '#platform/backup/server/backup-folder.ts'
import type { RowsPort } from '#platform/backup/server/rows-port.ts'
import { writeBackup } from '#platform/backup/server/write-backup.ts'
import { makeDataFolder } from './data-folder.ts'
import { secretKeyText } from './secret-key-file.ts'

/** The disk or the user's quota is full. */
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** `npm run admin -- backup DIR`. Returns the exit code. */
export async function backUp(env: Env, given: string, { withSecretKey = false } = {}): Promise<number> {
  const folder = resolve(given)
  refuseInside(env.dataDir, folder)
  const secretKey = withSecretKey ? secretKeyText(env) : undefined
  makeDataFolder(env.dataDir)
  const backup = await newBackup(folder, env.backupRecipients)
  const begun = performance.now()
  const { tables, files, catalogue, headings } = await withStores(env, (stores) =>
    writeBackup(
      { ...stores, rows: rowsOfPortal(env), clock: clockIn(env.timeZone), secretKey },
      backup,
      printToStderr(begun),
    ),
  ).catch((error: NodeJS.ErrnoException) => {
    if (!noRoom.has(error.code ?? '')) throw error
    throw new BackupRefused(
      `There is not enough space for the backup in ${folder}. Nothing was kept. (${error.message})`,
    )
  })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const after = { rows, files: files.count, records: catalogue.records, headings: headings.headings }
  await recordCommand(env, { action: 'backup_made', subject: folder, after })
  commandIo().stdout.write(
    `backed up ${counted(rows, 'row')}, ${counted(files.count, 'file')}, ${counted(catalogue.records, 'record')}, ${counted(headings.headings, 'heading')} in ${folder}\n`,
  )
  return 0
}

/** A backup inside it would be lost with the data. */
function refuseInside(dataDir: string, folder: string) {
  const path = relative(dataDir, folder)
  if (!path.startsWith('..') && path !== folder)
    throw new BackupRefused(`${folder} is in DATA_DIR. Write the backup elsewhere, preferably to another disk.`)
}

export const printToStderr =
  (begun: number) =>
  (line: string): void => {
    commandIo().stderr.write(`${((performance.now() - begun) / 1000).toFixed(1)} s  ${line}\n`)
  }

type Stores = Pick<App, 'catalogue' | 'headings' | 'files'>

/** The stores that a backup reads beside the rows, for the command line; a portal may be running. */
async function withStores<T>(env: Env, use: (stores: Stores) => Promise<T>): Promise<T> {
  const catalogue = await openCatalogue(env, { brief: true })
  const headings = await openHeadings(env)
  try {
    return await use({ catalogue, headings, files: await openFiles(env) })
  } finally {
    await headings.close()
    await catalogue.close()
  }
}

/**
 * The rows of a portal that may be running: from PostgreSQL in a separate transaction; from the embedded database
 * through a copy of its folder, made by the portal, or by us if none runs.
 */
const rowsOfPortal = (env: Env): RowsPort => ({
  async atOnce(read) {
    const source = env.databaseUrl ? await openDatabase(env) : await openCopy(env)
    return rowsOf(source.db)
      .atOnce(read)
      .finally(() => source.close())
  },
})

async function openCopy(env: Env) {
  const folder = await copyOf(env)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const database = await openEmbeddedDatabase(join(folder, 'db'), undefined, undefined, unflushed)
    return { db: database.db, close: () => database.close().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}

async function copyOf(env: Env): Promise<string> {
  const folder = join(env.dataDir, 'copies')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  sweepCopies(folder)
  const answer = (await sendCommand(env.dataDir, { command: 'copy database' })) as CopyAnswer | undefined
  if (answer && 'refused' in answer) throw new BackupRefused(answer.refused)
  if (answer) return answer.copied
  const copied = join(folder, randomUUID())
  const database = await openDatabase(env)
  await database.copyTo!(join(copied, 'db')).finally(() => database.close())
  return copied
}

const abandonedAfterMs = dayMs

/** Deletes copies left by a killed backup. */
function sweepCopies(folder: string) {
  for (const name of readdirSync(folder)) {
    const copy = join(folder, name)
    if (Date.now() - statSync(copy).mtimeMs > abandonedAfterMs) rmSync(copy, { recursive: true, force: true })
  }
}
