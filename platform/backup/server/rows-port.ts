/** A table and its stored columns; `type` as the database prints it, as in `timestamp with time zone`. */
export type TableShape = { name: string; columns: { name: string; type: string }[] }

/** One state of all rows, despite concurrent writes. */
export type RowsState = {
  /** File names of the migrations that created these tables. */
  migrations: string[]
  tables: TableShape[]
  /** The last value of each; null: none yet. */
  sequences: { name: string; value: string | null }[]
  /** Each row as a JSON list of its columns as text, null for null. */
  rows(table: TableShape): AsyncIterable<string>
  /** Each background job as a JSON object. */
  jobs(): AsyncIterable<string>
}

/** The source of rows for a backup. */
export interface RowsPort {
  atOnce<T>(read: (state: RowsState) => Promise<T>): Promise<T>
}

/** The target of a restore: separate, empty tables, as created by the backup's migrations. */
export interface RowsAside {
  tables: TableShape[]
  /** Returns how many. */
  fill(table: TableShape, rows: AsyncIterable<string>): Promise<number>
  setSequences(sequences: RowsState['sequences']): Promise<void>
  /** Completes the filled tables: checks foreign keys, and runs newer migrations. */
  end(): Promise<void>
}
