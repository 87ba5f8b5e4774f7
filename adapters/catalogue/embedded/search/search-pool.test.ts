import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describePool, endless } from '#adapters/worker-pool/worker-pool-suite.ts'
import type { Clause } from '#features/catalogue/query/server/query.ts'
import { CatalogueUnavailable } from '#features/catalogue/server/catalogue-port.ts'
import { recordOf } from '../../suite/documents.ts'
import { or, queryOf } from '../../suite/queries.ts'
import { CatalogueDamaged } from '../check/sqlite-damage.ts'
import { openEmbeddedCatalogue } from '../embedded-catalogue.ts'
import { databaseFile } from '../schema.ts'
import type { SharedSegments } from '../snapshot.ts'
import { openSearchPool } from './search-pool.ts'

const clause = endless<Clause>({ kind: 'all' }, (clauses) => or(...clauses))

describePool('embedded catalogue', {
  open: async (folder, limits) => {
    const catalogue = await openEmbeddedCatalogue({ folder, preload: false })
    await catalogue.write([recordOf({ id: '1' })])
    await catalogue.close()
    return openSearchPool(folder, limits)
  },
  fileIn: databaseFile,
  slow: (pool, signal) => pool.ask('search', [queryOf(clause)], signal),
  quick: (pool, signal) => pool.ask('known', [['1']], signal),
})

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catalogue-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('calls on a closed catalogue are refused', async () => {
  const catalogue = await openEmbeddedCatalogue({ folder, workers: 1 })
  await catalogue.close()
  await expect(catalogue.search(queryOf({ kind: 'all' }))).rejects.toBeInstanceOf(CatalogueUnavailable)
  await expect(catalogue.write([])).rejects.toBeInstanceOf(CatalogueUnavailable)
})

test('opening a file that is not a catalogue fails with a clear error', async () => {
  writeFileSync(databaseFile(folder), 'This is a letter to the editor, not a database. '.repeat(200))
  await expect(openEmbeddedCatalogue({ folder, workers: 1 })).rejects.toBeInstanceOf(CatalogueDamaged)
  await expect(openEmbeddedCatalogue({ folder, workers: 1 })).rejects.toThrow(/not a database.*Restore a backup/s)
})

test('segments replaced by a merge do not stay in memory', async () => {
  const catalogue = await openEmbeddedCatalogue({ folder, workers: 2, sizes: { ofLoad: 5 } })
  const shared: SharedSegments = new Map()
  const pool = openSearchPool(folder, { size: 2 }, shared)
  await pool.start()
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
