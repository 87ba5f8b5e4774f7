import type { FileFormat } from '#features/school/settings/contract.ts'
import { tableFormats } from '#kit/table-format.ts'

export const formats: Record<FileFormat, string> = {
  MARC_21: 'MARC 21',
  MARC_21_MARC8: 'MARC 21 (MARC-8)',
  MARC_XML: 'MARCXML',
  MODS_XML: 'MODS',
  CSV: tableFormats.CSV,
  CSV_SPREADSHEET: tableFormats.CSV_SPREADSHEET,
  XLSX: 'Excel',
}

export function bytesInWords(bytes: number): string {
  const steps = ['byte', 'kilobyte', 'megabyte', 'gigabyte']
  const step = Math.min(steps.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** step
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: steps[step]!,
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step > 0 && value < 10 ? 1 : 0,
  }).format(value)
}

export const dateInWords = (date: Date): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' }).format(date)

export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString()} ${count === 1 ? noun : `${noun}s`}`

/** A calendar day as in `2026-11-21`, without a time that another zone would shift. */
export const dayInWords = (day: string, style: 'long' | 'medium' = 'medium'): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: style, timeZone: 'UTC' }).format(new Date(day))

/** A year, a month or a day, each in words. */
export function spanInWords(on: string): string {
  if (on.length === 4) return on
  if (on.length === 7)
    return new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(on))
  return dayInWords(on, 'long')
}
