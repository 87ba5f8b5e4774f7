/** Text stays text in a spreadsheet; only a number is written as one, and a date as the day that it is in UTC. */
export type CsvCell = string | number | Date | null

/** The mark by which a spreadsheet knows UTF-8. */
export const csvMark = '\uFEFF'

/** RFC 4180. */
export const csvLine = (row: CsvCell[]): string => `${row.map(fieldOf).join(',')}\r\n`

/** A spreadsheet would compute with it (OWASP, CSV injection). */
const formula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u
/** A spreadsheet would round it to `9.78E+12`, drop its zeros or make a date of it. */
const numberLike = /^\s*\d[\d\s.,/:-]*(?:E[+-]?\d+|X)?\s*$/iu

function fieldOf(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  const text = formula.test(cell) || numberLike.test(cell) ? `'${cell}` : cell
  return /[",\t\r\n]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
