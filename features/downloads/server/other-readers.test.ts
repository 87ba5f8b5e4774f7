import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { decodeRecord } from '#marc/iso2709.ts'
import { downloadsApi } from '../contract.ts'
import { recordsOf } from './testing.ts'

const data = join(import.meta.dirname, '../../../../shared/data/bib')
const missing = !existsSync(data)
  ? 'the folder ../shared/data is absent'
  : spawnSync('yaz-marcdump', ['-V']).error
    ? 'yaz-marcdump is not installed (Debian package yaz)'
    : undefined

describe.skipIf(missing)(`the downloaded file in another program${missing ? `: skipped, ${missing}` : ''}`, () => {
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

/** Prime marks of a Dewey number are for cataloguers; a school's file has the number as it is printed. */
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

/** What yaz-marcdump says of a file: every record's fields as text, by control number, and what it complains of. */
async function read(path: string, encoding: 'utf-8' | 'marc-8') {
  const text = execFileSync('yaz-marcdump', ['-f', encoding, '-t', 'utf-8', path], { encoding: 'utf8', maxBuffer: 1e9 })
  const complaints = text.split('\n').filter((line) => line.includes('<!--'))
  const records = new Map<string, string[]>()
  // A byte without a character is left out by yaz and marked by us.
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
