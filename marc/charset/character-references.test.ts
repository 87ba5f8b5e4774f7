import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toDocument } from '../crosswalk/crosswalk.ts'
import { decodeRecord, encodeRecord } from '../iso2709/iso2709.ts'
import { marcXmlFooter, marcXmlHeader, recordToMarcXml } from '../marcxml/marcxml.ts'
import { outgoingRecord, outgoingUtf8 } from '../outgoing/outgoing.ts'
import { readRecords } from '../read-records.ts'
import type { MarcRecord } from '../record.ts'
import { valuesOf } from '../testing.ts'

const titled = (title: string): MarcRecord => ({
  leader: '00000nam a2200000 a 4500',
  fields: [
    { tag: '001', value: '7' },
    { tag: '245', ind1: '0', ind2: '0', subfields: [{ code: 'a', value: title }] },
  ],
})
const stored = (title: string, encoding: 'utf-8' | 'marc-8' = 'utf-8') => ({
  document: { id: '7' },
  marc: encodeRecord(titled(title), { encoding }).bytes,
  encoding,
})
async function readTitle(file: Uint8Array) {
  for await (const item of readRecords([file]))
    if ('record' in item) return { title: valuesOf(item.record, '245', 'a')[0], document: toDocument(item.record) }
  throw new Error('There is no record.')
}
const outgoingTitle = (title: string, encoding?: 'marc-8') =>
  valuesOf(outgoingRecord(stored(title, encoding)).record, '245', 'a')[0]

describe.each([
  ['hexadecimal', 'L&#x2019;ami', 'L’ami'],
  ['decimal', 'L&#8217;ami', 'L’ami'],
  ['in capitals', 'L&#X2019;AMI', 'L’AMI'],
  ['beyond 16 bits', '&#x1F4DA; &#128218;', '📚 📚'],
  ['markup', '1 &#60; 2 &#38; 3', '1 < 2 & 3'],
  ['a mark', 'e&#x0301;', 'é'],
  ['an ampersand before a reference', '&#38;#39; &#x26;#x27;', '&#38;#39; &#x26;#x27;'],
  ['one written as text', '&amp;#x2019;', '&amp;#x2019;'],
  ['named', '&amp; &eacute;', '&amp; &eacute;'],
  ['broken', '&#; &#x; &#x2019 &#xZZ; &#20', '&#; &#x; &#x2019 &#xZZ; &#20'],
  ['control characters', '&#x1F;&#30;&#10;&#x9;&#127;&#x85;&#0;', '&#x1F;&#30;&#10;&#x9;&#127;&#x85;&#0;'],
  ['no characters', '&#xD800;&#xFFFE;&#xFDD0;&#x1FFFF;&#x110000;', '&#xD800;&#xFFFE;&#xFDD0;&#x1FFFF;&#x110000;'],
])('references: %s', (_, found, meant) => {
  test('in UTF-8 are read, shown and handed out as characters', async () => {
    const loaded = stored(found)
    const { title, document } = await readTitle(loaded.marc)
    expect(title?.normalize('NFC')).toBe(meant)
    // The document's title has no final punctuation.
    expect(meant.startsWith(document.title.titlePrimary)).toBe(true)
    const { bytes } = outgoingUtf8(loaded)
    expect(valuesOf(decodeRecord(bytes).record, '245', 'a')[0]?.normalize('NFC')).toBe(meant)
    if (found === meant) expect(bytes).toBe(loaded.marc)
  })

  test('in MARCXML are decoded once, after the XML’s own', async () => {
    const xml = marcXmlHeader + recordToMarcXml(titled(found)) + marcXmlFooter
    expect((await readTitle(Buffer.from(xml))).title?.normalize('NFC')).toBe(meant)
  })

  test('in MARC-8 are read the same way', () => {
    expect(outgoingTitle(found, 'marc-8')?.normalize('NFC')).toBe(meant)
  })
})

test('the loaded bytes stay', async () => {
  const { marc } = stored('L&#x2019;ami')
  for await (const item of readRecords([marc])) expect('bytes' in item && item.bytes).toEqual(marc)
})

test('written as MARC-8, a character that it lacks becomes a reference again', () => {
  const { record } = outgoingRecord(stored('L&#8217;&#233;t&#233; &#8211; 2026'))
  const { bytes } = encodeRecord(record, { encoding: 'marc-8' })
  expect(Buffer.from(bytes).toString('latin1')).toContain('L&#x2019;\xe2et\xe2e &#x2013; 2026')
})

test('text is read the same again, however often it goes out and in', () => {
  const piece = fc.constantFrom(
    '&',
    '#',
    'x',
    '38',
    '26',
    '2019',
    '39',
    ';',
    '&#38;',
    '&#x26;',
    '&#x2019;',
    '&amp;',
    'a',
  )
  const text = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, fc.constantFrom('utf-8', 'marc-8'), (found, encoding) => {
      const once = outgoingRecord(stored(found)).record
      const { bytes } = encodeRecord(once, { encoding })
      const again = outgoingRecord({ document: { id: '7' }, marc: bytes, encoding }).record
      expect(again.fields).toEqual(once.fields)
    }),
    { numRuns: 2000 },
  )
})
