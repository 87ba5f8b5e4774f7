import { join } from 'node:path'
import pg from 'pg'
import { lockFolder } from '#adapters/database/folder-lock.ts'
import { BackupRefused } from '#features/backup/server/backup-folder.ts'
import { databaseLocks } from '#kit/server/database-locks.ts'
import type { Env } from './env.ts'

/** One restore at a time, of this folder and of all machines on the database. Answers how it is let go of. */
export async function restoreAlone({ dataDir, databaseUrl }: Env): Promise<() => Promise<void>> {
  const lock = lockFolder(join(dataDir, 'restored', 'restore'))
  if (!databaseUrl) return async () => lock.release()
  const holder = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
  // Whatever else is done on the database fails then, too.
  holder.on('error', () => {})
  const letGo = async () => {
    await holder.end().catch(() => {})
    lock.release()
  }
  try {
    await holder.connect()
    const { rows } = await holder.query('select pg_try_advisory_lock($1) as held', [databaseLocks.restoring])
    if (!rows[0].held) throw new BackupRefused('Another restore of this database is under way.')
    return letGo
  } catch (error) {
    await letGo()
    throw error
  }
}
