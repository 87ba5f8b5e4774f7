import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mounted } from '#kit/server/serve.ts'
import { type Person, requestOf, type TestApp, testApp } from '../testing.ts'
import { sampleInput } from './sample-input-testing.ts'
import type { Column } from './tables-testing.ts'
import { keyOf, openWorld, schools, type World } from './world-testing.ts'

let app: TestApp
let world: World
/** By table, the columns of those whose changes are announced. */
let announced: Map<string, { whose: string; aside: string }>
const statements: string[] = []
beforeAll(async () => {
  app = await testApp({ work: false, watch: (query) => void statements.push(query.sql) })
  world = await openWorld(app)
  const { rows } = await sql<{ name: string; whose: string; aside: string }>`
    select tgrelid::regclass::text as name, args[1] as whose, args[2] as aside
    from pg_trigger, string_to_array(encode(tgargs, 'escape'), '\\000') as args
    where tgname = 'change_announced'`.execute(app.db)
  announced = new Map(rows.map(({ name, ...columns }) => [name, columns]))
})
afterAll(() => app.close())

test('every table that a remembered value is read from announces its changes', async () => {
  const key = { authorization: `Bearer ${keyOf(schools[0])}` }
  const callers: (Person | typeof key)[] = ['hillview', 'administrator', key]
  const reads = mounted.get(app.http)!.filter(({ changes }) => !changes)
  const remembered = new Set<string>()
  for (const caller of callers)
    for (const endpoint of reads)
      for (const onlyRequired of [false, true]) {
        const request = requestOf(endpoint, sampleInput(endpoint, 'sample', { onlyRequired }))
        const send = async () => {
          statements.length = 0
          await (typeof caller === 'string'
            ? app.raw(caller, request)
            : app.http.inject({ ...request, headers: caller }))
          return [...statements]
        }
        await send()
        await sql`notify school_catalogue_changes, ''`.execute(app.db)
        const first = await send()
        const next = await send()
        for (const each of first.filter((statement) => !next.includes(statement)))
          for (const [, table] of each.matchAll(/\b(?:from|join) "(\w+)"/g)) remembered.add(table!)
      }
  expect([...remembered].filter((table) => !announced.has(table))).toEqual([])
  expect([...remembered].sort()).toEqual([...announced.keys()].sort())
})

/** Another value of the column's type. */
const others: Record<string, (column: string) => string> = {
  text: (column) => `coalesce(${column}, '') || '.'`,
  boolean: (column) => `not coalesce(${column}, false)`,
  integer: (column) => `coalesce(${column}, 0) + 1`,
  bigint: (column) => `coalesce(${column}, 0) + 1`,
  date: (column) => `coalesce(${column}, date '2026-01-01') + 1`,
  'timestamp with time zone': (column) => `coalesce(${column}, now()) + interval '1 day'`,
  uuid: () => 'gen_random_uuid()',
  bytea: (column) => `coalesce(${column}, '') || '.'`,
  jsonb: () => `'{"changed":1}'`,
  ARRAY: (column) => `array_append(${column}, null)`,
}

// Only their own programs show when a session or key was last used.
const aside = ['access_key.used_at', 'session.last_seen_at']

test('every change of a row is announced to the person or school whose it is, whatever the column', async () => {
  const columns = world.tables
    .filter(({ name }) => announced.has(name))
    .flatMap(({ name, columns }) =>
      columns.filter(({ generated }) => !generated).map((each) => ({ table: name, ...each })),
    )
  for (const table of announced.keys())
    for (const rule of await checksOf(table))
      await sql`alter table ${sql.table(table)} drop constraint ${sql.id(rule)}`.execute(app.db)
  const silent: string[] = []
  for (const each of columns) if (!(await isAnnounced(each))) silent.push(`${each.table}.${each.name}`)
  expect(silent.sort()).toEqual(aside)
})

const checksOf = async (table: string) =>
  (
    await sql<{ name: string }>`
      select conname as name from pg_constraint where contype = 'c' and conrelid = ${table}::regclass`.execute(app.db)
  ).rows.map(({ name }) => name)

async function isAnnounced({ table, name, type }: Column & { table: string }): Promise<boolean> {
  const { whose } = announced.get(table)!
  const other = others[type]
  if (!other) throw new Error(`There is no other value of the type ${type}.`)
  const { rows } = await sql<{ id: string; ctid: string }>`
    select ${sql.ref(whose)} as id, ctid::text from ${sql.table(table)} limit 1`.execute(app.db)
  let made = 0
  const read = () => app.recall(`${table}.${name}`, async () => ({ value: ++made, of: [rows[0]!.id] }))
  const before = await read()
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update ${sql.table(table)} set ${sql.id(name)} = ${sql.raw(other(`"${name}"`))}
      where ctid = ${rows[0]!.ctid}::tid`.execute(tx)
  })
  return (await read()) !== before
}
