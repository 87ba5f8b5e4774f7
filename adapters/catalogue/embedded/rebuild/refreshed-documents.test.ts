import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { encodeRecord } from '#marc/iso2709/iso2709.ts'
import type { MarcField } from '#marc/record.ts'
import { idsOf, listOf, phrase } from '../../suite/queries.ts'
import { checkCatalogue } from '../check/check.ts'
import { openEmbeddedCatalogue } from '../embedded-catalogue.ts'
import { usualSizes } from '../index/tiers.ts'
import { openFile } from '../schema.ts'
import { rebuildCatalogue } from './rebuild-catalogue.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catalogue-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const field = (tag: string, value: string): MarcField => ({
  tag,
  ind1: '1',
  ind2: '0',
  subfields: [{ code: 'a', value }],
})
/** As an earlier crosswalk made it: with another title, and without a member. */
function loadedEarlier(id: string, ...fields: MarcField[]): CatalogueRecord {
  const record = { leader: '00000nam a2200000 a 4500', fields }
  const { doi: _, ...document } = { ...toDocument(record), id }
  const title = { titlePrimary: `Former ${id}`, noteStmOfResponsibility: '' }
  return {
    document: { ...document, title } as CatalogueRecord['document'],
    marc: encodeRecord(record).bytes,
    encoding: 'utf-8',
  }
}
const records = [
  ...Array.from({ length: 600 }, (_, n) =>
    loadedEarlier(`${n}`, { tag: '001', value: `${n}` }, field('245', `Possum ${n}`)),
  ),
  // It has no 001: its load gave it this number.
  loadedEarlier('9123', field('245', 'Numberless possum')),
  { ...loadedEarlier('unreadable', { tag: '001', value: 'unreadable' }), marc: Buffer.from('damaged') },
]

const open = () => openEmbeddedCatalogue({ folder, workers: 1, sizes: { ...usualSizes, ofLoad: 250 } })

test('a rebuild makes documents as a load would today, and nothing else changes', async () => {
  const before = await open()
  await before.write(records)
  await before.remove(['7'])
  const changes = await before.changes({ limit: 1000 })
  expect(await idsOf(before, phrase('possum 8'))).toEqual([])
  await before.close()

  await rebuildCatalogue(folder, {}, { reread: true })

  const after = await open()
  try {
    expect(await idsOf(after, phrase('possum 8'))).toEqual(['8'])
    expect(await idsOf(after, phrase('numberless possum'))).toEqual(['9123'])
    expect(await idsOf(after, phrase('former unreadable'))).toEqual(['unreadable'])
    expect(await after.documents(['8', '9123'])).toMatchObject([
      { id: '8', title: { titlePrimary: 'Possum 8' }, doi: '' },
      { id: '9123', title: { titlePrimary: 'Numberless possum' } },
    ])
    expect(await after.changes({ limit: 1000 })).toEqual(changes)
    expect(checkCatalogue(folder)).toMatchObject({ records: 601, differences: [] })
    // A load of the same file finds nothing to do.
    const loadedToday = (await listOf(after.everyRecord())).map((record) => ({ ...record, document: record.document }))
    expect(await after.write(loadedToday)).toEqual({ loaded: 0, updated: 0, unchanged: 601 })
  } finally {
    await after.close()
  }
})

test('an index of a former layout gets them at its first start', async () => {
  const catalogue = await open()
  await catalogue.write(records)
  await catalogue.close()
  const db = openFile(folder)
  db.exec('update manifest set layout = 2')
  db.close()
  const upgraded = await openEmbeddedCatalogue({ folder, workers: 1, reread: true })
  expect(await idsOf(upgraded, phrase('possum 8'))).toEqual(['8'])
  await upgraded.close()
})
