import { expect, test } from 'vitest'
import { type CsvCell, csvOf } from './csv.ts'

const cell = (value: CsvCell) => csvOf({ columns: ['A'], rows: [[value]] }).slice('\uFEFFA\r\n'.length, -2)

test('a table begins with the mark of UTF-8 and ends each line', () => {
  expect(csvOf({ columns: ['Title', 'Year'], rows: [['Pūrākau', 2021]] })).toBe('\uFEFFTitle,Year\r\nPūrākau,2021\r\n')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\u00A0=1', '＝1+1', '-- a title'])(
  'the spreadsheet does not compute %j',
  (text) => {
    expect(cell(text).replace(/^"/, '')[0]).toBe("'")
  },
)

test.each(['\t=1', '\r=1', '\ttext'])('%j does not hide a formula', (text) => {
  expect(cell(text)).toBe(`"'${text}"`)
})

test.each(['9780306406157', '0143506528', '080442957X', '1441-0176', '007', '9.78E+12', '1/2', '1,000'])(
  '%s stays text',
  (text) => {
    expect(cell(text).replaceAll('"', '')).toBe(`'${text}`)
  },
)

test.each([
  ['The 101 dalmatians', 'The 101 dalmatians'],
  ['a, b', '"a, b"'],
  ['he said "no"', '"he said ""no"""'],
  ['two\nlines', '"two\nlines"'],
  [2021, '2021'],
  [-1, '-1'],
  [new Date('2026-01-31'), '2026-01-31'],
  [null, ''],
  ['', ''],
] satisfies [CsvCell, string][])('%j is written as %j', (value, written) => {
  expect(cell(value)).toBe(written)
})
