/** The formats of an exported table: for programs, for people who open CSV in a spreadsheet, and as a workbook. */
export const tableFormats = {
  CSV: 'CSV',
  CSV_SPREADSHEET: 'CSV for spreadsheets',
  XLSX: 'Excel (.xlsx)',
}
export type TableFormat = keyof typeof tableFormats
