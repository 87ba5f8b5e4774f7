import fs, { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { OpenDatabase } from './database.ts'
import { openEmbeddedDatabase } from './embedded.ts'
import { FolderInUse } from './folder-lock.ts'

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
const add = (text: string) => sql`insert into note values (${text})`.execute(database.db)
const notes = async () =>
  (await sql<{ text: string }>`select text from note order by text`.execute(database.db)).rows.map(({ text }) => text)

test('every commit reaches the disk before it is acknowledged', async () => {
  const flush = vi.spyOn(fs, 'fsyncSync')
  for (const text of ['a', 'b', 'c']) {
    flush.mockClear()
    await add(text)
    expect(flush).toHaveBeenCalled()
  }
  flush.mockRestore()
})

test('no setting lets it skip the flush', async () => {
  const setting = async (name: string) =>
    (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(database.db)).rows[0]!.value
  expect(await setting('fsync')).toBe('on')
  expect(await setting('synchronous_commit')).toBe('on')
  expect(await setting('full_page_writes')).toBe('on')
  expect(await setting('wal_sync_method')).toBe('fsync')
})

test('a second opening is refused', async () => {
  await expect(openEmbeddedDatabase(folder)).rejects.toThrow(FolderInUse)
  expect(await notes()).toEqual(['a', 'b', 'c'])
})

test('it can be reopened after it was closed', async () => {
  await database.close()
  database = await openEmbeddedDatabase(folder)
  expect(await notes()).toEqual(['a', 'b', 'c'])
}, 60_000)

test('a statement of the database inside a transaction on it throws instead of waiting for ever', async () => {
  const { db } = database
  await expect(db.transaction().execute(() => add('inside'))).rejects.toThrow('must use its tx')
  await db.transaction().execute((tx) => sql`insert into note values ('by tx')`.execute(tx))
  expect(await notes()).toEqual(['a', 'b', 'by tx', 'c'])
})

test('statements beside a transaction wait for its end, in their order', async () => {
  const { db } = database
  const order: string[] = []
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const transaction = db.transaction().execute(async (tx) => {
    begun.resolve()
    await end.promise
    await sql`delete from note`.execute(tx)
    order.push('transaction')
  })
  await begun.promise
  const later = ['x', 'y'].map((text) => add(text).then(() => order.push(text)))
  end.resolve()
  await Promise.all([transaction, ...later])
  expect(order).toEqual(['transaction', 'x', 'y'])
  expect(await notes()).toEqual(['x', 'y'])
})

test('others go on between the statements of a transaction', async () => {
  const { db } = database
  let turns = 0
  let turn = setImmediate(function next() {
    turns++
    turn = setImmediate(next)
  })
  await db.transaction().execute(async (tx) => {
    for (let n = 0; n < 5; n++) await sql`select count(*) from generate_series(1, 300000)`.execute(tx)
  })
  clearImmediate(turn)
  expect(turns).toBeGreaterThanOrEqual(5)
})
