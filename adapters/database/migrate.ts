import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { databaseLocks } from '#kit/server/database-locks.ts'

/** The message is one line for the operator. */
export class DatabaseTooNew extends Error {}

const folder = join(import.meta.dirname, '../../migrations')

/**
 * Migrates the tables: numbered files, forward only, all in one transaction. Returns the files applied. `only` limits
 * them, for the tables of an older version of the program.
 */
// biome-ignore lint/suspicious/noExplicitAny: works below the typed tables
export async function migrate(db: Kysely<any>, only?: readonly string[]): Promise<string[]> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(databaseLocks.migrating)})`.execute(transaction)
    await sql`create table if not exists migration (name text primary key, applied_at timestamptz not null default now())`.execute(
      transaction,
    )
    const applied = await sql<{ name: string }>`select name from migration`.execute(transaction)
    const known = new Set(applied.rows.map((row) => row.name))
    const files = knownMigrations()
    const unknown = [...known, ...(only ?? [])].find((name) => !files.includes(name))
    if (unknown)
      throw new DatabaseTooNew(
        `The database was made by a newer version of this program: it has the migration ${unknown}. Start that version, or restore a backup of this one.`,
      )
    const fresh = files.filter((name) => !known.has(name) && (only?.includes(name) ?? true))
    for (const name of fresh) {
      for (const statement of statements(readFileSync(join(folder, name), 'utf8')))
        await sql.raw(statement).execute(transaction)
      await sql`insert into migration (name) values (${name})`.execute(transaction)
    }
    return fresh
  })
}

export const knownMigrations = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()

/** The text of all migrations, to tell one version of the tables from another. */
export const textOfMigrations = (): string =>
  knownMigrations()
    .map((name) => `${name}\n${readFileSync(join(folder, name), 'utf8')}`)
    .join('')

/**
 * Each statement ends with a semicolon at the end of a line; semicolons in a function's body, between $$ and $$, do not
 * count.
 */
const statements = (text: string) =>
  text
    .split(/;[ \t]*\n(?=(?:[^$]|\$(?!\$)|\$\$(?:[^$]|\$(?!\$))*\$\$)*$)/)
    .map((statement) => statement.replace(/^\s*--.*$/gm, '').trim())
    .filter((statement) => statement !== '')
