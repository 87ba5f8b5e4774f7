import type { TableFormat } from './table-format.ts'

const csv = { extension: 'csv', mediaType: 'text/csv; charset=utf-8' }

/** Apart from the names, which every screen with a table has. */
export const tableFiles: Record<TableFormat, { extension: string; mediaType: string }> = {
  CSV: csv,
  CSV_SPREADSHEET: csv,
  XLSX: { extension: 'xlsx', mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
}

/** Both kinds of CSV end in `.csv`: the one for spreadsheets says so in its name. */
export const tableFileName = (name: string, format: TableFormat): string =>
  `${name}${format === 'CSV_SPREADSHEET' ? ' for spreadsheets' : ''}.${tableFiles[format].extension}`
