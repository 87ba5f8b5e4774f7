import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { ChangeListener, Changes } from '#kit/server/memory/recall.ts'

/** Migration 062 notifies on it. */
export const changesChannel = 'school_catalogue_changes'

/** An answer of the listening connection proves for `provenMs` that nothing has been missed; it is asked for earlier. */
const provenMs = 1000
const askAfterMs = 500
const timeoutMs = 1000
const firstRetryMs = 500
const maxRetryMs = 30_000

/**
 * Follows the changes of all processes on a dedicated connection, which is replaced when it breaks. The pool's
 * connections listen too (`listeners`): PostgreSQL sends a connection's own announcement before it confirms the commit.
 */
export function followChanges(
  { url, pool, listeners }: { url: string; pool: pg.Pool; listeners: Set<ChangeListener> },
  listener: ChangeListener,
  onError: (error: Error) => void,
): Changes {
  const { changed, missed } = listener
  let client: pg.Client | undefined
  let closed = false
  let provenAt = Number.NEGATIVE_INFINITY
  let asking: Promise<boolean> | undefined
  let retry: NodeJS.Timeout | undefined
  let retryMs = firstRetryMs

  const lose = (lost: pg.Client, error: Error) => {
    if (client !== lost) return
    client = undefined
    provenAt = Number.NEGATIVE_INFINITY
    missed()
    void lost.end().catch(() => {})
    if (closed) return
    onError(error)
    connectLater()
  }
  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 5000,
      query_timeout: timeoutMs,
    })
    const proof = randomUUID()
    const arrived = Promise.withResolvers<void>()
    const timer = setTimeout(() => arrived.reject(new Error('Notifications do not arrive.')), 5 * timeoutMs)
    next.on('error', (error) => lose(next, error))
    next.on('end', () => lose(next, new Error('The listening connection ended.')))
    next.on('notification', ({ payload = '' }) => (payload === proof ? arrived.resolve() : changed(payload)))
    try {
      await next.connect()
      await next.query(`listen ${changesChannel}`)
      // Behind a pooler that changes connections with each transaction they would not.
      await Promise.all([arrived.promise, pool.query('select pg_notify($1, $2)', [changesChannel, proof])])
    } catch (error) {
      void next.end().catch(() => {})
      throw error
    } finally {
      clearTimeout(timer)
    }
    if (closed) return next.end()
    client = next
    retryMs = firstRetryMs
    missed()
  }
  const connectLater = () => {
    retry = setTimeout(tryToConnect, retryMs)
    retryMs = Math.min(retryMs * 2, maxRetryMs)
  }
  const tryToConnect = () =>
    connect().catch((error) => {
      if (closed) return
      onError(error)
      connectLater()
    })
  const ask = async () => {
    const at = performance.now()
    const current = client
    if (!current) return false
    try {
      await current.query('select 1')
      provenAt = at
    } catch (error) {
      lose(current, error as Error)
    }
    return client === current
  }

  listeners.add(listener)
  const connecting = tryToConnect()
  return {
    areKnown: () => {
      const age = performance.now() - provenAt
      if (age > askAfterMs)
        asking ??= ask().finally(() => {
          asking = undefined
        })
      return age < provenMs || (asking ?? false)
    },
    close: async () => {
      closed = true
      clearTimeout(retry)
      listeners.delete(listener)
      await client?.end().catch(() => {})
      await connecting
    },
  }
}
