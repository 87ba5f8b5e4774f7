import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type PackedRecords, packRecords } from '../packed-records.ts'
import { recordOf } from '../suite/documents.ts'
import { checkCatalogue } from './check/check.ts'
import { openEmbeddedCatalogue } from './embedded-catalogue.ts'
import { rebuildCatalogue } from './rebuild/rebuild-catalogue.ts'
import { openFile } from './schema.ts'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'catalogue-'))
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

const words = ['whale', 'whales', 'sea', 'Māori', 'Spider-man', '海', 'story', 'colour', '3', '30,000']
const word = (n: number) => words[n % words.length]!

/** Some numbers come twice in a load: the second record replaces the first. */
const record = (n: number, round: number) =>
  recordOf({
    id: `${n % 53}`,
    title: `The ${word(n)} ${word(n * 7 + round)}`,
    authors: [`${word(n * 3)}, ${word(n)}`],
    subjects: [word(n * round), word(n + 1)],
    isbn13: [`97801424103${n % 10}${round}`],
    publicationYear: 1950 + (n % 40),
  })

async function* inBatches(round: number, perBatch: number): AsyncGenerator<PackedRecords> {
  for (let n = 0; n < 60; n += perBatch)
    yield packRecords(Array.from({ length: perBatch }, (_, i) => record(n + i, round)))
}

const tables = [
  'segment',
  'segment_part',
  'segment_stream',
  'segment_hash',
  'chunk',
  'facet_chunk',
  'record',
  'manifest',
]

/** Everything that two loads, the second with changes, leave in the file. */
async function stored(analysts: number, perBatch: number) {
  const folder = join(parent, `${analysts}-${perBatch}`)
  const sizes = { ofLoad: 13, perTier: 3, max: 1000 }
  const catalogue = await openEmbeddedCatalogue({ folder, sizes, analysts, workers: 1, preload: false })
  for (const round of [1, 2]) await catalogue.writePacked(inBatches(round, perBatch))
  await catalogue.close()
  const db = openFile(folder)
  const all = tables.map((table) => db.prepare(`select * from ${table} order by 1, 2`).all())
  db.close()
  return all
}

test('the file is the same, whatever the number of threads that analyse, and the size of their batches', async () => {
  const alone = await stored(0, 60)
  expect(alone.flat().length).toBeGreaterThan(100)
  for (const analysts of [1, 2, 5])
    for (const perBatch of [2, 5]) expect(await stored(analysts, perBatch)).toEqual(alone)
})

test('a load that cannot be analysed half-way changes nothing', async () => {
  const folder = join(parent, 'broken')
  const catalogue = await openEmbeddedCatalogue({ folder, analysts: 2, workers: 1 })
  async function* broken() {
    for await (const batch of inBatches(1, 2))
      yield batch.documents.some((json) => json.includes('"id":"41"')) ? { ...batch, documents: ['{', '{'] } : batch
  }
  await expect(catalogue.writePacked(broken())).rejects.toThrow(/JSON/)
  expect(await catalogue.stats()).toMatchObject({ records: 0 })
  expect(await catalogue.writePacked(inBatches(1, 2))).toMatchObject({ loaded: 53 })
  await catalogue.close()
})

test.each([
  ['keeps the documents', false, 'whale'],
  ['makes them again', true, ''],
])('a rebuild that threads read has every record: it %s', async (_, reread, title) => {
  const folder = join(parent, 'rebuilt')
  const open = () => openEmbeddedCatalogue({ folder, workers: 1 })
  const before = await open()
  const records = 2600
  // Their MARC has no title.
  await before.write(Array.from({ length: records }, (_, n) => recordOf({ id: `${n}`, title: word(n) })))
  await before.close()
  expect(await rebuildCatalogue(folder, {}, { reread })).toEqual({ records, superseded: 0, leftOut: 0 })
  expect(checkCatalogue(folder)).toMatchObject({ records, differences: [] })
  const after = await open()
  expect(await after.documents(['2500'])).toMatchObject([{ id: '2500', title: { titlePrimary: title } }])
  await after.close()
})
