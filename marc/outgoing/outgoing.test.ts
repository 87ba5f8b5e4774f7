import { expect, test } from 'vitest'
import { decodeRecord, encodeRecord } from '../iso2709/iso2709.ts'
import type { MarcRecord } from '../record.ts'
import { outgoingRecord, outgoingUtf8, type StoredRecord } from './outgoing.ts'

const title = { tag: '245', ind1: '0', ind2: '0', subfields: [{ code: 'a', value: 'Māori' }] }
const made = (leader: string, ...numbers: string[]): MarcRecord => ({
  leader,
  fields: [...numbers.map((value) => ({ tag: '001', value })), title],
})
const stored = (record: MarcRecord, encoding: 'utf-8' | 'marc-8' = 'utf-8'): StoredRecord => ({
  document: { id: '7' },
  marc: encodeRecord(record, { encoding }).bytes,
  encoding,
})
const good = made('00000nam a2200000 a 4500', '7')

test('a faultless record leaves with its own bytes', () => {
  const record = stored(good)
  expect(outgoingRecord(record).isAsLoaded).toBe(true)
  expect(outgoingUtf8(record)).toEqual({ bytes: record.marc, cuts: [] })
  expect(outgoingUtf8(record).bytes).toBe(record.marc)
})

test('one loaded as MARC-8 leaves as UTF-8', () => {
  expect(outgoingUtf8(stored(good, 'marc-8')).bytes).toEqual(stored(good).marc)
})

test.each([
  ['no number', made(good.leader)],
  ['an empty number', made(good.leader, '  ')],
  ['two, the first of them empty', made(good.leader, '', '8')],
  ['another entry map', made('00000nam a2200000 a 45 0', '7')],
])('one with %s is repaired', (_, record) => {
  const { record: outgoing, isAsLoaded } = outgoingRecord(stored(record))
  expect(isAsLoaded).toBe(false)
  expect(outgoing.fields).toEqual(good.fields)
  expect(outgoing.leader).toMatch(/^\d{5}nam a22\d{5} a 4500$/)
  expect(decodeRecord(outgoingUtf8(stored(record)).bytes)).toMatchObject({
    record: { fields: good.fields },
    repairs: [],
  })
})
