import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { type CsvCell, csvLine, spreadsheetCsvLine } from './csv.ts'

const cell = (value: CsvCell) => csvLine([value]).slice(0, -2)
const inSpreadsheet = (value: CsvCell) => spreadsheetCsvLine([value]).slice(0, -2)

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
  expect(inSpreadsheet(value)).toBe(written)
})

const numbers = ['9780306406157', '0143506528', '080442957X', '1441-0176', '007', '599.756', '9.78E+12', '1/2']

test.each(numbers)('%s is written unchanged', (text) => {
  expect(cell(text)).toBe(text)
})

const plainNumbers = ['-12.5', '+3', '-7', '+1e5', '-1.5E-7', '-.5', '-3.']

test.each([...numbers, ...plainNumbers, '1,000', '.1995', '+61 3 9000 1111', '9780394890487, 0394890485'])(
  'a spreadsheet keeps %s as text',
  (text) => {
    expect(Papa.parse<string[]>(inSpreadsheet(text)).data).toEqual([[`="${text}"`]])
  },
)

test.each(['9780394890487 | 0394890485', 'M306', '3rd edition', '1'.repeat(300)])(
  'a spreadsheet reads %s as text without help',
  (text) => {
    expect(inSpreadsheet(text)).toBe(text)
  },
)

test.each(['-12,5', '-1 ', '+1-1', '+61 3 9000 1111'])('%j is not a plain number', (text) => {
  expect(Papa.parse<string[]>(cell(text)).data).toEqual([[`'${text}`]])
})

test.each(plainNumbers)('%s is a plain number, and cannot run', (text) => {
  expect(cell(text)).toBe(text)
})

test.each([
  '=1+1',
  '+cmd|’ /C calc’!A0',
  '-2+3',
  '@SUM(A1)',
  ' =1',
  '\u00A0=1',
  '\u200B=1',
  '\uFEFF=1',
  '"=1+1',
  ' "=1+1"',
  '-- a title',
  '-',
  '\t=1',
  '\r=1',
  '\n=1',
  '\ttext',
  '\t5',
])('the spreadsheet does not run %j', (text) => {
  for (const line of [csvLine, spreadsheetCsvLine])
    expect(Papa.parse<string[]>(line([text, 'next']), { newline: '\r\n' }).data[0]).toEqual([`'${text}`, 'next'])
})

test.each(['＝1+1', '＋1', '－1', ' ＠SUM(A1)'])('%j is data, and a spreadsheet does not run it', (text) => {
  const read = (line: string) => Papa.parse<string[]>(line, { newline: '\r\n' }).data[0]
  expect(read(csvLine([text, 'next']))).toEqual([text, 'next'])
  expect(read(spreadsheetCsvLine([text, 'next']))).toEqual([`'${text}`, 'next'])
})

describe('any cell', () => {
  const hidden = fc.stringMatching(/^[ \t\r\n\u00A0\u200B\uFEFF"]{0,3}$/)
  const trigger = fc.constantFrom(...'=+-@＝＋－＠\t\r')
  const number = fc
    .tuple(fc.constantFrom('', '+', '-'), fc.nat(), fc.constantFrom('', '.', '.5', '.075'), fc.constantFrom('', 'e7'))
    .map((parts) => parts.join(''))
  const identifier = fc.stringMatching(/^0{0,2}\d{1,13}X?$|^\d{4}-\d{3}[\dX]$|^\d{3}\.\d{1,4}$/)
  const attack = fc.tuple(hidden, trigger, fc.string({ unit: 'grapheme' })).map((parts) => parts.join(''))
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), number, identifier, attack)

  const read = (line: string, cells: number) => {
    const { data, errors } = Papa.parse<string[]>(line, { delimiter: ',', newline: '\r\n' })
    expect(errors).toEqual([])
    expect(data).toHaveLength(2)
    expect(data[0]).toHaveLength(cells)
    return data[0]!
  }
  /** Independently of the implementation: what a spreadsheet would see first. */
  const wouldRun = (value: string) =>
    (/^[\t\r\n]/.test(value) || /^[=+\-@]/.test(value.replace(/^[\s\u200B\uFEFF"]+/u, ''))) &&
    !(Number.isFinite(Number(value)) && /^[-+.\de]+$/i.test(value))

  test('text that would run gets an apostrophe, and everything else reads back equal', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (cells) => {
        const found = read(csvLine(cells), cells.length)
        for (const [i, value] of cells.entries())
          if (wouldRun(value)) expect(found[i]).toBe(`'${value}`)
          else if (/^[\s\p{Cf}"]*[=+\-@]/u.test(value)) expect([value, `'${value}`]).toContain(found[i])
          else expect(found[i]).toBe(value)
      }),
      { numRuns: 2000 },
    )
  })

  test('for a spreadsheet only a text of digits gets an equals sign, and that reads back equal', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (cells) => {
        const found = read(spreadsheetCsvLine(cells), cells.length)
        for (const [i, value] of cells.entries()) {
          const figures = /^="( *[+-]?[\d .,/:X-]+(?:E[+-]?\d+)? *)"$/i.exec(found[i]!)?.[1]
          if (figures !== undefined) expect(figures).toBe(value)
          else if (wouldRun(value)) expect(found[i]).toBe(`'${value}`)
          else expect([value, `'${value}`]).toContain(found[i])
        }
      }),
      { numRuns: 2000 },
    )
  })
})
