import { type CsvCell, csvLine, csvMark } from '#kit/csv.ts'

export type { CsvCell } from '#kit/csv.ts'
export type CsvTable = { columns: string[]; rows: CsvCell[][] }

export const csvOf = ({ columns, rows }: CsvTable): string => csvMark + [columns, ...rows].map(csvLine).join('')

export function saveCsv(name: string, table: CsvTable): void {
  const address = URL.createObjectURL(new Blob([csvOf(table)], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${name.replace(/[\p{Cc}<>:"/\\|?*]+/gu, ' ').trim()}.csv`
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
