import { expect, test } from 'vitest'
import { decodeRecord, encodeRecord } from '../iso2709/iso2709.ts'
import type { MarcRecord } from '../record.ts'
import { outgoingAuthority, outgoingRecord, outgoingUtf8, type StoredRecord } from './outgoing.ts'
import type { Preferences } from './preferences.ts'

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

const preferences: Preferences = {
  deweyPref: 'FULL_DDC',
  deweyHoldingPref: 'SCIS_DEFAULT',
  isbnFormat: 'ISBN_13',
  subjectHeadingFormat: 'SCOT_SCIS_HEADINGS',
}

test('one that its school wants as it is leaves with its own bytes', () => {
  const record = stored(good)
  const { bytes, cuts } = outgoingUtf8(record, preferences)
  expect(bytes).toBe(record.marc)
  expect(cuts).toEqual([])
})

test('one that its school wants otherwise is changed, though it is faultless', () => {
  const isbn = (value: string) => ({ tag: '020', ind1: ' ', ind2: ' ', subfields: [{ code: 'a', value }] })
  const record = { ...good, fields: [good.fields[0]!, isbn('0306406152'), title] }
  const changed = { ...good, fields: [good.fields[0]!, isbn('9780306406157'), title] }
  expect(outgoingUtf8(stored(record), preferences).bytes).toEqual(stored(changed).marc)
})

/** A record whose title holds this byte. */
const withByte = (byte: number): StoredRecord => {
  const record = stored({
    ...good,
    fields: [good.fields[0]!, { ...title, subfields: [{ code: 'a', value: 'Ma@ori' }] }],
  })
  return { ...record, marc: record.marc.map((each) => (each === 0x40 ? byte : each)) }
}
const titleIn = (bytes: Uint8Array) => decodeRecord(bytes).record.fields[1]

test.each([0x01, 0x08, 0x0b, 0x0c, 0x0e, 0x1c, 0x7f])(
  'the control character %i is no data, and is left out',
  (byte) => {
    for (const given of [undefined, preferences]) {
      const { bytes } = outgoingUtf8(withByte(byte), given)
      expect(titleIn(bytes)).toMatchObject({ subfields: [{ code: 'a', value: 'Maori' }] })
      expect(bytes).not.toContain(byte)
    }
  },
)

test.each([0x09, 0x0a, 0x0d])('the line break or tab %i is data, and stays', (byte) => {
  const record = withByte(byte)
  for (const given of [undefined, preferences]) expect(outgoingUtf8(record, given).bytes).toBe(record.marc)
})

test('one that lies about its length or its characters is repaired', () => {
  const whole = stored({ ...good, fields: [good.fields[0]!, { ...title, subfields: [{ code: 'a', value: 'Maori' }] }] })
  const patched = (at: number, text: string): StoredRecord => {
    const marc = whole.marc.slice()
    marc.set(Buffer.from(text), at)
    return { ...whole, marc }
  }
  const [length, characters] = [patched(0, '00031'), patched(9, ' ')]
  expect(outgoingRecord(length).isAsLoaded).toBe(false)
  for (const record of [length, characters])
    for (const given of [undefined, preferences]) expect(outgoingUtf8(record, given).bytes).toEqual(whole.marc)
})

test('its own number counts wherever it is, and no other control field is taken for it', () => {
  const organisation = { tag: '003', value: 'SCIS' }
  const late = stored({ ...good, fields: [organisation, ...good.fields] })
  expect(outgoingRecord(late).record.fields).toEqual([organisation, ...good.fields])
  expect(outgoingRecord(late).isAsLoaded).toBe(true)
  const none = stored({ ...good, fields: [organisation, title] })
  expect(outgoingRecord(none).record.fields).toEqual([{ tag: '001', value: '7' }, organisation, title])
})

test('an authority record leaves with the leader that other programs rely on', () => {
  const heading = { tag: '150', ind1: ' ', ind2: ' ', subfields: [{ code: 'a', value: 'Māori' }] }
  const fields = [...good.fields.slice(0, 1), heading]
  const { bytes } = outgoingAuthority({ leader: '00000nz  a  00000n  4 x0', fields })
  expect(decodeRecord(bytes)).toMatchObject({ record: { fields }, repairs: [] })
  expect(Buffer.from(bytes.subarray(0, 24)).toString()).toMatch(/^\d{5}nz {2}a22\d{5}n {2}4500$/)
})
