/** Text stays text in a spreadsheet; only a number is written as one. */
export type CsvCell = string | number | null
export type CsvTable = { columns: string[]; rows: CsvCell[][] }

/** RFC 4180, with the mark by which a spreadsheet knows UTF-8. */
export const csvOf = ({ columns, rows }: CsvTable): string =>
  `\uFEFF${[columns, ...rows].map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('')}`

/** A spreadsheet would compute with it (OWASP, CSV injection). */
const formula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u
/** A spreadsheet would round it to `9.78E+12`, drop its zeros or make a date of it. */
const numberLike = /^\s*\d[\d\s.,/:-]*(?:E[+-]?\d+|X)?\s*$/iu

function fieldOf(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = formula.test(cell) || numberLike.test(cell) ? `'${cell}` : cell
  return /[",\t\r\n]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export function saveCsv(name: string, table: CsvTable): void {
  const address = URL.createObjectURL(new Blob([csvOf(table)], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${name.replace(/[\p{Cc}<>:"/\\|?*]+/gu, ' ').trim()}.csv`
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
