import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Env } from '#app/env.ts'
import { socketIn } from '#cli/command-folder.ts'
import { databaseLocks } from '#kit/server/database-locks.ts'
import { BackupRefused } from '#platform/backup/server/backup-folder.ts'

export const pauseChannel = 'school_catalogue_pause'

const timeoutMs = 60_000
const repeatMs = 1_000

/**
 * Runs `work` while no portal or worker has anything open. They resume when it ends, also if it fails or its process is
 * killed.
 */
export async function whilePaused<T>(env: Env, work: () => Promise<T>): Promise<T> {
  const resume = env.databaseUrl ? await pauseAll(env.databaseUrl) : await pausePortal(env.dataDir)
  return work().finally(resume)
}

/** The portal pauses as long as the connection is open. */
async function pausePortal(dataDir: string): Promise<() => Promise<void>> {
  const { path, release } = socketIn(dataDir)
  const outgoing = request({ socketPath: path, method: 'POST' })
  outgoing.end(JSON.stringify({ command: 'pause' }))
  try {
    const [reply] = await once(outgoing, 'response')
    // It sends a byte once it has paused.
    await once(reply, 'data')
    reply.on('error', () => {})
    return async () => void outgoing.destroy()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return async () => {}
    throw error
  } finally {
    release()
  }
}

async function pauseAll(url: string): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: url, keepAlive: true })
  const caller = new pg.Client({ connectionString: url })
  await holder.connect()
  await caller.connect()
  let held = false
  const holding = holder.query('select pg_advisory_lock($1)', [databaseLocks.serving]).then(() => {
    held = true
  })
  holding.catch(() => {})
  try {
    for (const end = performance.now() + timeoutMs; !held; ) {
      if (performance.now() > end)
        throw new BackupRefused('A portal or worker on this database does not pause. Stop it and try again.')
      await caller.query(`select pg_notify('${pauseChannel}', '')`)
      await Promise.race([holding, delay(repeatMs)])
    }
  } catch (error) {
    await holder.end().catch(() => {})
    throw error
  } finally {
    await caller.end().catch(() => {})
  }
  return () => holder.end()
}
