import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readBatches } from '#cli/catalogue-read.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { encodeRecord } from '#marc/iso2709/iso2709.ts'
import type { MarcField } from '#marc/record.ts'
import { dataFiles, hasData, readShare } from '#marc/testing.ts'
import { unpackRecords } from './packed-records.ts'
import { refreshedDocument } from './refreshed-document.ts'

const folder = mkdtempSync(join(tmpdir(), 'refreshed-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The numbers of records that a load and a rebuild read differently. */
async function differing(file: string): Promise<{ count: number; ids: string[] }> {
  let count = 0
  const ids: string[] = []
  for await (const { records } of readBatches(file))
    for (const { document, marc, encoding } of unpackRecords(records)) {
      count++
      const loaded = JSON.stringify(document)
      if (refreshedDocument({ document: '{}', marc, encoding }, document.id) !== loaded) ids.push(document.id)
    }
  return { count, ids }
}

const field = (tag: string, value: string): MarcField => ({
  tag,
  ind1: '1',
  ind2: '0',
  subfields: [{ code: 'a', value }],
})
const number = { tag: '001', value: ' b7 ' }

test.each<[string, 'utf-8' | 'marc-8', MarcField[]]>([
  ['a usual record', 'utf-8', [number, field('245', 'Pūkeko')]],
  ['one in MARC-8', 'marc-8', [number, field('245', 'Pūkeko')]],
  ['one without a number', 'utf-8', [field('245', 'Nameless')]],
  ['character references', 'utf-8', [number, field('245', 'It&#x2019;s &#257;')]],
  ['control characters', 'utf-8', [number, field('245', 'One\u0007 two')]],
  ['a title in 240 alone', 'utf-8', [number, field('240', 'Works')]],
])('%s is read by a rebuild as by a load', async (_, encoding, fields) => {
  const file = join(folder, 'one.mrc')
  writeFileSync(file, encodeRecord({ leader: '00000nam a2200000 a 4500', fields }, { encoding }).bytes)
  expect(await differing(file)).toEqual({ count: 1, ids: [] })
})

test('a record that cannot be read keeps its document', () => {
  expect(refreshedDocument({ document: 'kept', marc: Buffer.from('damaged'), encoding: 'utf-8' }, '1')).toBe('kept')
})

describe.runIf(hasData)('real records are read by a rebuild as by a load', () => {
  test.each(dataFiles('', /\.(?:mrc|marc|dat|xml|lif|mrk)$/i))('%s', async (file) => {
    for (const { record, bytes: marc, encoding } of await readShare(file)) {
      const document = { ...toDocument(record), id: toDocument(record).id || 'n1' }
      expect(JSON.parse(refreshedDocument({ document: '{}', marc, encoding }, document.id))).toEqual(document)
    }
  })
})
