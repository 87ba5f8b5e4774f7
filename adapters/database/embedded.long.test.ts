import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from './database.ts'
import { initialise, openEmbeddedDatabase, prepareDatabase } from './embedded.ts'
import { knownMigrations, migrate } from './migrate.ts'

const root = mkdtempSync(join(tmpdir(), 'embedded-'))
const folder = join(root, 'db')
let database: OpenDatabase
beforeAll(async () => {
  database = await openEmbeddedDatabase(folder)
  await sql`create table note (text text primary key)`.execute(database.db)
}, 60_000)
afterAll(async () => {
  await database.close()
  rmSync(root, { recursive: true })
})

test('an opening by another process is refused', async () => {
  const other = run(`await openEmbeddedDatabase(${JSON.stringify(folder)})`)
  expect(await said(other)).toContain(`The data folder ${folder} is in use by another process.`)
})

test('a killed process loses nothing committed, and leaves no lock', async () => {
  await database.close()
  const child = run(`
    const { db } = await openEmbeddedDatabase(${JSON.stringify(folder)})
    await sql\`insert into note values ('acknowledged')\`.execute(db)
    await db.transaction().execute(async (within) => {
      await sql\`insert into note values ('under way')\`.execute(within)
      console.log('ready')
      await new Promise(() => setInterval(() => {}, 1000))
    })`)
  await line(child, 'ready')
  child.kill('SIGKILL')
  await once(child, 'exit')
  database = await openEmbeddedDatabase(folder)
  const { rows } = await sql`select text from note`.execute(database.db)
  expect(rows).toEqual([{ text: 'acknowledged' }])
}, 60_000)

test('a first start killed while creating the database leaves nothing half-made', async () => {
  const fresh = join(root, 'fresh')
  const child = run(`console.log('begins'); await initialise(${JSON.stringify(fresh)}, '')`)
  await line(child, 'begins')
  await expect
    .poll(() => existsSync(`${fresh}.new`) && readdirSync(`${fresh}.new`).length, { timeout: 30_000 })
    .toBeGreaterThan(2)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(existsSync(fresh)).toBe(false)
  const opened = await openEmbeddedDatabase(fresh)
  expect((await sql`select 1 as one`.execute(opened.db)).rows).toEqual([{ one: 1 }])
  expect(existsSync(`${fresh}.new`)).toBe(false)
  await opened.close()
}, 60_000)

function run(statements: string) {
  const program = `
    import { sql } from 'kysely'
    import { initialise, openEmbeddedDatabase } from '#adapters/database/embedded.ts'
    ${statements}`
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function said(child: ChildProcess) {
  let text = ''
  for await (const data of child.stderr!) text += data
  return text
}

async function line(child: ChildProcess, text: string) {
  for await (const data of child.stdout!) if (String(data).includes(text)) return
  throw new Error(`The process ended without saying “${text}”: ${await said(child)}`)
}

test.each(['with', 'without'])(
  '%s a prepared image, a new database works and only its owner can read it',
  async (how) => {
    const image = join(root, `images ${how}`, 'empty')
    const fresh = join(root, `fresh ${how}`)
    if (how === 'with')
      await prepareDatabase(async ({ db }) => {
        await migrate(db)
      }, image)
    await initialise(fresh, image)
    expect(existsSync(image)).toBe(how === 'with')
    const opened = await openEmbeddedDatabase(fresh)
    expect(await migrate(opened.db)).toHaveLength(how === 'with' ? 0 : knownMigrations().length)
    await sql`create table note (word text)`.execute(opened.db)
    await sql`insert into note values ('Ā')`.execute(opened.db)
    await opened.close()
    const again = await openEmbeddedDatabase(fresh)
    expect((await sql`select word from note`.execute(again.db)).rows).toEqual([{ word: 'Ā' }])
    await again.close()
    if (how === 'without') return
    for (const name of ['', 'PG_VERSION', 'base']) expect(statSync(join(fresh, name)).mode & 0o077).toBe(0)
    // Root may install the portal, and another user start it.
    for (const name of ['', 'base', 'base/1', 'PG_VERSION'])
      expect(statSync(join(image, name)).mode & 0o077).toBe(name === 'PG_VERSION' ? 0o044 : 0o055)
  },
  60_000,
)
