import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockFolder } from '#adapters/database/folder-lock.ts'
import { migrate } from '#adapters/database/migrate.ts'
import { openTestDatabase } from '#adapters/database/testing.ts'
import { makeDataFolder } from '#operate/data-folder.ts'
import { readEnv } from './env.ts'
import { openDatabase } from './open-database.ts'
import { startError } from './start-error.ts'

/** The operator's message if this fails. */
const lineOf = async (act: () => unknown) => {
  try {
    await act()
  } catch (error) {
    return startError(error)
  }
  throw new Error('nothing failed')
}

async function listen(port: number, host: string) {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  return server
}

test('an older program on a newer database says so in one line, and does not change it', async () => {
  const database = await openTestDatabase()
  const names = async () =>
    (
      await database.db
        .selectFrom('migration' as never)
        .selectAll()
        .execute()
    ).length
  try {
    await database.db
      .insertInto('migration' as never)
      .values({ name: '9999-of-tomorrow.sql' } as never)
      .execute()
    const before = await names()
    const message = startError(await migrate(database.db).catch((error: unknown) => error))
    expect(message).toBe(
      'The database was made by a newer version of this program: it has the migration 9999-of-tomorrow.sql. Start that version, or restore a backup of this one.',
    )
    expect(await names()).toBe(before)
  } finally {
    await database.close()
  }
})

test.each([['/proc/none'], [import.meta.filename]])('a folder that cannot be made is named: %s', async (dataDir) => {
  expect(await lineOf(() => makeDataFolder(dataDir))).toContain(`DATA_DIR=${dataDir}: is not a writable folder (`)
})

test('a folder that another process has is named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'start-error-'))
  const lock = lockFolder(folder)
  expect(await lineOf(() => lockFolder(folder))).toBe(
    `The data folder ${folder} is in use by another process. Stop that one, or set DATA_DIR to another folder.`,
  )
  lock.release()
  rmSync(folder, { recursive: true })
})

test('a taken port, and an address of another machine, are named', async () => {
  const other = await listen(0, '127.0.0.1')
  const { port } = other.address() as { port: number }
  expect(await lineOf(() => listen(port, '127.0.0.1'))).toBe(
    `Port ${port} is in use by another program. Stop that one, or set PORT to another number.`,
  )
  other.close()
  expect(await lineOf(() => listen(0, '192.0.2.1'))).toMatch(/^HOST=192\.0\.2\.1: is not an address of this machine/)
})

test('a database that is away is named, without its password', async () => {
  const env = readEnv({ DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/x' })
  expect(await lineOf(() => openDatabase(env))).toMatch(
    /^DATABASE_URL=postgres:\/\/me:…@127\.0\.0\.1:1\/x: the database does not answer/,
  )
})
