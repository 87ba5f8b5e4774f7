import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outgoingRecord } from '../outgoing/outgoing.ts'
import { type ReadRecord, type RejectedRecord, readRecords } from '../read-records.ts'
import type { MarcField, MarcRecord } from '../record.ts'
import { composed, dataFiles, hasData, readShare, valuesOf } from '../testing.ts'
import { mnemonicBytes } from './mrk-read.ts'
import { recordToMrk } from './mrk-write.ts'

async function read(file: string | Uint8Array, chunk = 1 << 20) {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  const parts: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += chunk) parts.push(bytes.subarray(at, at + chunk))
  const items: (ReadRecord | RejectedRecord)[] = []
  for await (const item of readRecords(parts)) items.push(item)
  const records = items.flatMap((item) => ('record' in item ? [item.record] : []))
  const rejected = items.flatMap((item) => ('error' in item ? [item] : []))
  return { items, records, rejected, repairs: items.flatMap((item) => ('record' in item ? item.repairs : [])) }
}

const unicode = '=LDR  00000nam a2200000 a 4500'
const marc8 = '=LDR  00000nam\\\\2200000\\a\\4500'
const titled = (title: string, leader = unicode) => `${leader}\n=001  7\n=245  10$a${title}\n`
const titleOf = async (file: string | Uint8Array) => valuesOf((await read(file)).records[0], '245', 'a')[0]

test('a record is read field by field', async () => {
  const file = `\uFEFF# Made by hand\r\n${marc8}\r\n=001  ocm1\\\r\n=008  830803m18461948paud\\\\\\\\\r\n=245  1\\$aPrice {dollar}5 {lcub}x{rcub} {bsol} :$bA test /\r\n$cby me.\r\n# In between\r\n=500  \\\\$aC:\\dir\r\n`
  const { records, repairs, rejected } = await read(file)
  expect([repairs, rejected]).toEqual([[], []])
  expect(records).toEqual([
    {
      leader: '00000nam  2200000 a 4500',
      fields: [
        { tag: '001', value: 'ocm1 ' },
        { tag: '008', value: '830803m18461948paud    ' },
        {
          tag: '245',
          ind1: '1',
          ind2: ' ',
          subfields: [
            { code: 'a', value: 'Price $5 {x} \\ :' },
            { code: 'b', value: 'A test /' },
            { code: 'c', value: 'by me.' },
          ],
        },
        { tag: '500', ind1: ' ', ind2: ' ', subfields: [{ code: 'a', value: 'C:\\dir' }] },
      ],
    },
  ])
})

test.each([
  ['caf{eacute} {acute}e {Aacute}{ccedil}{scommab}', 'café é Áçș'],
  ['{Lstrok}{oelig}{thorn}{inodot}{Ohorn}', 'ŁœþıƠ'],
  ['{llig}i{rlig}a{macr}{acute}o', 'i͡aṓ'],
  ['{uml}{macr}u', 'ǖ'],
  ['129{esc}p0{esc}s', '129⁰'],
  ['{sup2} {frac12} {mdash} {SHCHcy}', '² 1/2 -- Shch'],
  ['{E2}e {A9}2026 {copy}', 'é ♭2026 ©'],
  ['{zilch} {u675C} {', '{zilch} {u675C} {'],
  ['L&#x2019;ami', 'L’ami'],
])('%s is %s', async (written, meant) => {
  expect((await titleOf(titled(written, marc8)))?.normalize('NFC')).toBe(meant.normalize('NFC'))
  // UTF-8 has no escapes.
  if (!/esc|sup/.test(written)) expect((await titleOf(titled(written)))?.normalize('NFC')).toBe(meant.normalize('NFC'))
})

test('every named mnemonic of a letter with a mark is that letter', () => {
  for (const letter of 'aceinorstuyzACEINORSTUYZ')
    for (const mark of ['acute', 'caron', 'circ', 'grave', 'uml'])
      expect(mnemonicBytes(letter + mark)).toBe(`${mnemonicBytes(mark)}${letter}`)
  expect(mnemonicBytes('dollar')).toBe('$')
  expect(mnemonicBytes('zilch')).toBeUndefined()
})

test.each([
  ['UTF-8 by its leader', Buffer.from(titled('Ngā manu')), 'Ngā manu', 0],
  ['UTF-8 by its bytes', Buffer.from(titled('Ngā manu', marc8)), 'Ngā manu', 1],
  ['MARC-8', Buffer.from(titled('Ng\xe5a manu', marc8), 'latin1'), 'Ngā manu', 0],
  ['MARC-8 of another script', Buffer.from(titled('\x1b(NN\x1b(B \x1b$1!04\x1b(B', marc8), 'latin1'), 'н 中', 0],
  ['MARC-8 that is said to be UTF-8', Buffer.from(titled('Ng\xe5a manu'), 'latin1'), 'Ngā manu', 2],
  ['Windows-1252', Buffer.from(titled('Caf\xe9 {acute}e'), 'latin1'), 'Café é', 2],
])('text in %s is read', async (_, file, title, repairs) => {
  expect(await titleOf(file)).toBe(title)
  expect((await read(file)).repairs).toHaveLength(repairs)
})

test('records end at blank lines or before the next leader', async () => {
  const one = titled('One')
  for (const file of [one + one, `${one}\n\n${one}`, `\n\n${one}  \n${one}\n`, `${one}\n${one}`.replaceAll('\n', '\r')])
    expect((await read(file)).records).toHaveLength(2)
})

test('a line that is no field rejects only its own record, and gives its place', async () => {
  const broken = `${unicode}\n=24 10$aTitle\n=500  \\\\$aNote\n`
  const { records, rejected } = await read(`${titled('One')}\n${broken}\n${titled('Two')}`)
  expect(records).toHaveLength(2)
  const start = titled('One').length + 1
  expect(rejected).toMatchObject([
    { offset: start, error: { code: 'not_a_field', message: 'A line is not a field: “=24 10$aTitle”.' } },
  ])
  expect(rejected[0]!.error.position).toBe(unicode.length + 1)
})

test.each([
  ['no leader', '=001  7\n=245  10$aTitle\n', 'The leader had 0 characters instead of 24.'],
  ['a short leader', '=LDR  00000nam a22\n=245  10$aTitle\n', 'The leader had 12 characters instead of 24.'],
  [
    'text before $a',
    `${unicode}\n=245  10Title$bmore\n`,
    'Field 245 had text before its first subfield; it became $a.',
  ],
  ['no indicators', `${unicode}\n=245  $aTitle\n`, 'Field 245 has 0 characters instead of 2 indicators.'],
  ['an odd indicator', `${unicode}\n=245  1-$aTitle\n`, 'Field 245 had the indicator “-”, which became a blank.'],
])('a file with %s is repaired, and the repair is reported', async (_, file, repair) => {
  const { records, repairs } = await read(file)
  expect(valuesOf(records[0], '245', 'a')).toEqual(['Title'])
  expect(repairs).toEqual([repair])
})

test('a leader alone is no record', async () => {
  expect((await read(`${unicode}\n\n${titled('One')}`)).rejected).toMatchObject([{ error: { code: 'no_fields' } }])
})

test('records come while the file is read', async () => {
  let taken = 0
  async function* chunks() {
    for (; taken < 1000; taken++) yield Buffer.from(`${titled('One')}\n`)
  }
  for await (const _ of readRecords(chunks())) break
  // The number of chunks needed to detect the format.
  expect(taken).toBeLessThan(20)
})

test('a file without an end of a record is not held as a whole', async () => {
  const endless = `${titled('One')}\n${unicode}\n${'=500  \\\\$aNote\n'.repeat(200_000)}\n${titled('Two')}`
  const { records, rejected } = await read(endless)
  expect(records).toHaveLength(2)
  expect(rejected).toMatchObject([{ error: { code: 'record_too_long' } }])
  const oneLine = `${titled('One')}\n${unicode}\n=500  \\\\$a${'x'.repeat(5_000_000)}\n\n${titled('Two')}`
  expect((await read(oneLine)).records).toHaveLength(2)
})

const value = fc
  .string({ unit: fc.constantFrom(...'ab $\\{}=#\n\r&;é中📚"', '{dollar}', '\u0301', '\u200E'), maxLength: 20 })
  .map((text) => text.normalize('NFC'))
const tag = (first: number, last: number) =>
  fc.integer({ min: first, max: last }).map((number) => String(number).padStart(3, '0'))
const subfield = fc.record({ code: fc.constantFrom(...'abz019${='), value })
const field: fc.Arbitrary<MarcField> = fc.oneof(
  fc.record({ tag: tag(1, 9), value }),
  fc.record({
    tag: fc.constantFrom('00A', 'FMT'),
    ind1: fc.constant(' '),
    ind2: fc.constant('0'),
    subfields: fc.array(subfield, { minLength: 1, maxLength: 2 }),
  }),
  fc.record({
    tag: tag(10, 999),
    ind1: fc.constantFrom(...' 019a'),
    ind2: fc.constantFrom(...' 019a'),
    subfields: fc.array(subfield, { maxLength: 4 }),
  }),
)
const record = fc.record({
  leader: fc.constant('00000nam a2200000 a 4500'),
  fields: fc.array(field, { minLength: 1, maxLength: 6 }),
})

test('any records come back as they were, wherever the chunks of the file end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 90 }),
      async (all, size) => {
        const { records, repairs } = await read(Buffer.from(all.map(recordToMrk).join('')), size)
        expect(records).toEqual(all)
        expect(repairs).toEqual([])
      },
    ),
    { numRuns: 500 },
  )
})

test('any file is read or rejected', async () => {
  const piece = fc.constantFrom(
    '=',
    '=LDR  ',
    '=245  ',
    '10',
    '$a',
    '{',
    '}',
    '{acute}',
    'é',
    '\n',
    '\r\n',
    '\r',
    '#',
    'x',
    '\x1b',
    '\xff',
  )
  const file = fc.array(piece, { maxLength: 40 }).map((parts) => Buffer.from(`${unicode}\n${parts.join('')}`))
  await fc.assert(
    fc.asyncProperty(file, fc.integer({ min: 1, max: 30 }), async (bytes, size) => {
      const whole = await read(bytes)
      expect(whole.items.length).toBeGreaterThan(0)
      for (const { error } of whole.rejected) expect(error.message).toMatch(/^\p{Lu}.*\.$/su)
      expect((await read(bytes, size)).items).toEqual(whole.items)
    }),
    { numRuns: 500 },
  )
})

describe.skipIf(!hasData)('the test data', () => {
  const files = ['bib', 'auth', 'malformed'].flatMap((folder) =>
    dataFiles(folder, /\.(?:mrc|marc|dat|usmarc|xml|lif)$/),
  )
  test.each(files)('%s comes back from .mrk as it was', async (file) => {
    const out: MarcRecord[] = (await readShare(file)).map(
      ({ bytes, encoding }) => outgoingRecord({ document: { id: '7' }, marc: bytes, encoding }).record,
    )
    const { records, rejected } = await read(Buffer.from(out.map(recordToMrk).join('')))
    expect(rejected).toEqual([])
    expect(records.map(({ fields }) => composed(fields))).toEqual(
      out.map(({ fields }) => composed(fields.map(cleaned))),
    )
  })
})

/** Control characters are no data in any form. */
const cleaned = (field: MarcField): MarcField =>
  JSON.parse(JSON.stringify(field).replace(/\\u00(?:[01].|7f)|\x7f|\\[bf]/g, ''))
