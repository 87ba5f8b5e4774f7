import { expect, test } from 'vitest'
import type { MarcRecord } from '../record.ts'
import { foreignNumbers, withoutForeignNumbers } from './foreign-numbers.ts'

const recordOf = (...fields: [tag: string, ...subfields: [code: string, value: string][]][]): MarcRecord => ({
  leader: '00000nam a2200000 a 4500',
  fields: [
    { tag: '001', value: '1' },
    ...fields.map(([tag, ...subfields]) => ({
      tag,
      ind1: ' ',
      ind2: ' ',
      subfields: subfields.map(([code, value]) => ({ code, value })),
    })),
  ],
})

test('cancelled and invalid numbers are distinguished, cleaned as they are searched', () => {
  const record = recordOf(
    ['020', ['a', '9780141365428'], ['z', '978-0-261-10334-4 (pbk.)'], ['z', '0439023484']],
    ['022', ['a', '0036-6854'], ['l', '0036-6854'], ['y', '0036-6855'], ['z', '1441-0176']],
    ['024', ['a', '9771234567003'], ['z', '9771234567010']],
  )
  expect(foreignNumbers(record, 'Book')).toEqual([
    { number: '9780261103344', kind: 'invalid_isbn' },
    { number: '0439023484', kind: 'invalid_isbn' },
    { number: '14410176', kind: 'cancelled_issn' },
    { number: '00366855', kind: 'incorrect_issn' },
    { number: '9771234567010', kind: 'invalid_number' },
  ])
  expect(withoutForeignNumbers(record)).toEqual(
    recordOf(
      ['020', ['a', '9780141365428']],
      ['022', ['a', '0036-6854'], ['l', '0036-6854']],
      ['024', ['a', '9771234567003']],
    ),
  )
})

test.each([
  ['E-book', [['z', '9780261103344']], 'print_isbn'],
  ['Online resource', [['z', '9780261103344 (hardback)']], 'print_isbn'],
  [
    'Online serial',
    [
      ['z', '9780261103344'],
      ['q', 'print'],
    ],
    'print_isbn',
  ],
  // Names another file format, not the print.
  [
    'E-book',
    [
      ['z', '9780261103344'],
      ['q', 'PDF ebook'],
    ],
    'invalid_isbn',
  ],
  ['E-book', [['z', '9780261103344 (epub)']], 'invalid_isbn'],
  // The check digit is wrong, so it is no printed edition's ISBN.
  ['E-book', [['z', '9780261103340']], 'invalid_isbn'],
  // A qualifier of the next number does not apply to this one.
  [
    'E-book',
    [
      ['z', '9780261103344'],
      ['a', '9780007322602'],
      ['q', 'electronic'],
    ],
    'print_isbn',
  ],
  ['Book', [['z', '9780261103344']], 'invalid_isbn'],
  ['Computer file', [['z', '9780261103344']], 'invalid_isbn'],
] as [string, [string, string][], string][])('of an item of type %s, 020 %j is its %s', (type, subfields, kind) => {
  expect(foreignNumbers(recordOf(['020', ...subfields]), type).map((each) => each.kind)).toEqual([kind])
})
