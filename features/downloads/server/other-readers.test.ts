import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { decodeRecord } from '#marc/iso2709/iso2709.ts'
import type { Preferences } from '#marc/outgoing/preferences.ts'
import { readRecords } from '#marc/read-records.ts'
import type { MarcRecord } from '#marc/record.ts'
import { downloadsApi } from '../contract.ts'
import { writeRecords } from '../files/server/write-records.ts'
import { recordsOf } from './testing.ts'

const data = join(import.meta.dirname, '../../../../shared/data/bib')
const missing = !existsSync(data)
  ? 'the folder ../shared/data is absent'
  : spawnSync('yaz-marcdump', ['-V']).error
    ? 'yaz-marcdump is not installed (Debian package yaz)'
    : undefined

const skipped = missing ? `: skipped, ${missing}` : ''

describe.skipIf(missing)(`the downloaded file in another program${skipped}`, () => {
  let app: TestApp
  let folder: string
  beforeAll(async () => {
    app = await testApp()
    folder = mkdtempSync(join(tmpdir(), 'readers-'))
    await app.db
      .insertInto('customerSettings')
      .values({ customerId: 'demo-lakeside', settings: JSON.stringify({ isbnDuplicateHandling: 'ALL_MATCHES' }) })
      .execute()
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })

  test.each([
    ['traject_test_data.utf8.mrc', 'utf-8'],
    ['usgpo/Census_Resources_22_utf8.mrc', 'utf-8'],
    ['usgpo/NIST_Collection/UTF8/nist_gcr_utf8.mrc', 'utf-8'],
    ['evergreen_jazz_1k.mrc', 'marc-8'],
    ['evergreen_hebrew.marc', 'marc-8'],
    ['usgpo/NIST_Collection/MARC8/nist_gcr_marc8.mrc', 'marc-8'],
  ] as const)('%s is read without complaint and says the same', async (name, encoding) => {
    const source = uniqueRecords(join(data, name))
    await app.catalogue.write(source.values())
    const file = await downloaded([...source.keys()])

    const ours = await read(file.path, 'utf-8')
    expect(ours.complaints).toEqual([])
    expect([...ours.records.keys()]).toEqual(file.ids)
    const bytes = Buffer.concat([...source.values()].map(({ marc }) => marc))
    const original = join(folder, 'source.mrc')
    writeFileSync(original, bytes)
    const theirs = (await read(original, encoding)).records
    const marked = [...theirs].filter(([, lines]) => lines.some((line) => withoutMarks(line) !== line))
    expect(ours.records).toEqual(new Map([...theirs].map(([id, lines]) => [id, lines.map(withoutMarks)])))

    const sameBytes = file.ids.filter((id) => file.bytes.includes(Buffer.from(source.get(id)!.marc)))
    const changed = new Set(marked.map(([id]) => id))
    const flagged = file.ids.filter((id) => source.get(id)!.marc[9] === 0x61 && !changed.has(id))
    expect(sameBytes).toEqual(flagged)
    if (encoding === 'utf-8') expect(sameBytes.length).toBeGreaterThan(0)
  })

  async function downloaded(identities: string[]) {
    const { response } = await app.as('lakeside')(downloadsApi.createRequest, { identities })
    expect(response).toMatchObject({ requestStatus: 'READY', unmatchedRecords: '', messages: [] })
    const reply = await app.raw('lakeside', { url: `/rest/mydownload/download?requestId=${response.id}` })
    const path = join(folder, 'file.mrc')
    writeFileSync(path, reply.rawPayload)
    return { path, bytes: reply.rawPayload, ids: response.matchedRecords.split(',') }
  }
})

/** All preferences of a school, in two sets. */
const wishes: [string, Preferences][] = [
  [
    'abridged Dewey, 852, ISBN-10, SCIS headings',
    {
      deweyPref: 'ABRIDGED_DDC',
      deweyHoldingPref: 'HOLDINGS_852',
      isbnFormat: 'ISBN_10',
      subjectHeadingFormat: 'SCIS_HEADINGS',
    },
  ],
  [
    'full Dewey, 852, ISBN-13, thesaurus headings',
    {
      deweyPref: 'FULL_DDC',
      deweyHoldingPref: 'HOLDINGS_852',
      isbnFormat: 'ISBN_13',
      subjectHeadingFormat: 'SCOT_HEADINGS',
    },
  ],
]

describe.skipIf(missing)(`a file with every preference changed in another program${skipped}`, () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'readers-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const sources = [
    'traject_test_data.utf8.mrc',
    'bookops_nypl-sample.mrc',
    'qacat_LC_BooksAll2014_100.mrc',
    'evergreen_hebrew.marc',
    'evergreen_jazz_1k.mrc',
    'usgpo/NIST_Collection/MARC8/nist_gcr_marc8.mrc',
  ]
  const formats = [
    ['MARC_21', ['-f', 'utf-8']],
    ['MARC_21_MARC8', ['-f', 'marc-8']],
    ['MARC_XML', ['-i', 'marcxml', '-f', 'utf-8']],
  ] as const

  test.each(
    formats.flatMap(([format, reading]) =>
      wishes.map(([wanted, preferences]) => ({ format, reading, wanted, preferences })),
    ),
  )('$format, $wanted: read without complaint, and as we read it', async ({ format, reading, preferences }) => {
    for (const name of sources) {
      const progress = { signal: new AbortController().signal, written: new Set<string>(), messages: [] }
      const pieces: Uint8Array[] = []
      const records = Readable.from([...recordsOf(readFileSync(join(data, name)))])
      for await (const piece of writeRecords(records, { format, preferences }, progress)) pieces.push(piece)
      const path = join(folder, 'file')
      writeFileSync(path, Buffer.concat(pieces))

      const text = execFileSync('yaz-marcdump', [...reading, '-t', 'utf-8', path], { encoding: 'utf8', maxBuffer: 1e9 })
      expect(text).not.toContain('<!--')
      const theirs = comparable(text)
        .split(/\n\n/)
        .map((record) => record.trim().split('\n').slice(1).join('\n'))
      const ours: string[] = []
      for await (const item of readRecords(pieces)) if ('record' in item) ours.push(linesOf(item.record))
      expect(ours.length).toBe(progress.written.size)
      expect(theirs.filter(Boolean)).toEqual(ours.map(comparable))
    }
  })
})

/** A record as yaz-marcdump prints it, without its leader. */
const linesOf = ({ fields }: MarcRecord) =>
  fields
    .map((field) =>
      'value' in field
        ? `${field.tag} ${field.value}`
        : `${field.tag} ${field.ind1}${field.ind2} ${field.subfields.map(({ code, value }) => `$${code} ${value}`).join(' ')}`,
    )
    .join('\n')

/**
 * yaz drops a byte without a character, which we mark; it prints a reference of
 * MARC-8 as it is, drops an empty subfield, and trims lines.
 */
const comparable = (text: string) =>
  text
    .replace(/&#x([0-9A-F]{4,6});/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .normalize('NFC')
    .replaceAll('\uFFFD', '')
    .replace(/(?: \$)? *$/gm, '')

/** Prime marks of a Dewey number are for cataloguers; a school's file has the printed number. */
const withoutMarks = (line: string) =>
  /^08[23] /.test(line) ? line.replace(/\$a \d[^$]*/g, (number) => number.replace(/[/'’]/g, '')) : line

function uniqueRecords(path: string) {
  const records = new Map<string, CatalogueRecord>()
  for (const record of recordsOf(readFileSync(path))) {
    const { id } = record.document
    if (/^[\w -]+$/.test(id) && controlNumber(record.marc).trim() === id && !records.has(id)) records.set(id, record)
  }
  return records
}

function controlNumber(marc: Uint8Array) {
  const field = decodeRecord(marc).record.fields.find(({ tag }) => tag === '001')
  return field && 'value' in field ? field.value : ''
}

/** The output of yaz-marcdump for a file: every record's fields as text, by control number, and its complaints. */
async function read(path: string, encoding: 'utf-8' | 'marc-8') {
  const text = execFileSync('yaz-marcdump', ['-f', encoding, '-t', 'utf-8', path], { encoding: 'utf8', maxBuffer: 1e9 })
  const complaints = text.split('\n').filter((line) => line.includes('<!--'))
  const records = new Map<string, string[]>()
  // yaz drops a byte without a character; we mark it.
  for (const record of text.normalize('NFC').replaceAll('\uFFFD', '').split(/\n\n/)) {
    const [, ...fields] = record.trim().split('\n')
    const id = fields
      .find((line) => line.startsWith('001 '))
      ?.slice(4)
      .trim()
    if (id) records.set(id, fields)
  }
  return { complaints, records }
}
