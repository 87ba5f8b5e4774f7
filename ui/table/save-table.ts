import { type CsvCell, csvLine, csvMark, spreadsheetCsvLine } from '#kit/csv.ts'
import { tableFileName, tableFiles } from '#kit/table-files.ts'
import type { TableFormat } from '#kit/table-format.ts'
import { announce } from '../announce.tsx'

export type ExportTable = { columns: string[]; rows: CsvCell[][] }

export const csvOf = ({ columns, rows }: ExportTable): string => [columns, ...rows].map(csvLine).join('')

export const spreadsheetCsvOf = ({ columns, rows }: ExportTable): string =>
  csvMark + [columns, ...rows].map(spreadsheetCsvLine).join('')

/** A table's file. The workbook writer is loaded on demand. */
export async function tableFile(table: ExportTable, format: TableFormat): Promise<Blob> {
  if (format === 'XLSX') return (await import('./workbook-of.ts')).workbookOf(table)
  const text = format === 'CSV' ? csvOf(table) : spreadsheetCsvOf(table)
  return new Blob([text], { type: tableFiles[format].mediaType })
}

export async function saveTable(name: string, table: ExportTable, format: TableFormat): Promise<void> {
  const address = URL.createObjectURL(await tableFile(table, format))
  const link = document.createElement('a')
  link.href = address
  link.download = tableFileName(name.replace(/[\p{Cc}<>:"/\\|?*]+/gu, ' ').trim(), format)
  link.click()
  // The browser has started reading it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
  announce(`${link.download} saved`)
}
