import type { PGlite, Transaction } from '@electric-sql/pglite'

type Table = { name: string; columns: string; rows: string | null }
export type KeptRows = { tables: Table[]; states: Map<string, string>; schema: string }

const ours = `(select oid from pg_namespace where nspname in ('public', 'pgboss'))`

/** Reads every row of a test's database, for `restoreRows`. */
export async function keepRows(database: PGlite): Promise<KeptRows> {
  const { rows: found } = await database.query<Omit<Table, 'rows'>>(
    `select c.oid::regclass::text as name, (
        select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
      ) as columns
      from pg_class c where relkind = 'r' and relnamespace in ${ours}`,
  )
  const names = found.map(({ name }) => name)
  const { rows } = await database.query<{ name: string; rows: string | null }>(
    names.map((name) => `select '${name}' as name, json_agg(t)::text as rows from ${name} t`).join(' union all '),
  )
  const rowsOf = new Map(rows.map(({ name, rows }) => [name, rows]))
  return {
    tables: found.map((table) => ({ ...table, rows: rowsOf.get(table.name) ?? null })),
    states: await statesOf(database, names),
    schema: await schemaOf(database),
  }
}

/**
 * Restores every row that has changed since, so that the next test needs no new database. Returns false, and restores
 * nothing, if the schema has changed.
 */
export async function restoreRows(database: PGlite, kept: KeptRows): Promise<boolean> {
  if ((await schemaOf(database)) !== kept.schema) return false
  const names = kept.tables.map(({ name }) => name)
  const states = await statesOf(database, names)
  const changed = kept.tables.filter(({ name }) => states.get(name) !== kept.states.get(name))
  if (changed.length === 0) return true
  const restored = await database.transaction(async (tx) => {
    // Without triggers, foreign keys among them.
    await tx.query('set local session_replication_role = replica')
    for (const { name, columns, rows } of changed) {
      await tx.query(`delete from ${name}`)
      if (rows)
        await tx.query(
          `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
          [rows],
        )
    }
    return statesOf(
      tx,
      changed.map(({ name }) => name),
    )
  })
  for (const [name, state] of restored) kept.states.set(name, state)
  return true
}

/** By table. An added or updated row has a later transaction, and a deleted one is missing from the count. */
async function statesOf(database: PGlite | Transaction, names: string[]): Promise<Map<string, string>> {
  const { rows: states } = await database.query<{ name: string; state: string }>(
    names
      .map((name) => `select '${name}' as name, concat(count(*), '/', max(xmin::text::bigint)) as state from ${name}`)
      .join(' union all '),
  )
  return new Map(states.map(({ name, state }) => [name, state]))
}

/** Differs after any change of tables, columns, constraints, triggers or functions. */
async function schemaOf(database: PGlite): Promise<string> {
  const from = [
    'pg_namespace',
    `pg_class where relnamespace in ${ours}`,
    `pg_attribute where attrelid in (select oid from pg_class where relnamespace in ${ours})`,
    `pg_constraint where connamespace in ${ours}`,
    `pg_proc where pronamespace in ${ours}`,
    `pg_trigger where tgrelid in (select oid from pg_class where relnamespace in ${ours})`,
  ]
  const counts = from.map((each) => `(select concat(count(*), '/', sum(xmin::text::bigint)) from ${each})`)
  const { rows } = await database.query<{ state: string }>(`select concat_ws(' ', ${counts.join(', ')}) as state`)
  return rows[0]!.state
}
