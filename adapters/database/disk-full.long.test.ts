import fs, { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { isAway } from '#kit/server/load/away.ts'
import type { OpenDatabase } from './database.ts'
import { openEmbeddedDatabase } from './embedded.ts'

const root = mkdtempSync(join(tmpdir(), 'disk-full-'))
let database: OpenDatabase
const noted: (string | undefined)[] = []
beforeAll(async () => {
  database = await openEmbeddedDatabase(join(root, 'db'), undefined, (error) => noted.push(error?.message))
  await sql`create table note (text text primary key)`.execute(database.db)
})
beforeEach(async () => {
  await sql`delete from note`.execute(database.db)
  // The table has a page by then, so the log is what fails next.
  await add('before')
  noted.length = 0
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await database.close()
  rmSync(root, { recursive: true })
})
const add = (text: string) => sql`insert into note values (${text})`.execute(database.db)
const notes = async () =>
  (await sql<{ text: string }>`select text from note order by text`.execute(database.db)).rows.map(({ text }) => text)

/** Simulates a full disk: nothing can be written, and the database's log notices first. */
function fillDisk() {
  const refuse = () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  }
  const [write, flush] = [vi.spyOn(fs, 'writeSync'), vi.spyOn(fs, 'fsyncSync')]
  write.mockImplementation(refuse)
  return () => {
    write.mockRestore()
    flush.mockRestore()
  }
}

test('a full disk is reported at once, nothing is half-written, and work resumes by itself when there is space', async () => {
  const makeRoom = fillDisk()
  const refused = await add('refused').catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'ENOSPC' })
  expect(isAway(refused)).toBe(true)
  expect(await notes().catch((error) => error.code)).toBe('ENOSPC')
  makeRoom()
  await expect.poll(() => notes().catch(() => []), { timeout: 20_000 }).toEqual(['before'])
  await add('after')
  expect(await notes()).toEqual(['after', 'before'])
  expect(noted).toEqual([expect.stringContaining('ENOSPC'), undefined])
})

test('a transaction during which the disk fills is rolled back, and those queued behind it are refused', async () => {
  const makeRoom = fillDisk()
  const transaction = (text: string) =>
    database.db.transaction().execute(async (tx) => {
      await sql`insert into note values (${text})`.execute(tx)
    })
  const outcomes = await Promise.allSettled([transaction('first'), transaction('second'), add('third')])
  expect(outcomes.map((each) => (each.status === 'rejected' ? each.reason.code : 'done'))).toEqual([
    'ENOSPC',
    'ENOSPC',
    'ENOSPC',
  ])
  makeRoom()
  await expect.poll(() => notes().catch(() => ['?']), { timeout: 20_000 }).toEqual(['before'])
  await transaction('again')
  expect(await notes()).toEqual(['again', 'before'])
})

test('listeners keep listening after the reopening', async () => {
  const heard: string[] = []
  await database.jobs.listen(
    'news',
    (payload) => heard.push(payload),
    () => {},
  )
  const makeRoom = fillDisk()
  await expect(add('refused')).rejects.toMatchObject({ code: 'ENOSPC' })
  makeRoom()
  await expect.poll(() => notes().catch(() => ['?']), { timeout: 20_000 }).toEqual(['before'])
  await sql`select pg_notify('news', 'there is room')`.execute(database.db)
  await expect.poll(() => heard).toEqual(['there is room'])
})

test('a failed flush stops it too: unflushed data is lost', async () => {
  const flush = vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
    throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' })
  })
  await expect(add('lost?')).rejects.toMatchObject({ code: 'EIO' })
  flush.mockRestore()
  await expect.poll(() => notes().catch(() => []), { timeout: 20_000 }).toContain('before')
  await add('after')
  expect(await notes()).toContain('after')
})

test('it can be closed while the disk is full, and reopened when there is space', async () => {
  const makeRoom = fillDisk()
  await expect(add('refused')).rejects.toMatchObject({ code: 'ENOSPC' })
  await database.close()
  await expect(openEmbeddedDatabase(join(root, 'db'))).rejects.toMatchObject({ code: 'ENOSPC' })
  makeRoom()
  database = await openEmbeddedDatabase(join(root, 'db'))
  expect(await notes()).toEqual(['before'])
})
