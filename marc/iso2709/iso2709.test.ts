import { expect, test } from 'vitest'
import { marc8ToUnicode } from '../charset/marc8.ts'
import { unicodeToMarc8 } from '../charset/marc8-write.ts'
import type { MarcField, MarcRecord } from '../record.ts'
import { outcomes, valuesOf } from '../testing.ts'
import { decodeRecord, encodeRecord, splitRecords } from './iso2709.ts'

const note = (value: string): MarcField => ({ tag: '520', ind1: ' ', ind2: ' ', subfields: [{ code: 'a', value }] })
const made = (...fields: MarcField[]): MarcRecord => ({ leader: '00000nam a2200000 i 4500', fields })

test('structure characters and other control characters never occur in data', () => {
  const { bytes } = encodeRecord(made(note('one\u001etwo\u001fthree\u001d\u0000four\tfive')))
  expect(valuesOf(decodeRecord(bytes).record, '520', 'a')).toEqual(['onetwothreefour\tfive'])
  expect(bytes.filter((byte) => byte === 0x1d)).toHaveLength(1)
})

test.each(['utf-8', 'marc-8'] as const)(
  'a field of more than 9,999 bytes is cut between characters, in %s',
  (encoding) => {
    const whole = `start ${'ā'.repeat(9000)}`
    const { bytes, cuts } = encodeRecord(made({ tag: '001', value: '1' }, note(whole), note('short')), { encoding })
    expect(cuts).toEqual([expect.stringMatching(/^Field 520 has [\d,]+ bytes and was cut to 9,999\.$/)])
    const values = valuesOf(decodeRecord(bytes).record, '520', 'a')
    expect(values[1]).toBe('short')
    expect(whole.startsWith(values[0]!)).toBe(true)
    expect(values[0]!.length).toBeGreaterThan(4900)
  },
)

test('a field is cut in the subfield that exceeds the limit, and later ones are left out', () => {
  const parts = ['x', 'y', 'z'].map((code) => ({ code, value: code.repeat(6000) }))
  const { bytes } = encodeRecord(made({ tag: '505', ind1: '0', ind2: ' ', subfields: parts }))
  const { record } = decodeRecord(bytes)
  expect(valuesOf(record, '505', 'x')[0]).toHaveLength(6000)
  expect(valuesOf(record, '505', 'y')[0]).toHaveLength(9999 - 6000 - 3 - 4)
  expect(valuesOf(record, '505', 'z')).toEqual([])
})

test('a record of more than 99,999 bytes drops the fields that do not fit, and says which', () => {
  const fields = Array.from({ length: 15 }, (_, i) => note(`${i} ${'n'.repeat(9000)}`))
  const { bytes, cuts } = encodeRecord(made({ tag: '001', value: '7' }, ...fields, note('end')))
  expect(bytes.length).toBeLessThanOrEqual(99_999)
  expect(cuts.length).toBeGreaterThan(3)
  const { record, repairs } = decodeRecord(bytes)
  expect(repairs).toEqual([])
  expect(valuesOf(record, '520', 'a').at(-1)).toBe('end')
  expect(valuesOf(record, '001')).toEqual(['7'])
})

test('a character that MARC-8 lacks becomes a numeric reference and comes back', () => {
  expect(unicodeToMarc8('Mānuka 📚 ½')).toBe('M\xe5anuka &#x1F4DA; &#x00BD;')
  expect(marc8ToUnicode('M\xe5anuka &#x1F4DA; &#x00BD;')).toEqual({ text: 'Mānuka 📚 ½', unknown: 0 })
})

test.each([
  ['marks before their letter', '\xe2e\xe8u \xf2\xe3a', 'éü ậ'.normalize('NFC')],
  ['a ligature over two letters', '\xebi\xeca', 'i\u0361a'],
  ['Cyrillic', '\x1b(NwOJNA\x1b(B!', 'Война!'],
  ['Greek', '\x1b(SaeS\x1b(B', 'αδΠ'],
  ['Chinese', '\x1b$1!0!!0"\x1b(B.', '一丁.'],
  ['a subscript', 'H\x1bb2\x1bsO', 'H₂O'],
])('MARC-8 with %s reads as Unicode', (_, bytes, text) => {
  expect(marc8ToUnicode(bytes)).toEqual({ text, unknown: 0 })
  expect(marc8ToUnicode(unicodeToMarc8(text)).text).toBe(text)
})

test.each([
  ['Arii\uFE20a\uFE21', 'Arii\u0361a', 'Ari\xebi\xeca'],
  ['n\uFE22g\uFE23', 'n\u0360g', '\xfan\xfbg'],
])('a mark over two letters in two halves, %s, is written as the whole mark', (halves, whole, bytes) => {
  expect(unicodeToMarc8(halves)).toBe(bytes)
  expect(unicodeToMarc8(whole)).toBe(bytes)
  expect(marc8ToUnicode(bytes)).toEqual({ text: whole, unknown: 0 })
})

test('a truncated file loses its last record only', () => {
  const bytes = Buffer.concat(
    ['1', '2', '3'].map((value) => encodeRecord(made({ tag: '001', value }, note('text'))).bytes),
  )
  expect(outcomes(bytes)).toEqual(['ok', 'ok', 'ok'])
  expect(outcomes(bytes.subarray(0, -6))).toEqual(['ok', 'ok', 'record_cut_off'])
  expect(outcomes(bytes.subarray(0, -1))).toEqual(['ok', 'ok', 'ok'])
  expect(outcomes(Buffer.from(''))).toEqual([])
})

test('a file without any record terminator is refused with little memory', async () => {
  const block = Buffer.alloc(1024 * 1024, 'x')
  function* endless() {
    for (let i = 0; i < 300; i++) yield block
  }
  const before = process.memoryUsage().rss
  const chunks: number[] = []
  for await (const { bytes } of splitRecords(endless())) chunks.push(bytes.length)
  expect(chunks).toHaveLength(1)
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
})
