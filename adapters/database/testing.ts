import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { OpenDatabase, QueryWatch } from './database.ts'
import { openMemoryDatabase } from './embedded.ts'
import { openPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A base64 folder image of a migrated database; test-database.ts makes it once for all test files. */
    databaseImage: string
    /** A migrated database on the server in DATABASE_URL, to be copied; absent on PGlite. */
    templateDatabase: { url: string; name: string } | null
  }
}

/** A fresh copy of the migrated database: in memory, or on the server in DATABASE_URL. */
export async function openTestDatabase(watch?: QueryWatch): Promise<OpenDatabase> {
  const template = inject('templateDatabase')
  if (!template) return openMemoryDatabase(new Blob([Buffer.from(inject('databaseImage'), 'base64')]), watch)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(template.url, `create database ${name} template ${template.name}`)
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
