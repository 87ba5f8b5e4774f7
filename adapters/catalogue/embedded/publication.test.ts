import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { recordOf } from '../suite/documents.ts'
import { openEmbeddedCatalogue } from './embedded-catalogue.ts'
import { usualSizes } from './index/tiers.ts'
import { rebuildBeside } from './rebuild/rebuild-beside.ts'
import { rebuildCatalogue } from './rebuild/rebuild-catalogue.ts'
import { openFile } from './schema.ts'

let folder: string
let catalogue: CataloguePort
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'catalogue-'))
  await open()
  await catalogue.write(['1', '2', '3'].map((id) => recordOf({ id })))
  await catalogue.remove(['2'])
})
afterEach(async () => {
  await catalogue.close()
  rmSync(folder, { recursive: true, force: true })
})

async function open() {
  catalogue = await openEmbeddedCatalogue({ folder, workers: 1 })
}

async function whileClosed(work: (db: ReturnType<typeof openFile>) => unknown) {
  await catalogue.close()
  const db = openFile(folder)
  await work(db)
  db.close()
  await open()
}

const list = () => catalogue.changes({ limit: 100 })

test('records of a former program count as changed when this one first opens them', async () => {
  const begun = Math.floor(Date.now() / 1000)
  await whileClosed((db) => db.exec('drop table publication; drop table removed'))
  const found = await list()
  expect(found.map(({ id }) => id)).toEqual(['1', '3'])
  for (const { changedAt } of found) expect(changedAt).toBeGreaterThanOrEqual(begun)
  await whileClosed(() => {})
  expect(await list()).toEqual(found)
})

test('what a former program loads is listed from the next load on', async () => {
  await whileClosed((db) => db.exec('delete from publication'))
  expect(await list()).toEqual([])
  await catalogue.write([recordOf({ id: '4' })])
  expect((await list()).map(({ id }) => id)).toEqual(['1', '3', '2', '4'])
})

test('the list outlives a rebuild of the index, also beside a damaged file', async () => {
  await whileClosed((db) => db.exec('update publication set at = at - 1000'))
  const before = await list()
  await rebuildCatalogue(folder)
  expect(await list()).toEqual(before)
  await whileClosed((db) => rebuildBeside(db, folder, { sizes: usualSizes }))
  expect(await list()).toEqual(before)
})

test('a rebuild that lacks the manifest gives no number twice', async () => {
  const before = await list()
  await whileClosed((db) => db.exec('drop table manifest'))
  await catalogue.write([recordOf({ id: '5' })])
  expect(await catalogue.changes({ limit: 100, after: before.at(-1)!.cursor })).toMatchObject([{ id: '5' }])
})
