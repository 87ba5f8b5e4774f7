import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { marc8ToUnicode } from './charset/marc8.ts'
import { unicodeToMarc8 } from './charset/marc8-write.ts'
import { toDocument } from './crosswalk/crosswalk.ts'
import { fault } from './damage-testing.ts'
import { decodeRecord, encodeRecord, splitBuffer, splitRecords } from './iso2709/iso2709.ts'
import { MarcError } from './marc-error.ts'
import { recordToMarcXml } from './marcxml/marcxml.ts'
import { readMarcXml } from './marcxml/marcxml-read.ts'
import { recordToMrk } from './mrk/mrk-write.ts'
import { outgoingRecord, outgoingUtf8 } from './outgoing/outgoing.ts'
import { readRecords } from './read-records.ts'
import type { MarcField, MarcRecord } from './record.ts'
import { composed } from './testing.ts'

const script = (first: number, last: number) =>
  fc.integer({ min: first, max: last }).map((code) => String.fromCodePoint(code))
/** Letters of every MARC-8 script, marks, characters that MARC-8 lacks, markup, and a character beyond 16 bits. */
const character = fc.oneof(
  { weight: 8, arbitrary: script(0x20, 0x7e) },
  script(0xa1, 0x17f),
  script(0x300, 0x333),
  script(0x3b1, 0x3c9),
  script(0x410, 0x44f),
  script(0x5d0, 0x5ea),
  script(0x621, 0x63a),
  script(0x1ea0, 0x1ef9),
  script(0x3041, 0x3090),
  script(0x4e00, 0x9fa0),
  script(0xac00, 0xd7a3),
  fc.constantFrom('&', '<', '"', '\u{1f4da}', '\u200d', '\t'),
)
const text = fc.array(character, { maxLength: 60 }).map((parts) => parts.join('').normalize('NFC'))
const code = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789')
const indicator = fc.constantFrom(...' 0123456789abc')
const tag = (first: number, last: number) =>
  fc.integer({ min: first, max: last }).map((number) => String(number).padStart(3, '0'))

const field: fc.Arbitrary<MarcField> = fc.oneof(
  fc.record({ tag: tag(1, 9), value: text }),
  fc.record({
    tag: tag(10, 999),
    ind1: indicator,
    ind2: indicator,
    subfields: fc.array(fc.record({ code, value: text }), { minLength: 1, maxLength: 6 }),
  }),
)
const record: fc.Arbitrary<MarcRecord> = fc.record({
  leader: fc.constantFrom('00000nam a2200000 i 4500', '00000cas a2200000 a 4500', '00000ngm a2200000Ii 4500'),
  fields: fc.array(field, { minLength: 1, maxLength: 12 }),
})

/** MARCXML puts the control fields first. */
const inOrder = ({ leader, fields }: MarcRecord): MarcRecord => ({
  leader,
  fields: [...fields].sort((a, b) => Number('subfields' in a) - Number('subfields' in b)),
})

const withCode = (code: string): MarcRecord => ({
  leader: '00000nam a2200000 a 4500',
  fields: [{ tag: '245', ind1: '0', ind2: '0', subfields: [{ code, value: 'Title' }] }],
})

async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

describe('any record', () => {
  test('comes back from UTF-8 as it was', () => {
    fc.assert(
      fc.property(record, (written) => {
        const { record: read, repairs } = decodeRecord(encodeRecord(written).bytes)
        expect(read.fields).toEqual(written.fields)
        expect(repairs).toEqual([])
      }),
    )
  })

  test('comes back from MARC-8 as it was', () => {
    fc.assert(
      fc.property(record, (written) => {
        const { bytes } = encodeRecord(written, { encoding: 'marc-8' })
        const { record: read, repairs } = decodeRecord(bytes, { charset: 'marc-8' })
        expect(repairs).toEqual([])
        expect(composed(read.fields)).toEqual(composed(written.fields))
        const again = encodeRecord(decodeRecord(bytes, { charset: 'marc-8' }).record, { encoding: 'marc-8' })
        expect(composed(decodeRecord(again.bytes, { charset: 'marc-8' }).record.fields)).toEqual(composed(read.fields))
      }),
    )
  })

  test('keeps its marks of MARC-8 in their order, byte for byte', () => {
    const mark = fc.constantFrom(
      ...'\xe0\xe1\xe2\xe3\xe4\xe5\xe6\xe7\xe8\xe9\xea\xed\xee\xef\xf0\xf1\xf2\xf3\xf4\xf5\xf6\xf7\xf8\xf9\xfe',
    )
    const letters = fc.array(
      fc.tuple(fc.array(mark, { maxLength: 3 }), fc.constantFrom(...'aeioucsdhklnrtyzAEIOU \xa2\xb2')),
    )
    fc.assert(
      fc.property(letters, (parts) => {
        const bytes = parts.map(([marks, letter]) => marks.join('') + letter).join('')
        expect(unicodeToMarc8(marc8ToUnicode(bytes).text)).toBe(bytes)
      }),
    )
  })

  test('comes back from MARCXML as it was', async () => {
    await fc.assert(
      fc.asyncProperty(record, async (written) => {
        const items = await listOf(readMarcXml([Buffer.from(recordToMarcXml(written))]))
        expect(items).toMatchObject([{ record: inOrder(written), repairs: [] }])
      }),
    )
  })

  /** A record number plus fields longer than a MARC 21 directory can count, alone or together. */
  const long = fc
    .tuple(record, fc.array(fc.tuple(fc.nat(), fc.integer({ min: 5_000, max: 200_000 })), { maxLength: 4 }))
    .map(([{ leader, fields }, lengths]): MarcRecord => {
      const numbered = [{ tag: '001', value: '1' }, ...fields.filter(({ tag }) => tag !== '001')]
      for (const [at, length] of lengths) {
        const value = 'He whāriki, ‘a mat’. '.repeat(length / 20).trim()
        const note = { tag: '505', ind1: '0', ind2: ' ', subfields: [{ code: 'a', value }] }
        numbered.splice(1 + (at % numbered.length), 0, note)
      }
      return { leader, fields: numbered }
    })

  /** Blanks out the leader's lengths and addresses. */
  const mrkOf = (each: MarcRecord) =>
    recordToMrk({ ...each, leader: each.leader.replace(/^.{5}(.{7}).{5}/, '00000$100000') })

  test.each([
    ['the mnemonic form', recordToMrk, (written: MarcRecord) => written],
    ['MARCXML', (written: MarcRecord) => recordToMarcXml(written), inOrder],
  ])('of any length is loaded whole from %s, and cut only in ISO 2709 for others', async (_, write, order) => {
    await fc.assert(
      fc.asyncProperty(long, async (written) => {
        const [read] = await listOf(readRecords([Buffer.from(write(written))]))
        if (!read || 'error' in read) throw read?.error
        expect(read.repairs).toEqual([])
        const stored = { document: { id: '1' }, marc: read.bytes, encoding: read.encoding }
        expect(decodeRecord(read.bytes).repairs).toEqual([])
        expect(mrkOf(outgoingRecord(stored).record)).toBe(mrkOf(order(written)))
        const again = [...splitBuffer(Buffer.concat([read.bytes, read.bytes]))]
        expect(again.map(({ bytes }) => decodeRecord(bytes))).toMatchObject(
          Array(2).fill({ record: { fields: order(written).fields }, repairs: [] }),
        )
        const { bytes, cuts } = outgoingUtf8(stored)
        expect(fault(bytes)).toBe('')
        expect(cuts.length > 0).toBe(read.bytes.length > bytes.length)
        expect(outgoingUtf8(stored).bytes).toEqual(encodeRecord(order(written)).bytes)
      }),
      { numRuns: 40 },
    )
  })

  test.each([
    ['MARCXML', (code: string) => recordToMarcXml(withCode('q')).replace('code="q"', `code="${code}"`)],
    ['the mnemonic form', (code: string) => recordToMrk(withCode('q')).replace('$q', `$${code}`)],
  ])('has an ASCII subfield code when it is read from %s, and this is reported once', async (_, write) => {
    for (const [code, instead] of [
      ['Ä', 'A'],
      ['é', 'e'],
      ['日', '?'],
      ['📚', '?'],
    ] as const) {
      const [read] = await listOf(readRecords([Buffer.from(write(code))]))
      if (!read || 'error' in read) throw read?.error
      expect(read.repairs).toEqual([`Field 245 had the subfield code “${code}”, which became “${instead}”.`])
      expect(read.record.fields).toEqual(withCode(instead).fields)
      expect(decodeRecord(read.bytes)).toMatchObject({ record: { fields: read.record.fields }, repairs: [] })
      const repairs: string[] = []
      recordToMarcXml(read.record, repairs)
      expect(repairs).toEqual([])
    }
  })

  test('gives a document', () => {
    fc.assert(
      fc.property(record, (written) => {
        expect(toDocument(written).titleSort).toBe(toDocument(written).titleSort.trim())
      }),
    )
  })
})

describe('arbitrary bytes', () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .constantFrom('\u001d', '\u001e', '\u001f', '\u001b$1', '\u001b(N', '&#x', '00127     2200037   4500245008900000')
      .map((t) => Buffer.from(t, 'latin1')),
    record.map((each) => encodeRecord(each, { encoding: 'marc-8' }).bytes),
    fc.tuple(record, fc.nat(), fc.nat({ max: 255 })).map(([each, at, byte]) => {
      const { bytes } = encodeRecord(each)
      bytes[at % bytes.length] = byte
      return bytes
    }),
  )
  const file = fc.array(piece, { maxLength: 12 }).map((pieces) => Buffer.concat(pieces))

  test('are read or refused with a MarcError, and every byte of data is in one chunk', () => {
    fc.assert(
      fc.property(file, (bytes) => {
        let end = 0
        for (const chunk of splitBuffer(bytes)) {
          expect(chunk.offset).toBeGreaterThanOrEqual(end)
          end = chunk.offset + chunk.bytes.length
          expect(Buffer.compare(bytes.subarray(chunk.offset, end), chunk.bytes)).toBe(0)
          try {
            const { record: read, encoding } = decodeRecord(chunk.bytes)
            toDocument(read)
            const again = encodeRecord(read, { encoding })
            expect(Buffer.from(again.bytes).subarray(0, -1).includes(0x1d)).toBe(false)
          } catch (error) {
            if (!(error instanceof MarcError)) throw error
            expect(error.message).toMatch(/^\p{Lu}.*\.$/su)
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  test('are cut into the same records wherever the chunks of the file end', async () => {
    await fc.assert(
      fc.asyncProperty(file, fc.integer({ min: 1, max: 50 }), async (bytes, size) => {
        const parts: Buffer[] = []
        for (let at = 0; at < bytes.length; at += size) parts.push(bytes.subarray(at, at + size))
        const streamed = await listOf(splitRecords(parts))
        expect(streamed.map(plain)).toEqual([...splitBuffer(bytes)].map(plain))
      }),
    )
  })

  const xml = fc
    .array(
      fc.oneof(
        { weight: 2, arbitrary: record.map(recordToMarcXml) },
        fc.constantFrom('<record>', '</record>', '<leader>', '&x;', '<!DOCTYPE a [', ']>', '<a', '<!--', '</b>', '\0'),
      ),
      { maxLength: 8 },
    )
    .map((parts) => `<collection>${parts.join('')}</collection>`)

  test('that look like XML break at most once for each record and once more', async () => {
    await fc.assert(
      fc.asyncProperty(xml, async (text) => {
        const items = await listOf(readRecords([Buffer.from(text)]))
        const broken = items.filter((item) => 'error' in item && item.error.code === 'xml_not_well_formed')
        expect(broken.length).toBeLessThanOrEqual(1 + text.split('<record').length - 1)
      }),
    )
  })

  test('that look like XML give the same records and errors wherever the chunks of the file end', async () => {
    await fc.assert(
      fc.asyncProperty(xml, fc.integer({ min: 1, max: 100 }), async (text, size) => {
        const whole = Buffer.from(text)
        const parts: Buffer[] = []
        for (let at = 0; at < whole.length; at += size) parts.push(whole.subarray(at, at + size))
        expect(await listOf(readMarcXml(parts))).toEqual(await listOf(readMarcXml([whole])))
      }),
    )
  })

  test('that break the XML of one record leave the others unchanged', async () => {
    const records = fc.array(record, { minLength: 3, maxLength: 6 })
    const spoil = fc.constantFrom('&', '<', '<![CDATA[', '<!--', '</x>', '</collection>', '\0')
    await fc.assert(
      fc.asyncProperty(records, fc.nat(), spoil, async (written, at, spoiling) => {
        const spoilt = at % (written.length - 1)
        const parts = written.map((each, n) =>
          n === spoilt ? recordToMarcXml(each).replace('</leader>', `${spoiling}</leader>`) : recordToMarcXml(each),
        )
        const items = await listOf(readMarcXml([Buffer.from(`<collection>${parts.join('')}</collection>`)]))
        const read = items.flatMap((item) => ('record' in item ? [item.record] : []))
        expect(read).toEqual(written.filter((_, n) => n !== spoilt).map(inOrder))
        expect(items).toHaveLength(written.length)
      }),
    )
  })

  const plain = ({ offset, bytes }: { offset: number; bytes: Uint8Array }) => [
    offset,
    Buffer.from(bytes).toString('latin1'),
  ]
})
