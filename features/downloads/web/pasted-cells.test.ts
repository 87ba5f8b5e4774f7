import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { csvLine, spreadsheetCsvLine } from '#kit/csv.ts'
import { printedIssn } from '#marc/isbn.ts'
import { chooseColumn } from '../list-file/web/choose-column.ts'
import { asText } from '../list-file/web/list-text.ts'
import { readListFile } from '../list-file/web/read-list-file.ts'
import { identitiesOf, readIdentifiers } from '../quick-request/web/identifier-list.ts'

const typed = (text: string) => readIdentifiers(text).rows.map((row) => row.typed)
const dropped = async (text: string) => {
  const file = await readListFile(new Blob([text]))
  if (file.is !== 'list') throw new Error(`refused: ${file.why}`)
  return typed(asText(chooseColumn(file.columns).used))
}

const two = ['9780394890487', '0394890485']

test.each([
  '9780394890487; 0394890485',
  '9780394890487;0394890485',
  '9780394890487 ; 0394890485',
  '9780394890487 | 0394890485',
  '9780394890487|0394890485',
  '9780394890487, 0394890485',
  '9780394890487,0394890485',
  '9780394890487\t0394890485',
  '9780394890487\n0394890485',
  '9780394890487\r\n0394890485\r\n',
  '"9780394890487 | 0394890485"',
  '"9780394890487";"0394890485"',
  "'9780394890487 | '0394890485",
  "'9780394890487 | 0394890485",
  '="9780394890487"; ="0394890485"',
  '="9780394890487";="0394890485"',
  '"=""9780394890487"""\t"=""0394890485"""',
  '="9780394890487 | 0394890485"',
  '9780394890487 (hbk.) ; 0394890485 (pbk.) |',
  '‘9780394890487’, “0394890485”'.replace(/[“”]/g, '"'),
])('%j are two identifiers', (cell) => {
  expect(typed(cell)).toEqual(two)
})

test.each([';', '; ', ' | ', '|', ', ', '\n', '\r\n'])(
  'a cell of a file has two identifiers with %j between',
  async (between) => {
    const line = csvLine(['Title', two.join(between)])
    expect(await dropped(`Title,ISBN\r\n${line}${line}`)).toEqual([...two, ...two])
  },
)

test.each(['; ', ' | ', ' ; '])('each line of a file may be such a cell: %j', async (between) => {
  expect(await dropped(`${two.join(between)}\n1869713801\n${two.join(between)}\n`)).toEqual([
    ...two,
    '1869713801',
    ...two,
  ])
  expect(await dropped(`${two.join(between)}\n`.repeat(3))).toEqual([...two, ...two, ...two])
})

test('two short adjacent numbers in a cell are not one ISSN', async () => {
  expect(typed('1441 | 0176')).toEqual(['1441', '0176'])
  expect(typed('1441; 0176')).toEqual(['1441', '0176'])
  expect(typed('1441\t0176')).toEqual(['1441', '0176'])
  expect(await dropped('Title,Number\r\nTerns,1441 | 0176\r\nGulls,7 | 8\r\n')).toEqual(['1441', '0176', '7', '8'])
})

test('a cell with more ISBNs than fit on a line is read completely', async () => {
  const many = Array.from({ length: 100 }, (_, i) => isbn13Of(`978014${String(i).padStart(6, '0')}`))
  expect(await dropped(`Title,ISBN\r\n${csvLine(['Set', many.join(' | ')])}`)).toEqual(many)
})

function isbn13Of(twelve: string) {
  const sum = [...twelve].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return `${twelve}${(10 - (sum % 10)) % 10}`
}
const elevens = (digits: string, length: number) => {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (length - at), 0)
  return `${digits}${'0123456789X0'[(11 - (sum % 11)) % 11]}`
}

describe('several identifiers as our files write them are read back', () => {
  const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
  const identifier = fc.oneof(
    fc.tuple(fc.constantFrom('978', '979', '977', '400'), digits(9)).map((parts) => isbn13Of(parts.join(''))),
    digits(9).map((nine) => elevens(nine, 10)),
    digits(7).map((seven) => printedIssn(elevens(seven, 8))),
    fc.stringMatching(/^(?:ocm|nr|b|NLNZ-|\(OCoLC\))?[1-9]\d{3,5}$/),
  )
  const cell = fc.uniqueArray(identifier, { minLength: 1, maxLength: 12 })
  const between = fc.constantFrom(' | ', '; ')
  const sent = (found: string[]) => identitiesOf(readIdentifiers(found.join('\n')).rows)

  test('pasted from the file of a cell, or from the cell of a spreadsheet', () => {
    fc.assert(
      fc.property(cell, between, (identifiers, separator) => {
        const value = identifiers.join(separator)
        // A workbook's cell, then the lines of both kinds of CSV.
        for (const text of [value, csvLine([value]), spreadsheetCsvLine([value])])
          expect(typed(text)).toEqual(identifiers)
        const opened = Papa.parse<string[]>(spreadsheetCsvLine([value]), { delimiter: ',' }).data[0]![0]!
        expect(typed(opened)).toEqual(identifiers)
      }),
      { numRuns: 3000 },
    )
  })

  test('dropped as a file', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 2, maxLength: 8 }), between, async (rows, separator) => {
        const expected = sent(rows.flat())
        for (const lineOf of [csvLine, spreadsheetCsvLine]) {
          const file = ['ISBN', ...rows.map((row) => row.join(separator))].map((value) => lineOf([value, 'A tale']))
          expect(sent(await dropped(file.join('')))).toEqual(expected)
        }
      }),
      { numRuns: 300 },
    )
  })
})
