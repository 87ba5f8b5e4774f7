import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toDocument } from './crosswalk/crosswalk.ts'
import { decodeRecord, encodeRecord, splitBuffer } from './iso2709/iso2709.ts'
import { marcXmlFooter, marcXmlHeader, recordToMarcXml } from './marcxml/marcxml.ts'
import { fitMarcXml } from './marcxml/marcxml-fit.ts'
import { readRecords } from './read-records.ts'
import type { MarcRecord } from './record.ts'
import { composed, dataFile, dataFiles, hasData, readAll, readShare } from './testing.ts'

/** An independent reader (Debian package yaz); compared only if it is installed. */
const noYaz = spawnSync('yaz-marcdump', ['-V']).error !== undefined
const files = dataFiles('bib', /\.(?:mrc|marc|dat|usmarc)$/)
/** Records that break the standard: text beside the indicators, an unknown byte, a leader beyond ASCII. */
const repaired: Record<string, number> = {
  'bib/evergreen_hebrew.marc': 1,
  'bib/evergreen_oss.marc': 1,
  'bib/evergreen_sample_acq_order.mrc': 9,
}

describe.skipIf(!hasData)('real records', () => {
  test.each(files)('%s: each record is written back byte for byte', (file) => {
    let unlike = 0
    for (const { bytes } of splitBuffer(dataFile(file))) {
      const { record, encoding, repairs } = decodeRecord(bytes)
      const again = encodeRecord(record, { encoding })
      expect(again.cuts).toEqual([])
      if (Buffer.compare(again.bytes, bytes) === 0) continue
      unlike++
      expect(repairs).not.toEqual([])
      expect(decodeRecord(again.bytes).record.fields).toEqual(record.fields)
    }
    expect(unlike).toBe(repaired[file] ?? 0)
  })

  test.each(files)('%s: the other character set and MARCXML lose nothing', async (file) => {
    for (const { record, encoding } of await readShare(file)) {
      const other = encoding === 'utf-8' ? 'marc-8' : 'utf-8'
      const there = decodeRecord(encodeRecord(record, { encoding: other }).bytes, { charset: other }).record
      expect(composed(there.fields)).toEqual(composed(record.fields))
      const back = await oneFromXml(recordToMarcXml(there))
      const { control, data } = fitMarcXml(there, [])
      expect(composed(back.fields)).toEqual(composed([...control, ...data]))
    }
  })

  const nist = [
    'building_materials_and_structures_report',
    'nist_gcr',
    'nsrds_nbs',
    'technical_information_on_building_materials',
  ]
  const twins: string[][] = [
    ...nist.map((name) =>
      [`MARC8/${name}_marc8.mrc`, `UTF8/${name}_utf8.mrc`, `XML/${name}.xml`].map(
        (file) => `usgpo/NIST_Collection/${file}`,
      ),
    ),
    ['usgpo/basic_coll_el_marc8.mrc', 'usgpo/basic_coll_el_utf8.mrc', 'usgpo/basic_coll_el_XML.xml'],
    ['traject_test_data.utf8.mrc', 'traject_test_data.utf8.marc.xml'],
    ['marc4j_chabon.mrc', 'marc4j_chabon.xml'],
    ['marc4j_summerland.mrc', 'marc4j_summerland.xml'],
  ]
  test.each(twins)('%s and its twins give equal documents', async (...names) => {
    const [first, ...others] = await Promise.all(
      names.map(async (name) => (await readAll(`bib/${name}`)).records.map(toDocument)),
    )
    expect(first!.length).toBeGreaterThan(0)
    for (const other of others) expect(other).toEqual(first)
  })

  test.each(dataFiles('bib', /\.xml$/))('%s: every record reads without repair', async (file) => {
    const { read, rejected } = await readAll(file)
    expect(rejected).toEqual([])
    expect(read.length).toBeGreaterThan(0)
    for (const { record, bytes } of read) expect(decodeRecord(bytes).record.fields).toEqual(record.fields)
  })

  test.skipIf(noYaz)('yaz-marcdump reads the written records without complaint', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'marc-'))
    const path = join(folder, 'written.mrc')
    const dump = (option: string, bytes: Uint8Array) => {
      writeFileSync(path, bytes)
      const { stdout, stderr } = spawnSync('yaz-marcdump', [option, path], { maxBuffer: 2 ** 28 })
      return stdout.toString('latin1') + stderr.toString('latin1')
    }
    const files = ['bib/evergreen_jazz_1k.mrc', 'bib/traject_test_data.utf8.mrc', 'bib/evergreen_concerto.xml']
    try {
      expect(dump('-n', dataFile('malformed/pymarc/bad_records.mrc'))).toMatch(/out of bounds/)
      for (const { records } of await Promise.all(files.map((file) => readAll(file))))
        for (const encoding of ['utf-8', 'marc-8'] as const) {
          const bytes = Buffer.concat(records.map((record) => encodeRecord(record, { encoding }).bytes))
          expect(dump('-n', bytes)).toBe('')
          expect(dump('-p', bytes).match(/^<!-- Record /gm)).toHaveLength(records.length)
        }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test.skipIf(noYaz)('yaz-marcdump finds the same text in MARC-8', async () => {
    for (const file of [
      'bib/pymarc_marc.dat',
      'malformed/marc-perl/cjk1.marc',
      'malformed/marc-perl/cyrillic.marc',
      'malformed/marc-perl/hebrew1.marc',
    ]) {
      const options = ['-f', 'marc-8', '-t', 'utf-8', '-o', 'marcxml', `../shared/data/${file}`]
      const theirs = await fromXml(execFileSync('yaz-marcdump', options, { encoding: 'utf8' }))
      const ours = (await readAll(file)).records
      expect(theirs.map(texts)).toEqual(ours.map(texts))
    }
  })
})

const texts = (record: MarcRecord) =>
  record.fields.map((field) =>
    ('value' in field ? field.value : field.subfields.map(({ value }) => value).join('$')).normalize('NFC'),
  )

async function fromXml(xml: string): Promise<MarcRecord[]> {
  const records: MarcRecord[] = []
  for await (const item of readRecords([Buffer.from(xml)])) if ('record' in item) records.push(item.record)
  return records
}

const oneFromXml = async (xml: string) => (await fromXml(marcXmlHeader + xml + marcXmlFooter))[0]!
