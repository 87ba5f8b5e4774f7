import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import type { OpenDatabase } from '#adapters/database/database.ts'
import { dropTemplates, openMemoryDatabase, writeImage } from '#adapters/database/memory-testing.ts'
import { migrate } from '#adapters/database/migrate.ts'
import { openPostgres } from '#adapters/database/postgres.ts'
import { readEnv } from '#app/env.ts'
import { clockIn, dayIn, defaultZone } from '#kit/day.ts'
import { makeQueues } from '../build/make-queues.ts'
import { loadTestWorld } from '../world/demo-world-testing.ts'
import './quick-hashes.ts'

type Settings = Record<string, string | undefined>

/** With DATABASE_URL, OPENSEARCH_URL or S3_* set, the tests use those. */
export default (project: TestProject) => prepareTests(project, process.env)

/**
 * Migrates one database before all test files, and fills another with the demo world; tests then take copies, which is
 * far quicker. Tells them which catalogue and file store to open.
 */
export async function prepareTests(project: TestProject, { DATABASE_URL: url, OPENSEARCH_URL, ...others }: Settings) {
  project.provide('catalogueUrl', OPENSEARCH_URL ?? '')
  const fileStore = Object.entries(others).flatMap(([name, value]) =>
    /^S3_/.test(name) && value ? [[name, value]] : [],
  )
  project.provide('fileStore', Object.fromEntries(fileStore))
  project.provide('worldOn', dayIn(defaultZone, new Date()))
  return url ? prepareServer(project, url) : prepareImages(project)
}

async function prepareImages(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'images-'))
  const images = { empty: join(folder, 'empty'), queues: join(folder, 'queues'), world: join(folder, 'world') }
  const { pglite, ...database } = await openMemoryDatabase()
  await dropTemplates(pglite)
  await makeTables(database)
  await writeImage(pglite, images.empty)
  await makeQueues(database)
  await writeImage(pglite, images.queues)
  await fill(database)
  await writeImage(pglite, images.world)
  await database.close()
  project.provide('databaseImages', images)
  project.provide('templateDatabases', null)
  return () => rmSync(folder, { recursive: true, force: true })
}

async function prepareServer(project: TestProject, url: string) {
  const id = randomUUID().replaceAll('-', '')
  const names = { empty: `template_${id}`, world: `world_${id}` }
  const within = async (name: string, work: (database: OpenDatabase) => Promise<void>) => {
    const address = new URL(url)
    address.pathname = `/${name}`
    const database = await openPostgres(address.href, () => {})
    await work(database)
    await database.close()
  }
  await onServer(url, `create database ${names.empty}`)
  await within(names.empty, makeTables)
  await onServer(url, `create database ${names.world} template ${names.empty}`)
  await within(names.world, async (database) => {
    await makeQueues(database)
    await fill(database)
  })
  project.provide('databaseImages', { empty: '', queues: '', world: '' })
  project.provide('templateDatabases', { url, ...names })
  return async () => {
    for (const name of [names.empty, names.world]) await onServer(url, `drop database ${name} with (force)`)
  }
}

/** Ours and the job queue's. */
async function makeTables(database: OpenDatabase) {
  await migrate(database.db)
  const boss = new PgBoss({ db: database.jobs, backend: database.backend, supervise: false, schedule: false })
  boss.on('error', (error) => pino().error(error))
  await boss.start()
  await boss.stop({ graceful: false, close: false })
}

const fill = ({ db }: OpenDatabase) => loadTestWorld({ db, clock: clockIn(defaultZone), env: readEnv({}) })

async function onServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
