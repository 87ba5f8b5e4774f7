import type { FileFormat } from '#features/school/settings/contract.ts'
import { tableFormats } from '#kit/table-format.ts'
import { formatDay, formatMonth } from '#kit/web/format.ts'

export const formats: Record<FileFormat, string> = {
  MARC_21: 'MARC 21',
  MARC_21_MARC8: 'MARC 21 (MARC-8)',
  MARC_XML: 'MARCXML',
  MODS_XML: 'MODS',
  CSV: tableFormats.CSV,
  CSV_SPREADSHEET: tableFormats.CSV_SPREADSHEET,
  XLSX: 'Excel',
}

/** A year, a month or a day, each in words. */
export function describeSpan(on: string): string {
  if (on.length === 4) return on
  if (on.length === 7) return formatMonth(on)
  return formatDay(on, 'long')
}
