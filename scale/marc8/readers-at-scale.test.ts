import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { charactersOf, isCombining } from '#marc/charset/marc8-sets.ts'
import { marc8Sets } from '#marc/charset/marc8-tables.generated.ts'
import { encodeRecord } from '#marc/iso2709/iso2709.ts'
import type { MarcField, MarcRecord } from '#marc/record.ts'
import { composed, dataFiles, hasData, readAll } from '#marc/testing.ts'
import { otherReaders, type Reader } from './readers.ts'

/**
 * Checks that yaz, pymarc and marc4j read our MARC-8 correctly. Equal means: the same fields with the same indicators
 * and codes in the same order, and equal values after resolving references (`&#x2019;`, which MARC-8 uses for what it
 * lacks) and composing the text (NFC), with the two halves of a ligature equal to the whole.
 */
const readers = otherReaders()

/** Characters that a reader gets wrong in any encoding. Fields with one of them are not compared. */
const faults: Record<Reader['name'], RegExp[]> = {
  yaz: [],
  pymarc: [
    // It maps the EACC character for U+318D to U+E8B1.
    /\u318D/,
  ],
  marc4j: [
    // It reads this letter of extended Arabic as U+06B6 in the right half, where pymarc needs it.
    /\u0684/,
    // It truncates references and EACC characters beyond 16 bits.
    /[\u{10000}-\u{10FFFF}]/u,
  ],
}

/** Cyrillic code pages read as MARC-8: heaps of marks, on spaces and without a first half. Not text. */
const notText = ['malformed/pymarc/1251.dat', 'malformed/ruby-marc/cp866']

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'marc8-readers-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe.skipIf(readers.length === 0)('records in MARC-8', () => {
  describe.each(readers)('as $name reads them', (reader) => {
    test('every character of every set', async () => {
      const characters = new Set(Object.keys(marc8Sets).flatMap((set) => [...charactersOf(set).values()]))
      // The second half of a ligature needs a first.
      for (const half of ['\uFE21', '\uFE23']) characters.delete(half)
      expect(characters.size).toBeGreaterThan(16_000)
      await expectAlike(reader, recordsOf([...characters]))
    })

    test('characters that MARC-8 lacks', async () => {
      await expectAlike(reader, recordsOf([...'‘’”–—…•™§¶¼½¾€×÷ªº«»\u00A0\u2011ẞĳŉıɐʃΩ☺漢']))
    })

    test('adjacent scripts in any order', async () => {
      const script = fc.constantFrom(
        ...'aé ữ',
        ' ',
        'ж',
        'ђ',
        'Ω',
        'α',
        '₂',
        '²',
        'ש',
        'ع',
        'پ',
        '中',
        'が',
        '한',
        '’',
        '☺',
        '·',
        'a͡b',
        'ë́',
      )
      const text = fc.array(script, { minLength: 1, maxLength: 12 }).map((parts) => parts.join('').normalize('NFC'))
      await expectAlike(reader, recordsOf(fc.sample(text, { numRuns: 5000, seed: 17 })))
    })

    test.skipIf(!hasData)('all non-ASCII records of the test data', { timeout: 600_000 }, async () => {
      const records = await recordsBeyondAscii()
      expect(records.length).toBeGreaterThan(1300)
      await expectAlike(reader, records)
    })
  })
})

const recordsOf = (texts: string[]): MarcRecord[] => {
  const records: MarcRecord[] = []
  for (let at = 0; at < texts.length; at += 100)
    records.push({ leader: '00000nam a2200000 a 4500', fields: texts.slice(at, at + 100).map(fieldOf) })
  return records
}

const fieldOf = (text: string): MarcField => {
  const letter = isCombining(text) ? `a${text}` : text
  const subfields = [
    { code: 'a', value: `x ${letter} z` },
    { code: 'b', value: letter },
  ]
  return { tag: '500', ind1: ' ', ind2: ' ', subfields }
}

async function recordsBeyondAscii(): Promise<MarcRecord[]> {
  const found: MarcRecord[] = []
  for (const folder of ['bib', 'auth', 'malformed'])
    for (const file of dataFiles(folder, /\.(?:mrc|marc|dat|usmarc|xml|lif)$/)) {
      if (notText.some((start) => file.startsWith(start))) continue
      for (const record of (await readAll(file)).records)
        if (/[^\0-\x7f]/.test(JSON.stringify(record.fields))) found.push(record)
    }
  return found
}

/** marc4j keeps only one 001 of a record, in front. */
const fitsModel = (reader: Reader, { fields }: MarcRecord) =>
  reader.name !== 'marc4j' || fields.every(({ tag }, i) => tag !== '001' || i === 0)

async function expectAlike(reader: Reader, given: MarcRecord[]) {
  const records = given.filter((record) => fitsModel(reader, record))
  expect(given.length - records.length).toBeLessThan(20)
  const file = join(folder, 'written.mrc')
  writeFileSync(file, Buffer.concat(records.map((record) => encodeRecord(record, { encoding: 'marc-8' }).bytes)))
  const theirs = await reader.read(file)
  expect(theirs).toHaveLength(records.length)
  const isFaulty = (field: MarcField) => faults[reader.name].some((fault) => fault.test(JSON.stringify(field)))
  const unlike: { ours: MarcField; theirs: MarcField | undefined }[] = []
  records.forEach(({ fields }, record) => {
    expect(theirs[record]).toHaveLength(fields.length)
    const [ours, other] = [fields, theirs[record]!].map(comparable)
    ours!.forEach((field, i) => {
      if (isFaulty(fields[i]!) || JSON.stringify(field) === JSON.stringify(other![i])) return
      unlike.push({ ours: field, theirs: other![i] })
    })
  })
  expect(unlike).toEqual([])
}

function comparable(fields: MarcField[]): MarcField[] {
  const value = (text: string) =>
    text
      .replace(/&#x([0-9A-F]{4,6});/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
      // Not data in any record.
      .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '')
  const plain = fields.map((field) =>
    'value' in field
      ? { tag: field.tag, value: value(field.value) }
      : { ...field, subfields: field.subfields.map((each) => ({ code: each.code, value: value(each.value) })) },
  )
  return composed(plain)
}
