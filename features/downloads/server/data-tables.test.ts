import { buffer } from 'node:stream/consumers'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { readWorkbook } from '#kit/server/files/workbook-testing.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { decodeRecord, encodeRecord } from '#marc/iso2709/iso2709.ts'
import type { Preferences } from '#marc/outgoing/preferences.ts'
import type { DataField } from '#marc/record.ts'
import { writeRecords } from '../files/server/write-records.ts'
import { asCatalogued, book } from './testing.ts'

async function fileOf(
  records: CatalogueRecord[],
  format: 'CSV' | 'CSV_SPREADSHEET' | 'XLSX',
  preferences: Preferences = asCatalogued,
) {
  const messages: string[] = []
  const all = (async function* () {
    yield* records
  })()
  const progress = { signal: new AbortController().signal, written: new Set<string>(), messages }
  return { bytes: await buffer(writeRecords(all, { format, preferences }, progress)), messages }
}

async function written(records: CatalogueRecord[], format: 'CSV' | 'CSV_SPREADSHEET', preferences?: Preferences) {
  const { bytes, messages } = await fileOf(records, format, preferences)
  const text = bytes.toString('utf8')
  const { data, errors } = Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  })
  expect(errors).toEqual([])
  return { text, rows: data, messages }
}

function withFields(record: CatalogueRecord, ...fields: DataField[]): CatalogueRecord {
  const { record: read } = decodeRecord(record.marc)
  const whole = { ...read, fields: [...read.fields, ...fields] }
  return { ...record, document: toDocument(whole), marc: encodeRecord(whole).bytes }
}
const field = (tag: string, indicators: string, ...subfields: [code: string, value: string][]): DataField => ({
  tag,
  ind1: indicators[0]!,
  ind2: indicators[1]!,
  subfields: subfields.map(([code, value]) => ({ code, value })),
})

const tigers = withFields(
  book({ id: '1000001', title: 'Tigers, lions & "cats"', isbns: ['9780306406157'] }),
  field('082', '04', ['a', '599.7/56'], ['b', 'TIG'], ['2', '23']),
  field('264', ' 1', ['a', 'Wellington :'], ['b', 'Huia,'], ['c', '2026.']),
  field('520', '  ', ['a', '=HYPERLINK("https://evil.example")']),
  field('650', ' 7', ['a', 'Tigers'], ['2', 'scot']),
  field('650', ' 7', ['a', 'Tigers'], ['v', 'Pictorial works.'], ['2', 'scisshl']),
  field('700', '1 ', ['a', 'Ngata, Mere.']),
)

const hebrew = withFields(
  book({ id: '3', title: 'Sipur' }),
  field('100', '1 ', ['6', '880-01'], ['a', 'Oz, Amos']),
  field('880', '1 ', ['6', '100-01/(2/r'], ['a', 'עוז, עמוס']),
  field('880', '10', ['6', '245-02/(2/r'], ['a', 'סיפור']),
)

test('titles and authors in another script have columns of their own', async () => {
  const { rows } = await written([tigers, hebrew], 'CSV')
  expect(rows.map((row) => [row['Title in another script'], row['Authors in another script']])).toEqual([
    ['', ''],
    ['סיפור', 'עוז, עמוס'],
  ])
})

const pukapuka = book({ id: '2', title: 'Pūrākau' })

test('one line a record under named columns', async () => {
  const { text, rows } = await written([tigers, pukapuka], 'CSV')
  expect(text.startsWith('Record number,Title,')).toBe(true)
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({
    Title: 'Tigers, lions & "cats"',
    Authors: 'Ngata, Mere',
    Publisher: 'Huia',
    Place: 'Wellington',
    Year: '2026',
    Subjects: 'Tigers | Tigers — Pictorial works',
    Type: 'Book',
  })
  expect(rows[1]).toMatchObject({ Title: 'Pūrākau', ISBN: '' })
})

test('CSV has identifiers and numbers unchanged, and no formula that a program could run', async () => {
  const { rows } = await written([tigers], 'CSV')
  expect(rows[0]).toMatchObject({
    'Record number': '1000001',
    ISBN: '9780306406157',
    Dewey: '599.756',
    'Call number': '599.756 TIG',
    Summary: '\'=HYPERLINK("https://evil.example")',
  })
})

test('CSV for spreadsheets has a UTF-8 byte order mark, and identifiers as text', async () => {
  const { text, rows } = await written([tigers, pukapuka], 'CSV_SPREADSHEET')
  expect(text.startsWith('\uFEFFRecord number,Title,')).toBe(true)
  expect(rows[0]).toMatchObject({
    'Record number': '="1000001"',
    Title: 'Tigers, lions & "cats"',
    ISBN: '="9780306406157"',
    Year: '2026',
    Dewey: '="599.756"',
    'Call number': '599.756 TIG',
    Summary: '\'=HYPERLINK("https://evil.example")',
  })
})

test('a workbook has the cells of CSV: identifiers as text, years as numbers, formulas as plain text', async () => {
  const { names, rows } = readWorkbook((await fileOf([tigers, pukapuka], 'XLSX')).bytes)
  const csv = await written([tigers, pukapuka], 'CSV')
  expect(names).toEqual(Object.keys(csv.rows[0]!))
  for (const [i, row] of rows.entries())
    for (const name of names)
      expect([name, row[name]?.text ?? '']).toEqual([name, csv.rows[i]![name]!.replace(/^'=/, '=')])
  expect(rows[0]).toMatchObject({
    'Record number': { kind: 'text', isTextFormat: true },
    ISBN: { kind: 'text', isTextFormat: true },
    Dewey: { kind: 'text', isTextFormat: true },
    Year: { kind: 'number' },
    Summary: { kind: 'text', text: '=HYPERLINK("https://evil.example")' },
  })
})

test('a school’s preferences apply here too', async () => {
  const { rows } = await written([tigers], 'CSV', {
    deweyPref: 'ABRIDGED_DDC',
    deweyHoldingPref: 'HOLDINGS_852',
    isbnFormat: 'ISBN_10',
    subjectHeadingFormat: 'SCIS_HEADINGS',
  })
  expect(rows[0]).toMatchObject({
    ISBN: '0306406152',
    Dewey: '599.7',
    'Call number': '599.7 TIG',
    Subjects: 'Tigers — Pictorial works',
  })
})

test('text that exceeds a cell is cut and reported', async () => {
  const long = withFields(
    book({ id: '7' }),
    ...Array.from({ length: 5 }, () => field('505', '0 ', ['a', 'Contents '.repeat(1000)])),
  )
  const { rows, messages } = await written([long], 'CSV')
  expect(rows[0]!.Contents!.length).toBeLessThanOrEqual(32_767)
  expect(messages).toEqual([expect.stringMatching(/^Record 7: Contents has \d+ characters and was cut to 32767\.$/)])
})
