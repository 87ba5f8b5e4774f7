import type { Kysely } from 'kysely'
import type { Db as BossDatabase } from 'pg-boss'

/** An open database of either kind. Rows are typed by the features; here nothing is known of them. */
export type OpenDatabase = {
  // biome-ignore lint/suspicious/noExplicitAny: the App gives it its tables
  db: Kysely<any>
  /** For pg-boss, on the same connection or pool. */
  jobs: BossDatabase
  backend: 'pglite' | 'postgres'
  close(): Promise<void>
}
