import { type CsvCell, csvLine, csvMark, spreadsheetCsvLine } from '../../csv.ts'
import type { TableFormat } from '../../table-format.ts'
import type { WorkbookColumn } from '../../workbook.ts'
import { newWorkbook } from './write-workbook.ts'

export type TableWriter = {
  head: string
  rowOf: (cells: CsvCell[]) => string
  tail: string
  /** Makes the file of the bytes of all of it, where it is a packed one. */
  pack?: (written: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>
}

/** Writes a table row by row; for one file, since rows of a workbook are counted. */
export async function tableWriter(format: TableFormat, columns: WorkbookColumn[]): Promise<TableWriter> {
  if (format === 'XLSX') return newWorkbook(columns)
  const [mark, rowOf] = format === 'CSV' ? ['', csvLine] : [csvMark, spreadsheetCsvLine]
  return { head: mark + rowOf(columns.map(({ name }) => name)), rowOf, tail: '' }
}
