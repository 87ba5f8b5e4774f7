import writeExcelFile from 'write-excel-file/browser'
import { isNumberLike } from '#kit/csv.ts'
import { sheetAround, type WorkbookColumn, workbookPattern } from '#kit/workbook.ts'
import type { ExportTable } from './save-table.ts'

/** An Excel workbook. A column with a numeric text, such as an ISBN, is a text column. */
export function workbookOf({ columns: names, rows }: ExportTable): Promise<Blob> {
  const columns = names.map((name, at): WorkbookColumn => {
    const texts = rows.map((row) => row[at]).filter((cell) => typeof cell === 'string')
    const longest = texts.reduce((most, text) => Math.max(most, text.length), name.length)
    return { name, width: Math.min(60, Math.max(12, longest + 2)), isText: texts.some(isNumberLike) }
  })
  const withRows = (xml: string) => {
    const { head, rowOf, tail } = sheetAround(xml, columns)
    return [head, ...rows.map(rowOf), tail].join('')
  }
  const features = [{ files: { transform: { 'xl/worksheets/sheet{id}.xml': { transform: withRows } } } }]
  return writeExcelFile(...workbookPattern(columns), { features }).toBlob()
}
