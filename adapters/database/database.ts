import type { Kysely, LogEvent } from 'kysely'
import type { Db as BossDatabase } from 'pg-boss'
import type { ChangeListener, Changes } from '#kit/server/memory/recall.ts'

/** Called after each statement with its text, `$1` in place of values, and milliseconds. */
export type QueryWatch = (query: { sql: string; ms: number; error?: unknown }) => void

/** For Kysely. */
export const logOf =
  (watch: QueryWatch) =>
  ({ query, queryDurationMillis, ...rest }: LogEvent) =>
    watch({ sql: query.sql, ms: queryDurationMillis, ...('error' in rest ? { error: rest.error } : {}) })

/** An open database of either kind. Features define the row types; they are unknown here. */
export type OpenDatabase = {
  // biome-ignore lint/suspicious/noExplicitAny: the App gives it its tables
  db: Kysely<any>
  /** For pg-boss, on the same connection or pool. */
  jobs: BossDatabase & Required<Pick<BossDatabase, 'listen'>>
  /** Follows the announcements of migration 062. */
  followChanges(listener: ChangeListener): Promise<Changes>
  backend: 'pglite' | 'postgres'
  /** Runs the work while no other process on this database runs work of this name; waits for the lock. */
  alone<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /** Open, idle and waiting connections of the pool, and its limit; the embedded database has no pool. */
  connections?: () => { open: number; idle: number; waiting: number; most: number }
  /**
   * Embedded only: copies its folder in a consistent state while others wait; another database can be opened on the
   * copy.
   */
  copyTo?(folder: string): Promise<void>
  close(): Promise<void>
}
