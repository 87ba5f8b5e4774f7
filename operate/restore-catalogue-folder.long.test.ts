import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEmbeddedCatalogue } from '#adapters/catalogue/embedded/embedded-catalogue.ts'
import { databaseFile } from '#adapters/catalogue/embedded/schema.ts'
import { recordOf } from '#adapters/catalogue/suite/documents.ts'
import { asideOf } from '#adapters/database/take-folder.ts'
import { openEmbeddedHeadings } from '#adapters/headings/embedded/embedded-headings.ts'
import type { Env } from '#app/env.ts'
import { catalogueInFolder } from './restore-catalogue-folder.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'restore-catalogue-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

async function make(folder: string, title: string) {
  mkdirSync(folder, { recursive: true })
  const catalogue = await openEmbeddedCatalogue({ folder, workers: 1, preload: false })
  await catalogue.write([recordOf({ id: '1', title })])
  await catalogue.close()
  const headings = openEmbeddedHeadings(folder)
  await headings.stats()
  await headings.close()
}

test.each([
  ['of a newer program', 'update manifest set layout = 99, generation = 40'],
  ['of an older program', 'update manifest set layout = 2, generation = 40'],
  ['without a manifest', 'drop table manifest'],
])('a backup replaces a catalogue %s', async (_, sql) => {
  const folder = join(dataDir, 'catalogue')
  await make(folder, 'What stands there')
  await make(asideOf(folder), 'What is restored')
  const db = new DatabaseSync(databaseFile(folder))
  db.exec(sql)
  db.close()
  const restored = catalogueInFolder({ dataDir } as Env, { id: 'one', records: 3, headings: 0 })
  await restored.whileNobodyLoads((take) => take())
  const catalogue = await openEmbeddedCatalogue({ folder, workers: 1 })
  const [found] = await catalogue.documents(['1'])
  expect(found!.title.titlePrimary).toBe('What is restored')
  expect((await catalogue.stats()).generation).toBe(sql.includes('40') ? 41 : 4)
  await catalogue.close()
})

test('a backup replaces a file that SQLite cannot read', async () => {
  const folder = join(dataDir, 'catalogue')
  await make(folder, 'What stands there')
  await make(asideOf(folder), 'What is restored')
  writeFileSync(databaseFile(folder), Buffer.alloc(16_384, 0xa5))
  const restored = catalogueInFolder({ dataDir } as Env, { id: 'one', records: 3, headings: 0 })
  await restored.whileNobodyLoads((take) => take())
  const catalogue = await openEmbeddedCatalogue({ folder, workers: 1 })
  expect((await catalogue.documents(['1'])).map(({ title }) => title.titlePrimary)).toEqual(['What is restored'])
  await catalogue.close()
})
