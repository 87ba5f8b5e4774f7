import { sql } from 'kysely'
import type { TestApp } from '#app/testing.ts'
import type { Table } from './tables-testing.ts'

export type Row = Record<string, unknown>
/** Each row as JSON text, keyed by `table/key`. */
export type Snapshot = Map<string, string>
export type Difference = { table: string; key: string; before?: Row; after?: Row }

/** Columns that every call or audit entry changes: they say nothing about this call. */
const volatile: Record<string, string[]> = {
  session: ['last_seen_at'],
  access_key: ['used_at'],
}
/** The head of the log's chain changes with every entry; the entries themselves are compared. */
const notCompared = ['audit_chain']
/** Calls with a key are counted in the background. */
const countedLater = 'access_key_use'

export async function snapshot({ db }: Pick<TestApp, 'db'>, tables: Table[]): Promise<Snapshot> {
  const parts = tables
    .filter(({ name }) => !notCompared.includes(name))
    .map(
      ({
        name,
        key,
      }) => sql`select ${`${name}/`} || concat_ws('/', ${sql.join(key.map((each) => sql.ref(each)))}) as key,
        row_to_json(t)::text as row from ${sql.table(name)} t`,
    )
  const { rows } = await sql<{ key: string; row: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ key, row }) => [key, row]))
}

export function differences(before: Snapshot, after: Snapshot): Difference[] {
  const keys = new Set([...before.keys(), ...after.keys()])
  return [...keys]
    .filter((key) => before.get(key) !== after.get(key) && !key.startsWith(`${countedLater}/`))
    .map((key) => ({ table: key.split('/')[0]!, key, ...both(before.get(key), after.get(key)) }))
    .filter(
      (each) => !each.before || !each.after || lasting(each.table, each.before) !== lasting(each.table, each.after),
    )
}

const both = (before?: string, after?: string) => ({
  ...(before === undefined ? {} : { before: JSON.parse(before) as Row }),
  ...(after === undefined ? {} : { after: JSON.parse(after) as Row }),
})

const lasting = (table: string, row: Row) =>
  JSON.stringify(Object.entries(row).filter(([name]) => !volatile[table]?.includes(name)))

/** Restores every row, with triggers and foreign keys disabled. */
export async function restore(
  { db }: Pick<TestApp, 'db'>,
  tables: Table[],
  before: Snapshot,
  after: Snapshot,
): Promise<void> {
  const keys = [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key))
  if (keys.length === 0) return
  await db.transaction().execute(async (within) => {
    await sql`set local session_replication_role = replica`.execute(within)
    for (const { name, key, columns } of tables) {
      const own = keys.filter((each) => each.startsWith(`${name}/`))
      if (own.length === 0) continue
      const table = sql.table(name)
      const place = sql`concat_ws('/', ${sql.join(key.map((each) => sql.ref(each)))})`
      const places = own.map((each) => each.slice(name.length + 1))
      await sql`delete from ${table} where ${place} = any(${places})`.execute(within)
      const rows = `[${own.flatMap((each) => before.get(each) ?? []).join(',')}]`
      const written = sql.join(columns.filter(({ generated }) => !generated).map((each) => sql.id(each.name)))
      await sql`insert into ${table} (${written})
        select ${written} from json_populate_recordset(null::${table}, ${rows}::json)`.execute(within)
    }
  })
}
