import Papa from 'papaparse'
import type { GenderCode } from '#features/school/students/rules.ts'
import { NeedsPassword, readSheets, sheetFormat } from '#kit/read-sheets.ts'
import { grouped } from '#kit/web/in-words.ts'

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

type Member = 'firstName' | 'lastName' | 'name' | 'email' | 'gender'

const headings: [Member, RegExp][] = [
  ['email', /mail|user ?name|login|address/i],
  ['firstName', /first|given|christian|forename|preferred/i],
  ['lastName', /last|family|surname/i],
  ['gender', /gender|sex/i],
  ['name', /name|student|pupil/i],
]

/** Parses a table with or without headings, with columns in any order; skips empty lines. */
export function readPeople(text: string): ListedPerson[] {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { delimitersToGuess: [',', ';', '\t', '|'] })
  const rows = data
    .map((cells, at) => ({ line: at + 1, cells: cells.map(clean) }))
    .filter(({ cells }) => cells.some(Boolean))
  const first = rows[0]?.cells ?? []
  const headed = !first.some((cell) => cell.includes('@')) && first.some((cell) => memberOf(cell) !== undefined)
  const members = headed ? first.map(memberOf).map(once) : guessed(rows.map(({ cells }) => cells))
  return rows.slice(headed ? 1 : 0).map(({ line, cells }) => {
    const cell = (member: Member) => cells[members.indexOf(member)] ?? ''
    const [firstName, lastName] = members.includes('name')
      ? parted(cell('name'))
      : [cell('firstName'), cell('lastName')]
    return { line, firstName, lastName, email: bareAddress(cell('email')), gender: genderOf(cell('gender')) }
  })
}

/** Safe CSV files put an apostrophe before a formula to mark it as text. */
const clean = (cell: string) =>
  cell
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .replace(/^'(?=[=+\-@\d])/, '')

const memberOf = (heading: string): Member | undefined => headings.find(([, words]) => words.test(heading))?.[0]

const once = (member: Member | undefined, at: number, all: (Member | undefined)[]) =>
  all.indexOf(member) === at ? member : undefined

/** Without headings: the column with addresses is the e-mail; the first of the others are the names. */
function guessed(rows: string[][]): (Member | undefined)[] {
  const width = Math.max(0, ...rows.map(({ length }) => length))
  // Empty cells, frequent for genders, say nothing about their column.
  const columns = Array.from({ length: width }, (_, at) => rows.flatMap((row) => row[at] || []))
  const share = (cells: string[], is: RegExp) => cells.filter((cell) => is.test(cell)).length / (cells.length || 1)
  const members = columns.map((cells): Member | undefined => {
    if (share(cells, /@/) > 0.5) return 'email'
    return share(cells, /^(m|f|o|x|na|male|female|other|prefer not to say)$/i) > 0.5 ? 'gender' : undefined
  })
  const free = members.flatMap((member, at) => (member === undefined ? [at] : []))
  const [first, last] = free
  if (first !== undefined) members[first] = last === undefined ? 'name' : 'firstName'
  if (last !== undefined) members[last] = 'lastName'
  return members
}

/** Splits `Lovelace, Ada` and `Ada Lovelace`. */
function parted(name: string): [firstName: string, lastName: string] {
  const [before, after] = name.split(',', 2) as [string, string?]
  if (after !== undefined) return [after.trim(), before.trim()]
  const words = name.split(/\s+/)
  return words.length === 1 ? [name, ''] : [words.slice(0, -1).join(' '), words.at(-1)!]
}

/** Accepts `Ada <ada@school.example>` and `mailto:ada@school.example`. */
const bareAddress = (cell: string) => (/<([^<>]+)>/.exec(cell)?.[1] ?? cell).replace(/^mailto:/i, '').trim()

function genderOf(cell: string): GenderCode {
  if (/^(m|male|boy)$/i.test(cell)) return 'M'
  if (/^(f|female|girl)$/i.test(cell)) return 'F'
  return /^(o|x|other|non-?binary)$/i.test(cell) ? 'O' : 'NA'
}
