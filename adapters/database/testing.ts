import { randomUUID } from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { inject } from 'vitest'
import { dayIn, defaultZone } from '#kit/day.ts'
import type { OpenDatabase, QueryWatch } from './database.ts'
import { wrapPglite } from './embedded.ts'
import { lend, openMemoryDatabase } from './memory-testing.ts'
import { openPostgres } from './postgres.ts'
import { type KeptRows, keepRows, restoreRows } from './rows-testing.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Paths of images of a migrated database, with queues, and with the demo world; made once for all test files. */
    databaseImages: { empty: string; queues: string; world: string }
    /** Databases on the server in DATABASE_URL, to be copied; absent on PGlite. */
    templateDatabases: { url: string; empty: string; world: string } | null
    /** The demo world's days count from this one. */
    worldOn: string
  }
}

/**
 * A copy of the migrated database: in memory, or on the server in DATABASE_URL. In memory the tests of one file use the
 * same copy in turn: restoring its changed rows takes a fraction of the time of making another.
 */
export const openTestDatabase = (watch?: QueryWatch): Promise<TestDatabase> => openCopy('empty', watch)

/** `beside` opens it once more, as another process does; close that one first. */
export type TestDatabase = OpenDatabase & { beside(watch?: QueryWatch): Promise<OpenDatabase> }

/** With the demo world and the queues, unless midnight has passed since they were made: then without. */
export const openTestWorld = (watch?: QueryWatch): Promise<TestDatabase> =>
  openCopy(inject('worldOn') === dayIn(defaultZone, new Date()) ? 'world' : 'empty', watch)

const openCopy = (of: 'empty' | 'world', watch?: QueryWatch): Promise<TestDatabase> =>
  inject('templateDatabases') ? openOnServer(of, watch) : openInMemory(of, watch)

type Lent = { pglite: PGlite; rows: KeptRows }

/** Closed by earlier tests of this file. */
const free: Record<'empty' | 'world', Lent[]> = { empty: [], world: [] }

async function openInMemory(of: 'empty' | 'world', watch?: QueryWatch): Promise<TestDatabase> {
  const lent = (await takeRestored(free[of])) ?? (await takeNew(of))
  const database = wrapPglite(lend(lent.pglite), watch)
  let closing: Promise<void> | undefined
  return {
    ...database,
    beside: async (watch) => wrapPglite(lend(lent.pglite), watch),
    close: async () => {
      closing ??= database.close().then(() => void free[of].push(lent))
      await closing
    },
  }
}

async function takeRestored(from: Lent[]): Promise<Lent | undefined> {
  const lent = from.pop()
  if (!lent) return undefined
  await lent.pglite.exec('reset all; select pg_advisory_unlock_all()')
  if (await restoreRows(lent.pglite, lent.rows)) return lent
  await lent.pglite.close()
  return takeRestored(from)
}

async function takeNew(of: 'empty' | 'world'): Promise<Lent> {
  const { pglite } = await openMemoryDatabase(inject('databaseImages')[of])
  return { pglite, rows: await keepRows(pglite) }
}

async function openOnServer(of: 'empty' | 'world', watch?: QueryWatch): Promise<TestDatabase> {
  const template = inject('templateDatabases')!
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(template.url, `create database ${name} template ${template[of]} strategy file_copy`)
  const url = new URL(template.url)
  url.pathname = `/${name}`
  // Long, for busy machines.
  const open = (watch?: QueryWatch) => openPostgres(url.href, () => {}, { watch, statementSeconds: 300 })
  const database = await open(watch)
  return {
    ...database,
    beside: open,
    close: async () => {
      await database.close()
      await onServer(template.url, `drop database ${name} with (force)`)
    },
  }
}

export async function onServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
