import { expect, test, vi } from 'vitest'
import { identifierKey } from '#marc/identifier.ts'
import { askableKeys, identitiesOf, readIdentifiers, replaceIn } from './identifier-list.ts'
import { asShown, describeRow } from './row-labels.ts'

const read = (text: string) => readIdentifiers(text).rows
const typed = (text: string) => read(text).map((row) => row.typed)

test('identifiers are split on newlines, spaces, tabs and commas', () => {
  expect(typed('9780306406157\r\n0143506528 1441-0176,12345\t678\n\n , ')).toEqual([
    '9780306406157',
    '0143506528',
    '1441-0176',
    '12345',
    '678',
  ])
})

test('an ISBN or ISSN written in groups stays one identifier', () => {
  expect(typed('978 1 86971 380 5')).toEqual(['978 1 86971 380 5'])
  expect(typed('0 14 350652 8, 978-1-86971-380-5')).toEqual(['0 14 350652 8', '978-1-86971-380-5'])
  expect(typed('9 781869 713805')).toEqual(['9 781869 713805'])
  expect(typed('1441 0176')).toEqual(['1441 0176'])
  expect(typed('978 1 86971 380 6')).toEqual(['978 1 86971 380 6'])
})

test('adjacent whole numbers stay separate, even if together they would pass for one', () => {
  expect(typed('0143506528 9781869713805')).toEqual(['0143506528', '9781869713805'])
  expect(typed('97818697 13805')).toEqual(['97818697', '13805'])
  expect(typed('1234 5678')).toEqual(['1234', '5678'])
})

test('text copied along from a book or a list is left out', () => {
  expect(typed('ISBN 978-1-86971-380-5 (pbk. : $12.95)')).toEqual(['978-1-86971-380-5'])
  expect(typed('ISBN-13: 9781869713805 ISSN 1441-0176')).toEqual(['9781869713805', '1441-0176'])
  expect(typed('"9781869713805","0143506528"\n=\'9780306406157')).toEqual([
    '9781869713805',
    '0143506528',
    '9780306406157',
  ])
  expect(typed('(OCoLC)12345')).toEqual(['(OCoLC)12345'])
})

test('brackets around a number are left out, for every kind of number', () => {
  const numbers = ['0000092002', '978-0-00-009200-7', '0378-5955', '4006381333931', 'M-2600-0043-8', '7442913', 'ocm12']
  for (const [open, close] of ['[]', '{}', '()', '<>', '«»', '“”', '【】', '（）'])
    for (const number of numbers) {
      const rows = read(`${open}${number}${close}, ${open} ${number} ${close} (pbk.)\n${open}${close}`)
      expect(rows.map(({ typed, kind }) => [typed, kind])).toEqual(Array(2).fill([number, identifierKey(number).kind]))
    }
})

test('two spellings of a number in digits of two scripts are one book', () => {
  const rows = read('9780000092007\n٩٧٨٠٠٠٠٠٩٢٠٠٧ 𞥙𞥗𞥘𞥐𞥐𞥐𞥐𞥐𞥙𞥒𞥐𞥐𞥗')
  expect(rows.map(({ key, sameAs, from, to }) => [key, sameAs, from, to])).toEqual([
    ['9780000092007', undefined, 0, 13],
    ['9780000092007', 1, 14, 27],
    ['9780000092007', 1, 28, 54],
  ])
})

test('characters that a scanner sends around a code are not part of it', () => {
  expect(typed(']E09781869713805\n]C0B123\nA9781869713805\n*LIB4711*\n~0143506528#\n\x029780306406157\x03')).toEqual([
    '9781869713805',
    'B123',
    '9781869713805',
    'LIB4711',
    '0143506528',
    '9780306406157',
  ])
})

test('codes that a scanner joined are split if each has a valid check digit', () => {
  expect(read('97818697138059780143506522').map(({ typed, from, to }) => [typed, from, to])).toEqual([
    ['9781869713805', 0, 13],
    ['9780143506522', 13, 26],
  ])
  expect(typed('97818697138069780143506522')).toEqual(['97818697138069780143506522'])
})

test('each identifier is normalised and classified', () => {
  const rows = read('978-1-86971-380-5\n0143506528\n1441-0176\n9770004931006')
  expect(rows.map((row) => [asShown(row), describeRow(row)])).toEqual([
    ['9781869713805', 'ISBN-13'],
    ['0143506528', 'ISBN-10 → 9780143506522'],
    ['1441-0176', 'ISSN'],
    ['9770004931006', 'ISSN → 0004931X'],
  ])
})

test('a repeated book is reported with the line of the first, in any notation', () => {
  const rows = read('9780143506522\n\n0-14-350652-8')
  expect(rows[1]).toMatchObject({ line: 3, sameAs: 1 })
  expect(describeRow(rows[1]!)).toBe('Same as line 1')
  expect(identitiesOf(rows)).toEqual(['9780143506522'])
})

test('a wrong check digit is reported with the number that was probably meant', () => {
  const [isbn13, isbn10, issn] = read('9780306406158\n0-14-350652-9\n1441-0177')
  expect(describeRow(isbn13!)).toBe('Check digit should be 7')
  expect(isbn13).toMatchObject({ problem: 'bad_check_digit', suggestion: '9780306406157' })
  expect(isbn10).toMatchObject({ suggestion: '0143506528' })
  expect(issn).toMatchObject({ suggestion: '1441-0176' })
})

test('a number cut short by a spreadsheet is one identifier, with a decimal comma too', () => {
  expect(read('9.78044E+12').map(describeRow)).toEqual(['Number cut short by a spreadsheet'])
  expect(typed('9,78044E+12, 0143506528')).toEqual(['9,78044E+12', '0143506528'])
  expect(identitiesOf(read('9,78044E+12'))).toEqual(['9.78044E+12'])
})

test('invisible characters are not part of an identifier', () => {
  const text = '\u200F978\u00AD0306406157, \u200B0143506528\u200B \u200B\n\u2068x\u2069'
  const rows = read(text)
  expect(rows.map((row) => [row.typed, describeRow(row)])).toEqual([
    ['9780306406157', 'ISBN-13'],
    ['0143506528', 'ISBN-10 → 9780143506522'],
    ['x', 'Not an ISBN, ISSN, barcode or record number'],
  ])
  expect(replaceIn(text, rows[0]!, '1')).toBe('\u200F1, \u200B0143506528\u200B \u200B\n\u2068x\u2069')
})

test('an ISBN with a letter in it needs correction, and is no record number', () => {
  const [x, o] = read('978030640615X 97803064O6157')
  expect([describeRow(x!), x!.suggestion]).toEqual(['Check digit should be 7', '9780306406157'])
  expect([describeRow(o!), o!.suggestion]).toEqual(['A letter instead of a digit', '9780306406157'])
  expect(read('9780306O00615')[0]).toMatchObject({ problem: 'bad_check_digit', suggestion: undefined })
})

test('words on a line are a title to search by', () => {
  expect(read('The very hungry caterpillar, 12345 ?\n9780306406158').map((row) => row.title)).toEqual([
    ...Array(4).fill('The very hungry caterpillar'),
    undefined,
    'The very hungry caterpillar',
    undefined,
  ])
})

test('only valid keys are looked up, each once', () => {
  expect(askableKeys(read('9780306406157 9780306406158 hello 9780306406157 9.78E+12'))).toEqual([
    '9780306406157',
    '9780306406158',
  ])
})

test('4,000 identifiers are accepted, the next one is too many', () => {
  const lines = Array.from({ length: 4000 }, (_, i) => `rec${i}`)
  expect(readIdentifiers(lines.join('\n')).over).toBe(0)
  const more = readIdentifiers([...lines, '', 'rec4000 rec4001'].join('\n'))
  expect(more.over).toBe(2)
  expect(more.rows).toHaveLength(4000)
})

test('one endless line is refused before it is parsed', () => {
  const line = '9'.repeat(20_000_000)
  expect(readIdentifiers(line).over).toBe(Number.POSITIVE_INFINITY)
})

test('typing at the end of 4,000 lines reads only the line that changed', () => {
  const lines = Array.from({ length: 3999 }, (_, i) => `97891435${String(i).padStart(5, '0')}`).join('\n')
  readIdentifiers(lines)
  const keep = vi.spyOn(Map.prototype, 'set')
  readIdentifiers(`${lines}\n1`)
  const parsed = keep.mock.calls.filter(([, row]) => Array.isArray(row)).map(([line]) => line)
  keep.mockRestore()
  expect(parsed).toEqual(['1'])
})

test('a row knows its position, so that it can be corrected or removed', () => {
  const text = 'ISBN 9780306406158, 123\nabc'
  const [wrong, number, word] = read(text)
  expect(replaceIn(text, wrong!, wrong!.suggestion!)).toBe('ISBN 9780306406157, 123\nabc')
  expect(replaceIn(text, number!, '')).toBe('ISBN 9780306406158, \nabc')
  expect(replaceIn(text, word!, '')).toBe('ISBN 9780306406158, 123\n')
  expect(replaceIn('a\nb\nc', { from: 2, to: 3 }, '')).toBe('a\nc')
})
