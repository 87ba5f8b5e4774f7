import { describe, expect, test } from 'vitest'
import type { MarcField, Subfield } from '../record.ts'
import { fieldLength, fitTag, plainFieldText, writeRecord } from './iso2709-write.ts'

const usual = '00000nam a2200000 i 4500'
const control = (value: string, tag = '001'): MarcField => ({ tag, value })
const data = (subfields: Subfield[], ind1 = ' ', ind2 = ' '): MarcField => ({ tag: '245', ind1, ind2, subfields })
const a = (value: string): Subfield => ({ code: 'a', value })

type Given = { fields?: MarcField[]; leader?: string; encoding?: 'utf-8' | 'marc-8' }
const written = ({ fields = [], leader = usual, encoding = 'utf-8' }: Given) => {
  const bytes = writeRecord({ leader, fields }, encoding)
  return bytes && Buffer.from(bytes).toString('latin1')
}
const leaderOf = (given: Given) => written(given)!.slice(0, 24)
/** The bytes of a lone field, without its terminator. */
const contentOf = (field: MarcField, encoding: Given['encoding'] = 'utf-8') =>
  written({ fields: [field], encoding })!.slice(37, -2)

test('a record is written byte for byte: leader, directory, fields and terminators', () => {
  const fields = [control('42'), data([a('Wombats'), { code: 'c', value: 'by them.' }], '1', '0')]
  expect(written({ fields })).toBe(
    '00075nam a2200049 i 4500' + '001000300000' + '245002200003' + '\x1e42\x1e10\x1faWombats\x1fcby them.\x1e\x1d',
  )
})

test('a record without fields has an empty directory', () => {
  expect(written({})).toBe('00026nam a2200025 i 4500\x1e\x1d')
})

describe('the leader', () => {
  test('names the encoding and counts two indicators and two bytes of a subfield code', () => {
    expect(leaderOf({ leader: '00000nam  9900000 i 4500' })).toBe('00026nam a2200025 i 4500')
    expect(leaderOf({ leader: '00000nam a9900000 i 4500', encoding: 'marc-8' })).toBe('00026nam  2200025 i 4500')
  })

  test.each([
    ['45A ', '45A '],
    ['4500', '4500'],
    ['4600', '4500'],
    ['45-0', '4500'],
    ['45', '4500'],
    ['45xyz', '4500'],
    ['x45xy', '4500'],
  ])('that ends with %j ends with %j', (given, end) => {
    expect(leaderOf({ leader: `00000nam a2200000 i ${given}` })).toBe(`00026nam a2200025 i ${end}`)
  })

  test('has a blank for a character that is missing or no printable ASCII', () => {
    expect(leaderOf({ leader: '00000né\x7f~\x1f' })).toBe('00026n  ~a2200025   4500')
  })
})

describe('a field', () => {
  test.each([
    ['~', '~'],
    ['\x7f', ' '],
    ['é', ' '],
    ['', ' '],
    ['\x1f', ' '],
  ])('with the indicator %j has %j', (given, byte) => {
    expect(contentOf(data([a('x')], given, '1'))).toBe(`${byte}1\x1fax`)
    expect(contentOf(data([a('x')], '1', given))).toBe(`1${byte}\x1fax`)
  })

  test('keeps a lone delimiter, and gives a subfield without a code a blank', () => {
    const field = data([
      { code: '', value: '' },
      { code: '', value: 'x' },
      { code: 'b', value: '' },
    ])
    expect(contentOf(field)).toBe('  \x1f\x1f x\x1fb')
    expect(plainFieldText(field)).toBe('  \x1f\x1f x\x1fb')
  })

  test.each(['utf-8', 'marc-8'] as const)(
    'loses control characters but keeps tabs and line breaks, in %s',
    (encoding) => {
      expect(contentOf(control('4\x1f2'), encoding)).toBe('42')
      const all = String.fromCharCode(...Array.from({ length: 32 }, (_, code) => code), 0x7f)
      expect(contentOf(control(`x${all}y~`), encoding)).toBe('x\t\n\ry~')
      expect(contentOf(data([a(`x${all}y~`)]), encoding)).toBe('  \x1fax\t\n\ry~')
      expect(plainFieldText(control(`x${all}y~`))).toBe('x\t\n\ry~')
      expect(plainFieldText(data([a(`x${all}y~`)], '1'))).toBe('1 \x1fax\t\n\ry~')
    },
  )

  test('is encoded as the record', () => {
    expect(contentOf(data([a('né')]))).toBe('  \x1fan\xc3\xa9')
    expect(contentOf(data([a('né')]), 'marc-8')).toBe('  \x1fan\xe2e')
  })

  test.each(['utf-8', 'marc-8'] as const)('has the length that the directory states, in %s', (encoding) => {
    for (const field of [
      control('4\x002é'),
      control('© 2026'),
      data([a('Mānuka\x1f'), { code: 'b', value: '' }], '1', '0'),
      data([{ code: 'c', value: 'plain' }]),
      data([]),
    ])
      expect(fieldLength(field, encoding)).toBe(Number(written({ fields: [field], encoding })!.slice(27, 31)))
  })
})

test.each([
  ['245', '245'],
  [' 4~', ' 4~'],
  ['24', '024'],
  ['', '000'],
  ['é45', '045'],
  ['2450', '245'],
  ['24\x1f5', '245'],
])('the tag %j is written as %j', (given, tag) => {
  expect(fitTag(given)).toBe(tag)
  expect(written({ fields: [control('x', given)] })!.slice(24, 27)).toBe(tag)
})

describe('a record is not written', () => {
  test.each(['utf-8', 'marc-8'] as const)(
    'if a field has more than 9,999 bytes with its terminator, in %s',
    (encoding) => {
      for (const ofLength of [
        (length: number) => control('x'.repeat(length - 1)),
        (length: number) => control(`é${'x'.repeat(length - 3)}`),
        (length: number) => data([a('x'.repeat(length - 5))]),
      ]) {
        expect(written({ fields: [ofLength(9999)], encoding })!.slice(27, 31)).toBe('9999')
        expect(written({ fields: [ofLength(10_000)], encoding })).toBeUndefined()
      }
    },
  )

  test.each(['utf-8', 'marc-8'] as const)('if a value is too long, no matter what follows it, in %s', (encoding) => {
    for (const long of ['x'.repeat(12_000), 'é'.repeat(9000), 'é'.repeat(150_000)]) {
      expect(written({ fields: [data([a(long), a('end')])], encoding })).toBeUndefined()
      expect(written({ fields: [control(long), control('2', '002')], encoding })).toBeUndefined()
    }
  })

  test('if it has more than 99,999 bytes', () => {
    const whole = Array.from({ length: 9 }, () => control('x'.repeat(9998)))
    // 10 entries of 12 bytes, the leader and two terminators.
    const room = 99_999 - 26 - 10 * 12 - 9 * 9999
    expect(written({ fields: [...whole, control('x'.repeat(room - 1))] })!.slice(0, 5)).toBe('99999')
    expect(written({ fields: [...whole, control('x'.repeat(room))] })).toBeUndefined()
  })

  test('if it has more fields than a directory can list', () => {
    expect(written({ fields: Array.from({ length: 20_000 }, () => control('é')) })).toBeUndefined()
  })

  test('if its subfields exceed the buffer', () => {
    expect(written({ fields: [data(Array.from({ length: 60 }, () => a('ā'.repeat(4900))))] })).toBeUndefined()
  })
})
