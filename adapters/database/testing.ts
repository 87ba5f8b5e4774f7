import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { dayOf } from '#kit/day.ts'
import type { OpenDatabase, QueryWatch } from './database.ts'
import { openMemoryDatabase } from './memory-testing.ts'
import { openPostgres } from './postgres.ts'

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

/** A fresh copy of the migrated database: in memory, or on the server in DATABASE_URL. */
export const openTestDatabase = (watch?: QueryWatch): Promise<OpenDatabase> => openCopy('empty', watch)

/** With the demo world and the queues, unless midnight has passed since they were made: then without. */
export const openTestWorld = (watch?: QueryWatch): Promise<OpenDatabase> =>
  openCopy(inject('worldOn') === dayOf(new Date()) ? 'world' : 'empty', watch)

async function openCopy(of: 'empty' | 'world', watch?: QueryWatch): Promise<OpenDatabase> {
  const template = inject('templateDatabases')
  if (!template) return openMemoryDatabase(inject('databaseImages')[of], watch)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(template.url, `create database ${name} template ${template[of]}`)
  const url = new URL(template.url)
  url.pathname = `/${name}`
  // Long, for busy machines.
  const database = await openPostgres(url.href, () => {}, { watch, statementSeconds: 300 })
  return {
    ...database,
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
