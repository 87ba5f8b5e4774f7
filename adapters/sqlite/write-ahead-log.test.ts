import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFile } from '../catalogue/embedded/schema.ts'
import { openHeadingsFile } from '../headings/embedded/schema.ts'
import { enableWriteAheadLog } from './write-ahead-log.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wal-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Another process that creates the same file and needs this long for it. */
const creator = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { DatabaseSync } = require('node:sqlite')
  const db = new DatabaseSync(workerData.file)
  db.exec('begin immediate; create table other (one)')
  parentPort.postMessage('holds the file')
  setTimeout(() => { db.exec('commit'); db.close() }, workerData.ms)
`
async function createElsewhere(file: string, ms: number): Promise<Worker> {
  const worker = new Worker(creator, { eval: true, workerData: { file, ms } })
  await once(worker, 'message')
  return worker
}

test.each([
  ['the catalogue', 'catalogue.sqlite', () => openFile(folder)],
  ['the headings', 'headings.sqlite', () => openHeadingsFile(folder, 20_000)],
])('%s open while another process creates their file', async (_, name, open) => {
  const worker = await createElsewhere(join(folder, name), 300)
  const db = open()
  expect(db.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' })
  db.close()
  await worker.terminate()
})

test('a file that stays locked is refused after the timeout with SQLite’s reason', async () => {
  const file = join(folder, 'held.sqlite')
  const worker = await createElsewhere(file, 60_000)
  const db = new DatabaseSync(file)
  const began = Date.now()
  expect(() => enableWriteAheadLog(db, 200)).toThrow('database is locked')
  expect(Date.now() - began).toBeGreaterThanOrEqual(200)
  db.close()
  await worker.terminate()
})
