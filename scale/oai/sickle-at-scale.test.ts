import { execFile } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { sampleRecords } from '#demo/catalogue/sample-catalogue.ts'
import { hashSecret } from '#features/account/server/account.ts'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { book } from '#features/downloads/server/testing.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { encodeRecord } from '#marc/iso2709/iso2709.ts'
import { sickle } from './sickle.ts'

/** More than three responses hold. */
const records = [...sampleRecords().take(500)].map(
  (record): CatalogueRecord => ({
    document: toDocument(record),
    marc: encodeRecord(record).bytes,
    encoding: 'utf-8',
  }),
)
const password = 'abcde-fghjk-mnpqr-stuvw'

let app: TestApp
let address: string
beforeAll(async () => {
  app = await testApp({ work: false })
  await app.catalogue.write(records)
  await app.catalogue.remove([records[0]!.document.id])
  const login = { customerId: 'demo-hillview', userName: 'hillview-library', passwordHash: await hashSecret(password) }
  await app.db.insertInto('z3950Login').values(login).execute()
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}/oai`
})
afterAll(() => app.close())

type Harvested = {
  granularity: string
  deletedRecord: string
  formats: string[]
  sets: string[]
  /** By control number. */
  titles: Record<string, string>
  deleted: string[]
  dublinCore: number
  mods: number
  books: string[]
}

/** Runs Sickle as a stranger would. `from`: '' for everything. */
async function harvest(from = ''): Promise<Harvested> {
  const script = join(import.meta.dirname, 'harvest.py')
  const { stdout } = await promisify(execFile)(sickle()!, [script, address, 'hillview-library', password, from], {
    maxBuffer: 2 ** 26,
  })
  return JSON.parse(stdout)
}

test('Sickle harvests the whole catalogue, and pymarc reads every record', { timeout: 300_000 }, async () => {
  const found = await harvest()
  expect(found).toMatchObject({
    granularity: 'YYYY-MM-DDThh:mm:ssZ',
    deletedRecord: 'persistent',
    formats: ['oai_dc', 'marcxml', 'mods'],
    deleted: [records[0]!.document.id],
    dublinCore: records.length - 1,
    mods: records.length - 1,
  })
  expect(found.sets).toContain('type:Book')
  expect(found.sets).toContain('downloaded')
  const ids = records.slice(1).map(({ document }) => document.id)
  expect(Object.keys(found.titles).sort()).toEqual(ids.sort())
  const books = records.filter(({ document }) => document.scisType === 'Book').map(({ document }) => document.id)
  expect(found.books.sort()).toEqual(books.sort())
})

test('Sickle harvests only what has changed since', { timeout: 300_000 }, async () => {
  const [last] = (await app.catalogue.changes({ limit: 10_000 })).slice(-1)
  await expect.poll(() => Date.now() / 1000, { timeout: 5_000 }).toBeGreaterThanOrEqual(last!.changedAt)
  await app.catalogue.write([book({ id: 'new', title: 'Possum magic' })])
  await app.catalogue.remove([records[1]!.document.id])
  const found = await harvest(`${new Date((last!.changedAt + 1) * 1000).toISOString().slice(0, 19)}Z`)
  expect(found.titles).toEqual({ new: 'Possum magic' })
  expect(found.deleted).toEqual([records[1]!.document.id])
})
