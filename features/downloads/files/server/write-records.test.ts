import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { runs } from '#kit/runs-testing.ts'
import { decodeRecord, encodeRecord } from '#marc/iso2709/iso2709.ts'
import { readRecords } from '#marc/read-records.ts'
import type { MarcRecord } from '#marc/record.ts'
import { book, asCatalogued as preferences } from '../../server/testing.ts'
import { writeRecords } from './write-records.ts'

const formats = ['MARC_21', 'MARC_21_MARC8', 'MARC_XML'] as const

const count = runs(400, 4000)

test.each([...formats, 'MODS_XML', 'CSV', 'CSV_SPREADSHEET'] as const)(
  '%s: memory stays flat, because no record is read before the last piece is taken',
  async (format) => {
    const long = book({ id: '1', title: 'A very long title. '.repeat(400) })
    let read = 0
    const records = (async function* () {
      for (; read < count; read++) yield long
    })()
    const progress = { signal: new AbortController().signal, written: new Set<string>(), messages: [] }
    const sizes: number[] = []
    for await (const piece of writeRecords(records, { format, preferences }, progress)) {
      sizes.push(piece.length)
      const taken = sizes.reduce((sum, size) => sum + size, 0)
      // Apart from the current record, all titles read so far are in the pieces taken.
      expect((read - 1) * long.document.title.titlePrimary.length).toBeLessThanOrEqual(taken)
    }
    expect(read).toBe(count)
    expect(Math.max(...sizes)).toBeLessThan(3 * 64 * 1024)
  },
)

test('XLSX: memory stays flat, although a workbook is compressed', async () => {
  let read = 0
  const records = (async function* () {
    // Incompressible text: the size of the pieces then shows how much was read.
    for (; read < 2000; read++) yield book({ id: String(read), title: randomBytes(4000).toString('base64url') })
  })()
  const progress = { signal: new AbortController().signal, written: new Set<string>(), messages: [] }
  let taken = 0
  for await (const piece of writeRecords(records, { format: 'XLSX', preferences }, progress)) {
    taken += piece.length
    expect(piece.length).toBeLessThan(3 * 64 * 1024)
    expect(read * 4000).toBeLessThan(taken + 1024 * 1024)
  }
  expect(read).toBe(2000)
})

test('XLSX: nothing is sent before a record is written', async () => {
  const progress = { signal: new AbortController().signal, written: new Set<string>(), messages: [] }
  const one = (async function* () {
    yield book({ id: '1' })
  })()
  for await (const _ of writeRecords(one, { format: 'XLSX', preferences }, progress))
    expect(progress.written.size).toBe(1)
})

async function written(record: CatalogueRecord, format: (typeof formats)[number]) {
  const progress = { signal: new AbortController().signal, written: new Set<string>(), messages: [] as string[] }
  const pieces: Uint8Array[] = []
  const one = (async function* () {
    yield record
  })()
  for await (const piece of writeRecords(one, { format, preferences }, progress)) pieces.push(piece)
  const records: MarcRecord[] = []
  for await (const item of readRecords(pieces)) if ('record' in item) records.push(item.record)
  return { bytes: Buffer.concat(pieces), records, messages: progress.messages }
}

test.each(formats)('%s: a leader that does not end in 4500 is repaired, and nothing else', async (format) => {
  for (const [at, wrong] of [
    [20, '45 0'],
    [20, '450 '],
    [20, '    '],
    [10, '  '],
  ] as const) {
    const right = book({ id: '1', title: 'Māori' })
    const spoilt = Buffer.from(right.marc)
    spoilt.write(wrong, at, 'latin1')
    expect((await written({ ...right, marc: spoilt }, format)).bytes).toEqual((await written(right, format)).bytes)
    const { bytes } = encodeRecord(decodeRecord(spoilt).record)
    if (wrong === '45 0') expect(Buffer.from(bytes)).toEqual(spoilt)
  }
})

test.each(formats)('%s: a record number that was given at the load is in 001', async (format) => {
  const numbered = book({ id: '9123', title: 'Who am I' })
  const [number, ...fields] = decodeRecord(numbered.marc).record.fields
  expect(number).toEqual({ tag: '001', value: '9123' })
  for (const found of [fields, [{ tag: '001', value: ' ' }, ...fields]]) {
    const { bytes } = encodeRecord({ leader: '00000nam a2200000 a 4500', fields: found })
    const { records } = await written({ ...numbered, marc: bytes }, format)
    expect(records.map((record) => record.fields)).toEqual([[number, ...fields]])
  }
})

test('values that the schema of MARCXML does not allow are named in the messages', async () => {
  const record = book({ id: '1' })
  const marc = Buffer.from(record.marc)
  marc[17] = 0x7c
  const { bytes, messages } = await written({ ...record, marc }, 'MARC_XML')
  expect(bytes.toString()).toMatch(/<leader>\d{5}nam a22\d{5} a 4500</)
  expect(messages).toEqual([expect.stringMatching(/^Record 1: The leader “.*\|a 4500” is not allowed in MARCXML/)])
})
