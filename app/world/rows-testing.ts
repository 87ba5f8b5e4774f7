import { sql } from 'kysely'
import type { AnyDb } from '#adapters/database/rows-state.ts'
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

/** The state of each table when it was read. */
const statesOf = new WeakMap<Snapshot, Map<string, string>>()

/** Rows of tables that have not changed since an earlier snapshot are taken from it. */
export async function snapshot(
  { db }: Pick<TestApp, 'db'>,
  tables: Table[],
  earlier: Snapshot = new Map(),
): Promise<Snapshot> {
  const compared = tables.filter(({ name }) => !notCompared.includes(name))
  const states = await readStates(db, compared)
  const before = statesOf.get(earlier)
  const changed = compared.filter(({ name }) => before?.get(name) !== states.get(name))
  const names = new Set(changed.map(({ name }) => name))
  const parts = changed.map(
    ({ name, key }) => sql`
      select ${`${name}/`} || concat_ws('/', ${sql.join(key.map((each) => sql.ref(each)))}) as key,
        row_to_json(t)::text as row from ${sql.table(name)} t`,
  )
  const rows =
    parts.length === 0
      ? []
      : (await sql<{ key: string; row: string }>`${sql.join(parts, sql` union all `)}`.execute(db)).rows
  const read = new Map([
    ...[...earlier].filter(([key]) => !names.has(tableOf(key))),
    ...rows.map(({ key, row }): [string, string] => [key, row]),
  ])
  statesOf.set(read, states)
  return read
}

const tableOf = (key: string) => key.slice(0, key.indexOf('/'))

/** By table. An added or updated row has a later transaction, and a deleted one is missing from the count. */
async function readStates(db: AnyDb, tables: Table[]): Promise<Map<string, string>> {
  const states = tables.map(
    ({ name }) => sql`
      select ${name}::text as name, concat(count(*), '/', max(xmin::text::bigint)) as state from ${sql.table(name)}`,
  )
  const { rows } = await sql<{ name: string; state: string }>`${sql.join(states, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ name, state }) => [name, state]))
}

export function differences(before: Snapshot, after: Snapshot): Difference[] {
  const keys = new Set([...before.keys(), ...after.keys()])
  return [...keys]
    .filter((key) => before.get(key) !== after.get(key) && !key.startsWith(`${countedLater}/`))
    .map((key) => ({ table: tableOf(key), key, ...both(before.get(key), after.get(key)) }))
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

/** Restores every row, with triggers and foreign keys disabled; `before` then has the new state of its tables. */
export async function restore(
  { db }: Pick<TestApp, 'db'>,
  tables: Table[],
  before: Snapshot,
  after: Snapshot,
): Promise<void> {
  const keys = [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key))
  if (keys.length === 0) return
  const changed = tables.filter(({ name }) => keys.some((each) => tableOf(each) === name))
  const states = await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const { name, key, columns } of changed) {
      const own = keys.filter((each) => tableOf(each) === name)
      const table = sql.table(name)
      const place = sql`concat_ws('/', ${sql.join(key.map((each) => sql.ref(each)))})`
      const places = own.map((each) => each.slice(name.length + 1))
      await sql`delete from ${table} where ${place} = any(${places})`.execute(tx)
      const rows = `[${own.flatMap((each) => before.get(each) ?? []).join(',')}]`
      const written = sql.join(columns.filter(({ generated }) => !generated).map((each) => sql.id(each.name)))
      await sql`insert into ${table} (${written})
        select ${written} from json_populate_recordset(null::${table}, ${rows}::json)`.execute(tx)
    }
    return readStates(tx, changed)
  })
  for (const [name, state] of states) statesOf.get(before)?.set(name, state)
}
