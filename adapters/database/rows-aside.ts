import { sql } from 'kysely'
import { BackupRefused } from '#platform/backup/server/backup-folder.ts'
import type { RowsAside, TableShape } from '#platform/backup/server/rows-port.ts'
import { migrate } from './migrate.ts'
import { type AnyDb, tablesOf } from './rows-state.ts'

/** Rows per statement; fewer if they are long. */
const maxRows = 500
const maxLength = 1_000_000

type Reference = { on: string; name: string; definition: string }

/** Fills the schema that `db`, a single connection, uses; it must be empty. */
export async function openRowsAside(db: AnyDb, migrations: string[]): Promise<RowsAside> {
  await migrate(db, migrations)
  const references = await dropReferences(db)
  const tables = await tablesOf(db)
  // Migrations insert rows. Truncating writes new files for a table and each of its indexes, though most are empty.
  const filled: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) filled.push(name)
  }
  if (filled.length > 0) await sql`truncate ${sql.join(filled.map((name) => sql.table(name)))}`.execute(db)
  return {
    tables,
    fill: (table, rows) => fillTable(db, table, rows),
    setSequences: async (sequences) => {
      for (const { name, value } of sequences)
        if (value !== null) await sql`select setval(${name}::regclass, ${value}::text::bigint)`.execute(db)
    },
    end: async () => {
      for (const [on, of] of Map.groupBy(references, (reference) => reference.on)) {
        const added = of.map(({ name, definition }) => `add constraint ${name} ${definition}`)
        await sql.raw(`alter table ${on} ${added.join(', ')}`).execute(db)
      }
      await migrate(db)
      await sql`analyze`.execute(db)
    },
  }
}

/** Rows do not come in reference order, so foreign keys are checked together at the end. */
async function dropReferences(db: AnyDb): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select conrelid::regclass::text as on, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::text::regnamespace`.execute(db)
  for (const [on, of] of Map.groupBy(rows, (row) => row.on))
    await sql.raw(`alter table ${on} ${of.map(({ name }) => `drop constraint ${name}`).join(', ')}`).execute(db)
  return rows
}

async function fillTable(db: AnyDb, { name, columns }: TableShape, lines: AsyncIterable<string>): Promise<number> {
  const names = sql.join(columns.map((column) => sql.ref(column.name)))
  const values = sql.join(columns.map(({ type }, place) => sql`${sql.ref(`c${place}`)}::${sql.raw(type)}`))
  const aliases = sql.join(columns.map((_, place) => sql.ref(`c${place}`)))
  const put = async (batch: (string | null)[][]) => {
    const lists = columns.map((_, place) => sql`${batch.map((row) => row[place])}::text[]`)
    await sql`insert into ${sql.table(name)} (${names}) overriding system value
      select ${values} from unnest(${sql.join(lists)}) as each (${aliases})`.execute(db)
  }
  let batch: (string | null)[][] = []
  let length = 0
  let count = 0
  for await (const line of lines) {
    const row = JSON.parse(line) as (string | null)[]
    if (row.length !== columns.length) throw new BackupRefused(`A row of ${name} has ${row.length} columns.`)
    batch.push(row)
    count++
    length += line.length
    if (batch.length < maxRows && length < maxLength) continue
    await put(batch)
    batch = []
    length = 0
  }
  if (batch.length > 0) await put(batch)
  return count
}

/** Replaces all background jobs. Active jobs start over; jobs of kinds that no longer exist are left out. */
export async function fillJobs(db: AnyDb, lines: AsyncIterable<string>): Promise<void> {
  await sql`delete from pgboss.job`.execute(db)
  const { rows: columns } = await sql<{ name: string }>`
    select attname::text as name from pg_attribute
    where attrelid = 'pgboss.job'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(db)
  const { rows: queues } = await sql<{ name: string }>`select name from pgboss.queue`.execute(db)
  const known = new Set(queues.map(({ name }) => name))
  for await (const line of lines) {
    const job = JSON.parse(line) as Record<string, unknown>
    if (!known.has(job.name as string)) continue
    if (job.state === 'active') job.state = 'retry'
    const names = columns.filter(({ name }) => name in job).map(({ name }) => sql.ref(name))
    await sql`insert into pgboss.job (${sql.join(names)})
      select ${sql.join(names)} from json_populate_record(null::pgboss.job, ${JSON.stringify(job)}::text::json)`.execute(
      db,
    )
  }
}
