import { relative, resolve } from 'node:path'
import { BackupRefused, newBackup } from '#features/backup/server/backup-folder.ts'
import { writeBackup } from '#features/backup/server/write-backup.ts'
import { rowsOfPortal } from './backup-rows.ts'
import { withStores } from './backup-stores.ts'
import { noteCommand } from './command-note.ts'
import { makeDataFolder } from './data-folder.ts'
import type { Env } from './env.ts'
import { secretKeyText } from './secret-key-file.ts'

/** The disk is full, or what this user may have of it. */
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
    writeBackup({ ...stores, rows: rowsOfPortal(env), clock: () => new Date(), secretKey }, backup, tellOnErr(begun)),
  ).catch((error: NodeJS.ErrnoException) => {
    if (!noRoom.has(error.code ?? '')) throw error
    throw new BackupRefused(`There is no room for the backup in ${folder}; nothing of it was kept. (${error.message})`)
  })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const after = { rows, files: files.count, records: catalogue.records, headings: headings.headings }
  await noteCommand(env, { action: 'backup_made', subject: folder, after })
  process.stdout.write(
    `backed up ${rows} rows, ${files.count} files, ${catalogue.records} records, ${headings.headings} headings in ${folder}\n`,
  )
  return 0
}

/** It would be lost with what it is a backup of. */
function refuseInside(dataDir: string, folder: string) {
  const path = relative(dataDir, folder)
  if (!path.startsWith('..') && path !== folder)
    throw new BackupRefused(`${folder} is in DATA_DIR; a backup goes elsewhere, best to another disk.`)
}

export const tellOnErr =
  (begun: number) =>
  (line: string): void => {
    process.stderr.write(`${((performance.now() - begun) / 1000).toFixed(1)} s  ${line}\n`)
  }
