import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { ChangeListener, Changes } from '#kit/server/memory/recall.ts'
import type { Listening } from './listen.ts'

/** Migration 062 notifies on it. */
export const changesChannel = 'school_catalogue_changes'

/** An answer of the listening connection proves for `provenMs` that nothing has been missed; it is asked for earlier. */
const provenMs = 1000
const askAfterMs = 500
const proofTimeoutMs = 5000
const proveAgainMs = 30_000

/**
 * Follows the changes of all processes on the listening connection. The pool's connections listen too (`listeners`):
 * PostgreSQL sends a connection's own announcement before it confirms the commit.
 */
export async function followChanges(
  { listening, pool, listeners }: { listening: Listening; pool: pg.Pool; listeners: Set<ChangeListener> },
  listener: ChangeListener,
  onError: (error: Error) => void,
): Promise<Changes> {
  const { changed, missed } = listener
  let proof: { text: string; arrived: () => void } | undefined
  let isProven = false
  let provenAt = Number.NEGATIVE_INFINITY
  let asking: Promise<boolean> | undefined
  let again: NodeJS.Timeout | undefined

  const lose = () => {
    proof = undefined
    isProven = false
    provenAt = Number.NEGATIVE_INFINITY
    clearTimeout(again)
    missed()
  }
  /** Behind a pooler that changes connections with each transaction, notifications do not arrive. */
  const prove = async () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const mine = { text: randomUUID(), arrived: resolve }
    proof = mine
    const timer = setTimeout(() => reject(new Error('Notifications do not arrive.')), proofTimeoutMs)
    try {
      await Promise.all([promise, pool.query('select pg_notify($1, $2)', [changesChannel, mine.text])])
      if (proof !== mine) return
      isProven = true
      missed()
    } catch (error) {
      if (proof !== mine) return
      onError(error as Error)
      again = setTimeout(prove, proveAgainMs).unref()
    } finally {
      clearTimeout(timer)
    }
  }
  const ask = async () => {
    const at = performance.now()
    if (!isProven || !(await listening.answers())) return false
    // It may have been replaced since.
    if (isProven) provenAt = at
    return isProven
  }

  listeners.add(listener)
  const { close } = await listening.listen(changesChannel, {
    heard: (payload) => (payload === proof?.text ? proof.arrived() : changed(payload)),
    connected: () => void prove(),
    lost: lose,
  })
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
      listeners.delete(listener)
      lose()
      await close()
    },
  }
}
