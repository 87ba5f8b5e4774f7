import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import type { OpenDatabase } from '#adapters/database/database.ts'
import { openMemoryDatabase } from '#adapters/database/embedded.ts'
import { migrate } from '#adapters/database/migrate.ts'
import { openPostgres } from '#adapters/database/postgres.ts'

type Settings = Record<string, string | undefined>

/** With DATABASE_URL, OPENSEARCH_URL or S3_* set, the tests use those. */
export default (project: TestProject) => prepareTests(project, process.env)

/**
 * Migrates one database before all test files; each file then takes a copy, which is far quicker. Tells them which
 * catalogue and file store to open.
 */
export async function prepareTests(project: TestProject, { DATABASE_URL: url, OPENSEARCH_URL, ...others }: Settings) {
  project.provide('catalogueUrl', OPENSEARCH_URL ?? '')
  const fileStore = Object.entries(others).flatMap(([name, value]) =>
    /^S3_/.test(name) && value ? [[name, value]] : [],
  )
  project.provide('fileStore', Object.fromEntries(fileStore))
  if (!url) {
    const { pglite, ...database } = await openMemoryDatabase()
    await fill(database)
    const image = await pglite.dumpDataDir('none')
    project.provide('databaseImage', Buffer.from(await image.arrayBuffer()).toString('base64'))
    project.provide('templateDatabase', null)
    await database.close()
    return
  }
  const name = `template_${randomUUID().replaceAll('-', '')}`
  await onServer(url, `create database ${name}`)
  const address = new URL(url)
  address.pathname = `/${name}`
  const database = await openPostgres(address.href, () => {})
  await fill(database)
  await database.close()
  project.provide('databaseImage', '')
  project.provide('templateDatabase', { url, name })
  return () => onServer(url, `drop database ${name} with (force)`)
}

/** Our tables and the job queue's. */
async function fill(database: OpenDatabase) {
  await migrate(database.db)
  const boss = new PgBoss({ db: database.jobs, backend: database.backend, supervise: false, schedule: false })
  boss.on('error', (error) => pino().error(error))
  await boss.start()
  await boss.stop({ graceful: false, close: false })
}

async function onServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
