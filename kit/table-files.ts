import type { TableFormat } from './table-format.ts'

const csv = { extension: 'csv', mediaType: 'text/csv; charset=utf-8' }

/** Separate from the names, which every screen with a table loads. */
export const tableFiles: Record<TableFormat, { extension: string; mediaType: string }> = {
  CSV: csv,
  CSV_SPREADSHEET: csv,
  XLSX: { extension: 'xlsx', mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
}

/** Without their parameters, for the description of calls. */
export const tableTypes = [...new Set(Object.values(tableFiles).map(({ mediaType }) => mediaType.split(';')[0]!))]

/** Both kinds of CSV end in `.csv`: the spreadsheet kind has that word in its name. */
export const tableFileName = (name: string, format: TableFormat): string =>
  `${name}${format === 'CSV_SPREADSHEET' ? ' for spreadsheets' : ''}.${tableFiles[format].extension}`
