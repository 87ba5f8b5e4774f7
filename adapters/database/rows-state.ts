import { type Kysely, sql } from 'kysely'
import type { RowsPort, RowsState, TableShape } from '#platform/backup/server/rows-port.ts'

// biome-ignore lint/suspicious/noExplicitAny: works below the typed tables
export type AnyDb = Kysely<any>

/** Rows per read; fewer if they are long, to get about this many characters. */
const maxRows = 500
const aimedLength = 2_000_000

/** All rows at one moment, in a read transaction; writers continue. */
export const rowsOf = (db: AnyDb): RowsPort => ({
  atOnce: (read) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        await writePlainly(tx)
        return read(await stateOf(tx))
      }),
})

/** Text forms of values that any server reads back as the same values. */
export async function writePlainly(db: AnyDb): Promise<void> {
  for (const [name, value] of [
    ['timezone', 'UTC'],
    ['datestyle', 'ISO, MDY'],
    ['intervalstyle', 'postgres'],
    ['bytea_output', 'hex'],
    ['extra_float_digits', '1'],
    ['statement_timeout', '0'],
    ['idle_in_transaction_session_timeout', '0'],
  ] as const)
    await sql`select set_config(${name}, ${value}, true)`.execute(db)
}

async function stateOf(db: AnyDb): Promise<RowsState> {
  const migrations = await sql<{ name: string }>`select name from migration order by name`.execute(db)
  return {
    migrations: migrations.rows.map(({ name }) => name),
    tables: await tablesOf(db),
    sequences: await sequencesOf(db),
    rows: (table) => readRows(db, table),
    jobs: () => readJobs(db),
  }
}

/** The tables of the current schema, without generated columns. */
export async function tablesOf(db: AnyDb): Promise<TableShape[]> {
  const { rows } = await sql<TableShape>`
    select c.relname::text as name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::text::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`.execute(db)
  return rows
}

async function sequencesOf(db: AnyDb) {
  const { rows } = await sql<{ name: string; value: string | null }>`
    select sequencename::text as name, last_value::text as value from pg_sequences
    where schemaname = current_schema() order by 1`.execute(db)
  return rows
}

async function* readRows(db: AnyDb, { name, columns }: TableShape): AsyncGenerator<string> {
  const values = columns.map((column) => sql`${sql.ref(column.name)}::text`)
  yield* readLines(db, sql`select json_build_array(${sql.join(values)})::text as line from ${sql.table(name)}`)
}

/** None if the queue of the database has never been opened. */
async function* readJobs(db: AnyDb): AsyncGenerator<string> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('pgboss.job') is not null as there`.execute(db)
  if (rows[0]?.there) yield* readLines(db, sql`select row_to_json(each)::text as line from pgboss.job each`)
}

async function* readLines(db: AnyDb, query: ReturnType<typeof sql>): AsyncGenerator<string> {
  await sql`declare lines_read no scroll cursor for ${query}`.execute(db)
  let count = 50
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.raw(String(count))} from lines_read`.execute(db)
    if (rows.length === 0) break
    let length = 0
    for (const { line } of rows) {
      yield line
      length += line.length
    }
    count = Math.max(1, Math.min(maxRows, Math.floor(aimedLength / (length / rows.length))))
  }
  await sql`close lines_read`.execute(db)
}
