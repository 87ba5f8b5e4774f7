import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openEmbeddedDatabase } from '#adapters/database/embedded.ts'
import { rowsOf } from '#adapters/database/rows-state.ts'
import { BackupRefused } from '#features/backup/server/backup-folder.ts'
import type { RowsPort } from '#features/backup/server/rows-port.ts'
import { sendCommand } from './command-ask.ts'
import type { CopyAnswer } from './command-socket.ts'
import type { Env } from './env.ts'
import { openDatabase } from './open-database.ts'

/**
 * The rows of a portal that may be running: of PostgreSQL in a transaction beside it; of the embedded database from a
 * copy of its folder, which the portal makes, or where none runs we do.
 */
export const rowsOfPortal = (env: Env): RowsPort => ({
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
    const database = await openEmbeddedDatabase(join(folder, 'db'))
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

const abandonedAfterMs = 24 * 60 * 60 * 1000

/** Left by a backup that was killed. */
function sweepCopies(folder: string) {
  for (const name of readdirSync(folder)) {
    const copy = join(folder, name)
    if (Date.now() - statSync(copy).mtimeMs > abandonedAfterMs) rmSync(copy, { recursive: true, force: true })
  }
}
