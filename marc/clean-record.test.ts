import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCleanUtf8 } from './clean-record.ts'
import { decodeRecord, encodeRecord, splitBuffer } from './iso2709/iso2709.ts'
import { MarcError } from './marc-error.ts'
import { outgoingRecord } from './outgoing/outgoing.ts'
import { dataFile, dataFiles, hasData } from './testing.ts'

const clean = encodeRecord({
  leader: '00000nam a2200000 a 4500',
  fields: [
    { tag: '001', value: '7' },
    { tag: '008', value: '000101s1976    dcu     a     000 0 eng d' },
    {
      tag: '245',
      ind1: '1',
      ind2: '0',
      subfields: [
        { code: 'a', value: 'Ngā manu & ngā rākau /' },
        { code: 'c', value: 'by two\nauthors' },
      ],
    },
    { tag: '500', ind1: ' ', ind2: ' ', subfields: [{ code: 'a', value: '' }] },
  ],
}).bytes
const changed = (at: number, byte: number) => {
  const bytes = Uint8Array.from(clean)
  bytes[at] = byte
  return bytes
}
/** The result of the full check. */
const goesOutAsItCame = (marc: Uint8Array) =>
  outgoingRecord({ document: { id: '7' }, marc, encoding: 'utf-8' }).isAsLoaded

test('a record in order passes the quick check', () => {
  expect(isCleanUtf8(clean)).toBe(true)
  expect(goesOutAsItCame(clean)).toBe(true)
})

test.each([
  ['another length', 4, 0x39],
  ['MARC-8', 9, 0x20],
  ['other constants of the leader', 11, 0x33],
  ['another entry map', 20, 0x30],
  ['an address that is none', 32, 0x78],
  ['a blank number', clean.indexOf(0x37, 60), 0x20],
  ['a capital as indicator', clean.indexOf(0x1f) - 1, 0x41],
  ['a control character', clean.indexOf(0x0a), 0x07],
  ['a character cut in two', clean.indexOf(0xc4), 0x61],
  ['another end', clean.length - 1, 0x20],
])('%s needs the full check', (_, at, byte) => {
  expect(isCleanUtf8(changed(at, byte))).toBe(false)
})

test('a damaged record that passes the quick check also passes the full check', () => {
  const damage = fc.array(fc.tuple(fc.nat(clean.length - 1), fc.nat(255)), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(damage, (places) => {
      const bytes = Uint8Array.from(clean)
      for (const [at, byte] of places) bytes[at] = byte
      if (isCleanUtf8(bytes)) expect(goesOutAsItCame(bytes)).toBe(true)
    }),
    { numRuns: 20_000 },
  )
})

test.runIf(hasData)('nearly all rewritten real records pass the quick check, and those that pass are clean', () => {
  let [all, seemed] = [0, 0]
  for (const file of dataFiles('bib', /\.(mrc|dat)$/))
    for (const { bytes } of splitBuffer(dataFile(file))) {
      if (isCleanUtf8(bytes)) expect(goesOutAsItCame(bytes)).toBe(true)
      const anew = readable(() => encodeRecord(decodeRecord(bytes).record).bytes)
      if (!anew) continue
      all++
      if (!isCleanUtf8(anew)) continue
      seemed++
      expect(goesOutAsItCame(anew)).toBe(true)
    }
  expect(seemed / all).toBeGreaterThan(0.9)
})

function readable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof MarcError) return undefined
    throw error
  }
}
