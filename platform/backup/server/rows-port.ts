/** A table with the columns that it keeps; `type` as the database writes it, as in `timestamp with time zone`. */
export type TableShape = { name: string; columns: { name: string; type: string }[] }

/** One state of all rows, whatever is written meanwhile. */
export type RowsState = {
  /** File names of the migrations that made these tables. */
  migrations: string[]
  tables: TableShape[]
  /** The number that each has given last; null: none yet. */
  sequences: { name: string; value: string | null }[]
  /** Each row as a JSON list of what its columns are as text, null for null. */
  rows(table: TableShape): AsyncIterable<string>
  /** Each background job as a JSON object. */
  jobs(): AsyncIterable<string>
}

/** Where rows are read from for a backup. */
export interface RowsPort {
  atOnce<T>(read: (state: RowsState) => Promise<T>): Promise<T>
}

/** What a restore fills: tables aside, empty, as the migrations of the backup have made them. */
export interface RowsAside {
  tables: TableShape[]
  /** Answers how many. */
  fill(table: TableShape, rows: AsyncIterable<string>): Promise<number>
  setSequences(sequences: RowsState['sequences']): Promise<void>
  /** Brings what was filled up to date: references are checked, and newer migrations run on it. */
  end(): Promise<void>
}
