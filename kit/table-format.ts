/** The forms in which a table leaves: for programs, for people who open CSV in a spreadsheet, and as a workbook. */
export type TableFormat = 'CSV' | 'CSV_SPREADSHEET' | 'XLSX'

type Form = { name: string; extension: string; mediaType: string }

const csv = { extension: 'csv', mediaType: 'text/csv; charset=utf-8' }

export const tableFormats: Record<TableFormat, Form> = {
  CSV: { name: 'CSV', ...csv },
  CSV_SPREADSHEET: { name: 'CSV for spreadsheets', ...csv },
  XLSX: {
    name: 'Excel workbook (.xlsx)',
    extension: 'xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
}
