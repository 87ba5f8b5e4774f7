import { type CsvCell, csvLine, csvMark, spreadsheetCsvLine } from '../../csv.ts'
import type { TableFormat } from '../../table-format.ts'
import type { WorkbookColumn } from '../../workbook.ts'
import { newWorkbook } from './write-workbook.ts'

export type TableWriter = {
  head: string
  rowOf: (cells: CsvCell[]) => string
  tail: string
  /** Turns the written bytes into the final file, for compressed formats. */
  pack?: (written: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>
}

/** Writes a table row by row; use it for a single file, as a workbook counts its rows. */
export async function tableWriter(format: TableFormat, columns: WorkbookColumn[]): Promise<TableWriter> {
  if (format === 'XLSX') return newWorkbook(columns)
  const [mark, rowOf] = format === 'CSV' ? ['', csvLine] : [csvMark, spreadsheetCsvLine]
  return { head: mark + rowOf(columns.map(({ name }) => name)), rowOf, tail: '' }
}
