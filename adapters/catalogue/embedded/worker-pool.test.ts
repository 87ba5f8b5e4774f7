import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CatalogueUnavailable } from '#features/catalogue/server/catalogue-port.ts'
import { queryOf } from '../suite/asking.ts'
import { recordOf } from '../suite/documents.ts'
import { openEmbeddedCatalogue } from './embedded-catalogue.ts'
import { databaseFile } from './schema.ts'
import { WorkerPool } from './worker-pool.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catalogue-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a thread that dies takes its question with it; the next ones are answered', async () => {
  const pool = new WorkerPool(folder, 1)
  await pool.start()
  const { seats } = pool as unknown as { seats: { worker: Worker; task: unknown }[] }
  const seat = seats[0]!
  // The thread never hears the question, so it cannot be quicker than its own end.
  seat.worker.postMessage = () => {}
  const asked = pool.ask('search', [queryOf({ kind: 'all' })])
  const rejected = expect(asked).rejects.toBeInstanceOf(CatalogueUnavailable)
  await expect.poll(() => seat.task).toBeDefined()
  await seat.worker.terminate()
  await rejected
  expect(await pool.ask('search', [queryOf({ kind: 'all' })])).toMatchObject({ total: 0 })
  await pool.close()
})

test('what is asked of a closed catalogue is refused', async () => {
  const catalogue = await openEmbeddedCatalogue({ folder, workers: 1 })
  await catalogue.close()
  await expect(catalogue.search(queryOf({ kind: 'all' }))).rejects.toBeInstanceOf(CatalogueUnavailable)
  await expect(catalogue.write([])).rejects.toBeInstanceOf(CatalogueUnavailable)
})

test('a file that is no catalogue stops the opening with a clear error', async () => {
  writeFileSync(databaseFile(folder), 'This is a letter to the editor, not a database. '.repeat(200))
  await expect(openEmbeddedCatalogue({ folder, workers: 1 })).rejects.toBeInstanceOf(CatalogueUnavailable)
  await expect(openEmbeddedCatalogue({ folder, workers: 1 })).rejects.toThrow(/not a database/)
})

test('segments that a merge has replaced do not stay in memory', async () => {
  const catalogue = await openEmbeddedCatalogue({ folder, workers: 2, sizes: { ofLoad: 5 } })
  const pool = new WorkerPool(folder, 2)
  await pool.start()
  const { shared } = pool as unknown as { shared: Map<number, unknown> }
  for (let load = 0; load < 20; load++) {
    await catalogue.write([recordOf({ id: String(load), title: `Number ${load}` })])
    await pool.ask('search', [queryOf({ kind: 'all' })])
  }
  expect(shared.size).toBeGreaterThan(0)
  expect(shared.size).toBeLessThan(8)
  expect(await pool.ask('search', [queryOf({ kind: 'all' })])).toMatchObject({ total: 20 })
  await pool.close()
  await catalogue.close()
})
