import { sql } from 'kysely'
import type { TestApp } from '#app/testing.ts'

export type Column = { name: string; type: string; nullable: boolean; hasDefault: boolean; generated: boolean }
/** `belongs`: the row is deleted with the one it refers to. */
export type Reference = { column: string; to: string; toColumn: string; belongs: boolean }
export type Table = {
  name: string
  columns: Column[]
  key: string[]
  references: Reference[]
  /** The allowed words of a column, if limited. */
  words: Map<string, string>
}

/** Every table of the portal, referenced ones first. */
export async function readTables({ db }: Pick<TestApp, 'db'>): Promise<Table[]> {
  const columns = await sql<{
    of: string
    name: string
    type: string
    nullable: boolean
    preset: boolean
    made: boolean
  }>`
    select c.table_name as of, c.column_name as name, c.data_type as type, c.is_nullable = 'YES' as nullable,
      c.column_default is not null as preset, c.is_generated = 'ALWAYS' as made
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by c.table_name, c.ordinal_position`.execute(
    db,
  )
  const rules = await sql<{
    of: string
    kind: string
    names: string[]
    to: string
    targets: string[]
    ends: string
    says: string
  }>`
    select c.conrelid::regclass::text as of, c.contype as kind, c.confrelid::regclass::text as to, c.confdeltype as ends,
      array(select a.attname::text from unnest(c.conkey) with ordinality k(n, o)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n order by o) as names,
      array(select a.attname::text from unnest(c.confkey) with ordinality k(n, o)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.n order by o) as targets,
      pg_get_constraintdef(c.oid) as says
    from pg_constraint c where c.connamespace = 'public'::regnamespace and c.contype in ('p', 'f', 'c')`.execute(db)
  const names = [...new Set(columns.rows.map((each) => each.of))].filter((name) => name !== 'migration')
  const tables = names.map((name): Table => {
    const own = rules.rows.filter((rule) => rule.of === name)
    const wordsOf = own.filter(({ kind, names, says }) => kind === 'c' && names.length === 1 && says.includes('ARRAY['))
    return {
      name,
      columns: columns.rows
        .filter((each) => each.of === name)
        .map((each) => ({ ...each, hasDefault: each.preset, generated: each.made })),
      key: own.find(({ kind }) => kind === 'p')?.names ?? [],
      references: own
        .filter(({ kind }) => kind === 'f')
        .map(({ names, to, targets, ends }) => ({
          ...{ column: names[0]!, to, toColumn: targets[0]! },
          belongs: ends === 'c',
        })),
      words: new Map(wordsOf.map(({ names, says }) => [names[0]!, says.match(/'([^']*)'::text/)?.[1] ?? ''])),
    }
  })
  return inOrder(tables)
}

function inOrder(tables: Table[]): Table[] {
  const done: Table[] = []
  while (done.length < tables.length) {
    const known = new Set(done.map(({ name }) => name))
    const next = tables.filter(
      ({ name, references }) =>
        // A school refers to the person who made its key, and each person to their school.
        !known.has(name) && references.every(({ to }) => to === name || known.has(to) || name === 'customer'),
    )
    if (next.length === 0) throw new Error('The tables refer to each other in a ring.')
    done.push(...next)
  }
  return done
}
