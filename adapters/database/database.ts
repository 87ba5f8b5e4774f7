import type { Kysely, LogEvent } from 'kysely'
import type { Db as BossDatabase } from 'pg-boss'

/** Hears of each statement when it is over: its text with `$1` in the place of values, and milliseconds. */
export type QueryWatch = (query: { sql: string; ms: number; error?: unknown }) => void

/** For Kysely. */
export const logOf =
  (watch: QueryWatch) =>
  ({ query, queryDurationMillis, ...rest }: LogEvent) =>
    watch({ sql: query.sql, ms: queryDurationMillis, ...('error' in rest ? { error: rest.error } : {}) })

/** An open database of either kind. Rows are typed by the features; here nothing is known of them. */
export type OpenDatabase = {
  // biome-ignore lint/suspicious/noExplicitAny: the App gives it its tables
  db: Kysely<any>
  /** For pg-boss, on the same connection or pool. */
  jobs: BossDatabase
  backend: 'pglite' | 'postgres'
  /** Does this while no other process on this database does something under this name; waits for its turn. */
  alone<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /** How many the pool has, how many of them nobody uses, who waits for one, and its limit; the embedded one has no pool. */
  connections?: () => { open: number; idle: number; waiting: number; most: number }
  /** Of an embedded one: its folder as it is at one moment, for which others wait; another may then be opened on it. */
  copyTo?(folder: string): Promise<void>
  close(): Promise<void>
}
