import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { databaseLocks } from '#kit/server/database-locks.ts'
import { reasonOf } from '#kit/server/logged-error.ts'
import { pauseChannel } from './restore-pause.ts'

type Serving = { pause(): Promise<void>; resume(): Promise<void> }

const retryMs = 2_000

/**
 * Holds the shared lock of serving processes on this database, and pauses while a restore wants it. After a lost
 * connection a restore may have happened: then everything is reopened.
 */
export async function pauseForRestores(
  url: string,
  serving: Serving,
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  let closed = false
  let client: pg.Client | undefined
  let state: string | undefined

  const hold = async (held: pg.Client) => {
    await held.query('select pg_advisory_lock_shared($1)', [databaseLocks.serving])
    // Restored tables have the same names but other ids.
    const { rows } = await held.query(`select 'installation'::regclass::oid::text as state`)
    return rows[0].state as string
  }
  let giving = false
  const giveWay = async (held: pg.Client) => {
    giving = true
    await serving.pause()
    await held.query('select pg_advisory_unlock_shared($1)', [databaseLocks.serving])
    state = await hold(held)
    await serving.resume()
    giving = false
  }
  const connect = async () => {
    const next = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5000 })
    let broken = false
    const broke = (error?: Error) => {
      if (broken || closed) return
      broken = true
      giving = false
      log.warn({ reason: error && reasonOf(error) }, 'watching for restores: connection lost')
      void next.end().catch(() => {})
      void reconnect()
    }
    next.on('error', broke)
    next.on('end', () => broke())
    // The restore repeats the notification until all have reacted.
    next.on('notification', () => {
      if (!giving) giveWay(next).catch(broke)
    })
    await next.connect()
    await next.query(`listen ${pauseChannel}`)
    client = next
    const found = await hold(next)
    if (state !== undefined && found !== state) {
      await serving.pause()
      await serving.resume()
    }
    state = found
  }
  const reconnect = async () => {
    for (;;) {
      await delay(retryMs)
      if (closed) return
      try {
        return await connect()
      } catch {
        await client?.end().catch(() => {})
      }
    }
  }

  await connect()
  return {
    close: async () => {
      closed = true
      await client?.end().catch(() => {})
    },
  }
}
