import type { FileFormat } from '#features/downloads/contract.ts'
import type { ShownRequest } from './send-request.ts'

export const formats: Record<FileFormat, string> = {
  MARC_21: 'MARC 21',
  MARC_21_MARC8: 'MARC 21 (MARC-8)',
  MARC_XML: 'MARCXML',
  MODS_XML: 'MODS',
  CSV: 'CSV',
}

/** `MARC 21, 48 kB`; without the size while the file is not there. */
export const fileInWords = ({ fileFormat, fileSize }: Pick<ShownRequest, 'fileFormat' | 'fileSize'>): string =>
  [formats[fileFormat], fileSize === null ? '' : bytesInWords(fileSize)].filter(Boolean).join(', ')

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
