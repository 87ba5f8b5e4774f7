import { expect, test } from 'vitest'
import { readWorkbook } from '#kit/server/files/workbook-testing.ts'
import { type ExportTable, tableFile } from './save-table.ts'

const table: ExportTable = {
  columns: ['Title', 'Identifier', 'Year', 'Saved'],
  rows: [
    ['Pūrākau, a "tale"', '0143506528', 2021, new Date('2026-11-20T20:00:00Z')],
    ['=1+1', '9780394890487; 0394890485', null, null],
    ['constructor', null, 2022, null],
  ],
}

test('CSV is for programs: no byte order mark, and unchanged identifiers', async () => {
  const file = await tableFile(table, 'CSV')
  expect(file.type).toBe('text/csv; charset=utf-8')
  expect(Buffer.from(await file.arrayBuffer()).toString()).toBe(
    'Title,Identifier,Year,Saved\r\n"Pūrākau, a ""tale""",0143506528,2021,2026-11-20\r\n\'=1+1,9780394890487; 0394890485,,\r\nconstructor,,2022,\r\n',
  )
})

test('CSV for spreadsheets has a UTF-8 byte order mark, and identifiers as text', async () => {
  const bytes = Buffer.from(await (await tableFile(table, 'CSV_SPREADSHEET')).arrayBuffer())
  expect(bytes.toString().split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFTitle,Identifier,Year,Saved',
    '"Pūrākau, a ""tale""","=""0143506528""",2021,2026-11-20',
  ])
})

test('a workbook has identifiers as text, numbers as numbers and dates as dates, under a frozen header', async () => {
  const file = await tableFile(table, 'XLSX')
  expect(file.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  const { names, rows, sheet } = readWorkbook(Buffer.from(await file.arrayBuffer()))
  expect(names).toEqual(table.columns)
  expect(rows.map((row) => names.map((name) => row[name]?.text ?? ''))).toEqual([
    ['Pūrākau, a "tale"', '0143506528', '2021', '46346'],
    ['=1+1', '9780394890487; 0394890485', '', ''],
    ['constructor', '', '2022', ''],
  ])
  expect(rows.map(({ Identifier }) => Identifier)).toMatchObject(rows.map(() => ({ kind: 'text', isTextFormat: true })))
  expect(rows[0]).toMatchObject({ Year: { kind: 'number' }, Saved: { kind: 'date' } })
  expect(rows[1]!.Title).toMatchObject({ kind: 'text', isTextFormat: false })
  expect(sheet).toContain('state="frozen"')
})

test('a workbook with thousands of rows is complete', async () => {
  const rows = Array.from({ length: 4000 }, (_, i) => [`Title ${i} ${'with many words '.repeat(5)}`, `${i}`, i, null])
  const file = await tableFile({ ...table, rows }, 'XLSX')
  const read = readWorkbook(Buffer.from(await file.arrayBuffer()))
  expect(read.rows).toHaveLength(4000)
  expect(read.rows.at(-1)!.Identifier!.text).toBe('3999')
})
