import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { FileFormat } from '#features/school/settings/contract.ts'
import { runs } from '#kit/runs-testing.ts'
import { filesIn } from '#kit/server/files/write-workbook.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { decodeRecord, encodeRecord } from '#marc/iso2709/iso2709.ts'
import { outgoingUtf8 } from '#marc/outgoing/outgoing.ts'
import type { Preferences } from '#marc/outgoing/preferences.ts'
import { dataFiles, hasData, readShare } from '#marc/testing.ts'
import { recordPage } from '../files/server/record-page.ts'
import { writeRecords } from '../files/server/write-records.ts'
import { preferredDocuments } from './downloads.ts'
import { asCatalogued } from './testing.ts'

const wishes: Preferences[] = [
  asCatalogued,
  {
    deweyPref: 'ABRIDGED_DDC',
    deweyHoldingPref: 'HOLDINGS_852',
    isbnFormat: 'ISBN_13',
    subjectHeadingFormat: 'SCIS_HEADINGS',
  },
]
/** All formats but MARC-8 are UTF-8. */
const formats = FileFormat.options.filter((format) => format !== 'MARC_21_MARC8')

async function* each<T>(list: T[]): AsyncGenerator<T> {
  yield* list
}

/** Every output format of these records, declared as UTF-8. */
async function* waysOut(records: CatalogueRecord[]): AsyncGenerator<[what: string, bytes: Uint8Array]> {
  for (const record of records) yield ['export', outgoingUtf8(record).bytes]
  for (const preferences of wishes) {
    for (const format of formats) {
      const pieces: Uint8Array[] = []
      const progress = { signal: new AbortController().signal, written: new Set<string>(), messages: [] }
      for await (const piece of writeRecords(each(records), { format, preferences }, progress)) pieces.push(piece)
      expect(progress.written.size).toBe(new Set(records.map(({ document }) => document.id)).size)
      const file = Buffer.concat(pieces)
      // A workbook is a zip of XML.
      if (format !== 'XLSX') yield [format, file]
      else for (const [part, xml] of Object.entries(filesIn(file))) yield [`${format} ${part}`, xml]
    }
    const documents = preferredDocuments(each(records), preferences)
    const about = { heading: '', publicUrl: '', providerName: '', count: records.length, isbnFormat: 'ISBN' as const }
    const pieces: string[] = []
    for await (const piece of recordPage(documents, about)) pieces.push(piece)
    const page = pieces.join('')
    expect(page.isWellFormed()).toBe(true)
    yield ['page', Buffer.from(page)]
  }
}

async function expectUtf8(records: CatalogueRecord[]) {
  for await (const [what, bytes] of waysOut(records))
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes), what).not.toThrow()
}

describe.skipIf(!hasData)('every file of the test data goes out in valid UTF-8', () => {
  const files = ['bib', 'auth', 'malformed'].flatMap((folder) =>
    dataFiles(folder, /\.(?:mrc|marc|dat|usmarc|xml|lif)$/),
  )
  test.each(files)('%s, no matter which charset it declares', async (file) => {
    // Each goes out in dozens of ways.
    const found = (await readShare(file)).slice(0, runs(3, Number.POSITIVE_INFINITY))
    for (const stated of [undefined, 'utf-8'] as const) {
      const records = found.map(({ bytes, encoding: read }, at): CatalogueRecord => {
        const encoding = stated ?? read
        const { record } = decodeRecord(bytes, { charset: encoding })
        return { document: { ...toDocument(record), id: String(at) }, marc: bytes, encoding }
      })
      await expectUtf8(records)
    }
  })
})

test('a record declared as UTF-8 goes out in valid UTF-8, no matter which bytes its text has', async () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    fc.constantFrom('é', 'Ã©', '\xed\xa0\x80', '\xf4\x90\x80\x80', '\xc0\x80', '&#xD800;', '&#x2019;', 'abc'),
  )
  const text = fc.array(piece, { maxLength: 6 }).map((parts) => parts.join('').replace(/[\x1d-\x1f]|[^\x00-\xff]/g, ''))
  await fc.assert(
    fc.asyncProperty(text, text, fc.boolean(), async (title, note, flagged) => {
      const marc = latin1Record(title, note)
      if (!flagged) marc[9] = 0x20
      const { record } = decodeRecord(marc, { charset: 'utf-8' })
      await expectUtf8([{ document: { ...toDocument(record), id: '7' }, marc, encoding: 'utf-8' }])
    }),
    { numRuns: runs(30, 300) },
  )
}, 180_000)

/** A record with these bytes as its text, one character a byte. */
function latin1Record(title: string, note: string): Buffer {
  const stand = (text: string) => 'x'.repeat(text.length)
  const { bytes } = encodeRecord({
    leader: '00000nam a2200000 a 4500',
    fields: [
      { tag: '001', value: '7' },
      { tag: '245', ind1: '0', ind2: '0', subfields: [{ code: 'a', value: stand(title) }] },
      { tag: '520', ind1: ' ', ind2: ' ', subfields: [{ code: 'a', value: stand(note) }] },
    ],
  })
  const record = Buffer.from(bytes)
  const [first, second] = [record.indexOf('\x1fa'), record.lastIndexOf('\x1fa')]
  record.write(title, first + 2, 'latin1')
  record.write(note, second + 2, 'latin1')
  return record
}
