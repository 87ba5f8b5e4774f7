import { dayOfMidnight } from '#kit/day.ts'

/** Text stays text; only a number is written as one, and a date, at midnight in UTC, as a day. */
export type CsvCell = string | number | Date | null

/** The byte order mark by which a spreadsheet recognises UTF-8. */
export const csvMark = '\uFEFF'

/** A line for programs and people (RFC 4180): values unchanged, except formulas. */
export const csvLine = (row: CsvCell[]): string => lineOf(row, guarded)

/** A line for a spreadsheet, which would read identifiers as numbers: it shows `="0140"` as the text 0140. */
export const spreadsheetCsvLine = (row: CsvCell[]): string =>
  lineOf(row, (text) => (isNumberLike(text) ? `="${text}"` : wideFormula.test(text) ? `'${text}` : guarded(text)))

/** A spreadsheet would round it to `9.78E+12`, drop its zeros or read it as a date. */
export const isNumberLike = (text: string): boolean => text.length <= maxLiteralLength && numberLike.test(text)

const numberLike = /^ *[+-]?\.?\d[\d .,/:-]*(?:E[+-]?\d+|X)? *$/iu
/** The limit for text within a formula (Excel specifications and limits). */
const maxLiteralLength = 255

/** A spreadsheet would compute it (OWASP, CSV injection), also after spaces, quotes and invisible characters. */
const formula = /^[\s\p{Cf}"]*[=+\-@]|^[\t\r\n]/u
/** Starts of formulas in full-width characters, which East Asian spreadsheets accept. */
const wideFormula = /^[\s\p{Cf}"]*[\uFF1D\uFF0B\uFF0D\uFF20]/u
/** A sign, digits and decimals, with or without an exponent: it cannot run. */
const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:E[+-]?\d+)?$/iu

function lineOf(row: CsvCell[], textOf: (text: string) => string): string {
  return `${row.map((cell) => quoted(typeof cell === 'string' ? textOf(cell) : plain(cell))).join(',')}\r\n`
}

/** A leading apostrophe turns a formula into text. */
const guarded = (text: string) => (formula.test(text) && !plainNumber.test(text) ? `'${text}` : text)

const plain = (cell: number | Date | null) =>
  cell === null ? '' : cell instanceof Date ? dayOfMidnight(cell) : String(cell)

const quoted = (text: string) => (/[",\t\r\n]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
