import { sql } from 'kysely'
import type { App } from '#app/app.ts'
import { businessDay } from '#kit/day.ts'
import { loggedError } from '#kit/server/logged-error.ts'

/** Between two writes; calls that come meanwhile share one. */
const betweenMs = 5_000

export type KeyUses = ReturnType<typeof openKeyUses>

/** Counts the calls of each access key by month, in the background. While the database is away, counts wait in memory. */
export function openKeyUses(app: Pick<App, 'db' | 'clock' | 'pause' | 'log'>) {
  const { clock, pause, log } = app
  const waiting = new Map<string, { keyId: string; month: string; calls: number; usedAt: Date }>()
  const closing = new AbortController()
  let writing: Promise<void> | undefined

  const write = async () => {
    for (const [key, { keyId, month, calls, usedAt }] of [...waiting]) {
      await sql`
        with used as (
          update access_key set used_at = greatest(used_at, ${usedAt}) where id = ${keyId} returning id
        )
        insert into access_key_use as u (key_id, month, calls) select id, ${month}, ${calls}::int from used
        on conflict (key_id, month) do update set calls = u.calls + excluded.calls`.execute(app.db)
      const left = waiting.get(key)!
      if (left.calls === calls) waiting.delete(key)
      else waiting.set(key, { ...left, calls: left.calls - calls })
    }
  }
  const writeAll = async () => {
    while (waiting.size > 0) {
      await write().catch((error) =>
        log.error({ err: loggedError(error) }, 'uses of access keys could not be counted yet'),
      )
      if (closing.signal.aborted) return
      await pause(betweenMs, closing.signal)
    }
  }

  return {
    count(keyId: string): void {
      const usedAt = clock()
      const month = businessDay(clock, usedAt).slice(0, 7)
      const key = `${keyId} ${month}`
      waiting.set(key, { keyId, month, calls: (waiting.get(key)?.calls ?? 0) + 1, usedAt })
      writing ??= writeAll().finally(() => {
        writing = undefined
      })
    },
    /** Writes what is left; counts that the database cannot take now are lost. */
    async close(): Promise<void> {
      closing.abort()
      await writing
      await write().catch(() => {})
    },
  }
}
