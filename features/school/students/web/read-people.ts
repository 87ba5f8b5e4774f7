import Papa from 'papaparse'
import type { GenderCode } from '#features/school/students/rules.ts'
import { NeedsPassword, readSheets, sheetFormat } from '#kit/read-sheets.ts'
import { grouped } from '#kit/web/format.ts'
import { bareAddress, type Chosen, columnsOf, headingRow, type Member, type Question } from './class-list-columns.ts'

/** A line of a class list. `line` is its number in a spreadsheet. */
export type ListedPerson = { line: number; firstName: string; lastName: string; email: string; gender: GenderCode }

/** No school has a longer list: it must be a file of something else. */
export const maxListLength = 3000
const maxFileBytes = 2_000_000

export type FileRefusal = 'tooBig' | 'workbook' | 'locked' | 'noText'
export const fileSentences: Record<FileRefusal, string> = {
  tooBig: `The file is too big. A list can have ${grouped(maxListLength)} lines.`,
  workbook: 'The workbook is damaged. Open it, save it as CSV and choose that file.',
  locked: 'The workbook is protected by a password. Open it, save it as CSV and choose that file.',
  noText: 'We couldn’t read any text in the file.',
}

/** The text of a file: UTF-8, UTF-16, a legacy Windows encoding, or the first sheet of a workbook. */
export async function readText(file: Blob): Promise<string | { refused: FileRefusal }> {
  if (file.size > maxFileBytes) return { refused: 'tooBig' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const format = sheetFormat(String.fromCharCode(...bytes.subarray(0, 200)))
  if (format) {
    const sheets = await readSheets(bytes, format).catch((error: unknown) =>
      error instanceof NeedsPassword ? 'locked' : 'workbook',
    )
    return typeof sheets === 'string' ? { refused: sheets } : Papa.unparse(sheets[0]?.rows ?? [], { delimiter: '\t' })
  }
  const wide =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : ''
  const text = wide ? new TextDecoder(wide).decode(bytes) : utf8Or1252(bytes)
  return text.includes('\0') ? { refused: 'noText' } : text
}

function utf8Or1252(bytes: Uint8Array) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** `questions`: columns that a person must choose; until then, no one has what they contain. */
export type ClassList = { people: ListedPerson[]; questions: Question[] }

/** Parses a table with or without headings, with columns in any order; skips empty lines. */
export function readPeople(text: string, domain = '', chosen: Chosen = {}): ClassList {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { delimitersToGuess: [',', ';', '\t', '|'] })
  const rows = data
    .map((cells, at) => ({ line: at + 1, cells: cells.map(clean) }))
    .filter(({ cells }) => cells.some(Boolean))
  const headingsAt = headingRow(rows.slice(0, 6).map(({ cells }) => cells))
  const headings = headingsAt === undefined ? undefined : rows[headingsAt]!.cells
  const listed = rows.slice(headingsAt === undefined ? 0 : headingsAt + 1)
  const { of, lastNameFirst, questions } = columnsOf(
    headings,
    listed.map(({ cells }) => cells),
    domain,
    chosen,
  )
  const people = listed.map(({ line, cells }) => {
    const cell = (member: Member) => cells[of[member] ?? -1] ?? ''
    const [firstName, lastName] =
      of.name === undefined ? [cell('firstName'), cell('lastName')] : parted(cell('name'), lastNameFirst)
    return { line, firstName, lastName, email: bareAddress(cell('email')), gender: genderOf(cell('gender')) }
  })
  return { people, questions }
}

/** Safe CSV files put an apostrophe before a formula to mark it as text. */
const clean = (cell: string) =>
  cell
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .replace(/^'(?=[=+\-@\d])/, '')

/** Splits `Lovelace, Ada` and `Ada Lovelace`, and `Lovelace Ada` under a heading with the last name first. */
function parted(name: string, lastNameFirst: boolean): [firstName: string, lastName: string] {
  const [before, after] = name.split(',', 2) as [string, string?]
  if (after !== undefined) return [after.trim(), before.trim()]
  const words = name.split(/\s+/)
  if (words.length === 1) return [name, '']
  return lastNameFirst ? [words.slice(1).join(' '), words[0]!] : [words.slice(0, -1).join(' '), words.at(-1)!]
}

function genderOf(cell: string): GenderCode {
  if (/^(m|male|boy)$/i.test(cell)) return 'M'
  if (/^(f|female|girl)$/i.test(cell)) return 'F'
  return /^(o|x|other|non-?binary)$/i.test(cell) ? 'O' : 'NA'
}
