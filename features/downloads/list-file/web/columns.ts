import { maxIdentities } from '#features/downloads/contract.ts'
import { type IdentifierKind, identifierKey } from '#marc/identifier.ts'
import { type Piece, splitLine } from './split-identifiers.ts'

/** One column of a list, at most as long as a request. */
export type Column = {
  /** From its header; else `Column 2`. */
  name: string
  /** Counted from 1. */
  position: number
  /** Its first values, unchanged. */
  sample: string[]
  /** The lines for the field, one for each cell that is not empty. */
  lines: string[]
  identifiers: number
  /** How many are ISBNs, ISSNs or barcodes; all others are plain numbers. */
  standard: number
  damage: Record<Damage, number>
}

const maxColumns = 200
const sampleSize = 4
const maxSampleLength = 80

/** Takes rows one by one. The first is a header if none of its cells holds an identifier. */
export function columnsOf() {
  let header: string[] | undefined
  let first: string[] = []
  let rows = 0
  const columns: Column[] = []

  const take = (cells: string[]) => {
    for (const [i, cell] of cells.entries()) {
      const value = cell.trim()
      if (value === '' || i >= maxColumns) continue
      columns[i] ??= { ...emptyColumn(), position: i + 1 }
      addTo(columns[i], value)
    }
  }
  return {
    add(cells: string[]) {
      if (cells.every((cell) => cell.trim() === '')) return
      rows++
      if (rows === 1) {
        first = cells
        if (!cells.some(holdsIdentifier)) header = cells
      }
      // `nr0` above `nr1` is no column name.
      if (rows === 2 && header?.some((name, i) => readCell(name.trim()) && lettersOf(name) === lettersOf(cells[i]))) {
        take(header)
        header = undefined
      }
      if (rows > 1 || !header) take(cells)
    },
    isLong: () => rows > maxIdentities && columns.some((column) => column.identifiers > maxIdentities),
    /** A list in a single row becomes one column. */
    finish(): { columns: Column[]; header: boolean } {
      if (rows === 1 && first.length > 1 && first.every((cell) => cell.trim() === '' || readCell(cell.trim()))) {
        const across = emptyColumn()
        for (const cell of first) if (cell.trim() !== '') addTo(across, cell.trim())
        return { columns: [{ ...across, name: 'The row', position: 1 }], header: false }
      }
      const named = columns.filter((column) => column !== undefined)
      for (const column of named) {
        putBackThreeZeros(column)
        column.name = header?.[column.position - 1]?.trim().slice(0, maxSampleLength) || `Column ${column.position}`
      }
      return { columns: named, header: header !== undefined }
    },
  }
}

/** `isbn13` and `rating_5` are column names, though they look like record numbers. */
const holdsIdentifier = (cell: string) =>
  readCell(cell.trim()) !== undefined && !/^\p{L}[\p{L}\s_.-]*\d{1,2}$/u.test(cell.trim())

const lettersOf = (cell = '') => cell.trim().replace(/\d+$/, '')

const emptyColumn = (): Column => ({
  name: '',
  position: 0,
  sample: [],
  lines: [],
  identifiers: 0,
  standard: 0,
  damage: { lostZeros: 0, restored: 0, decimals: 0, cutShort: 0 },
})

/** Seven digits are a record number, or, among ISBNs, one that lost three zeros. */
function putBackThreeZeros(column: Column) {
  if (column.standard < column.identifiers / 2) return
  column.lines = column.lines.map((line) => {
    if (!/^\d{6}[\dX]$/i.test(line) || identifierKey(line).suggestion === undefined) return line
    column.damage.lostZeros++
    column.standard++
    return line.padStart(10, '0').toUpperCase()
  })
}

function addTo(column: Column, value: string) {
  if (column.sample.length < sampleSize) column.sample.push(value.slice(0, maxSampleLength))
  const cell = readCell(value)
  if (column.lines.length <= maxIdentities) column.lines.push(cell?.text ?? value.replace(/\s+/g, ' ').slice(0, 512))
  if (!cell) return
  column.identifiers += cell.count
  for (const kind of cell.kinds) if (kind !== 'record') column.standard++
  for (const each of cell.damage) column.damage[each]++
}

/** The damage that a spreadsheet did to a number, and whether it could be undone. */
type Damage = 'lostZeros' | 'restored' | 'decimals' | 'cutShort'

type Cell = {
  /** The text for the field. */
  text: string
  count: number
  kinds: IdentifierKind[]
  damage: Damage[]
}

/** Only summaries and notes are longer, or a list that is only numbers. */
const maxCellLength = 512
const onlyNumbers = /^[\p{Nd}X\s,;|.\p{Pd}\p{Ps}\p{Pe}]+$/iu

/** A cell's identifiers; `undefined` if it contains anything else, such as a title. */
function readCell(written: string): Cell | undefined {
  if ((written.length > maxCellLength && !onlyNumbers.test(written)) || !/\p{Nd}/u.test(written)) return undefined
  const pieces = splitLine(written)
  if (pieces.length === 0 || pieces.some(({ read }) => read.problem === 'not_an_identifier')) return undefined
  const parts = pieces.map(undamaged)
  return {
    text: parts.map(({ text }) => text).join(', '),
    count: pieces.length,
    kinds: pieces.flatMap(({ read }) => (read.problem === 'spreadsheet_damage' ? [] : [read.kind])),
    damage: parts.flatMap(({ damage }) => damage),
  }
}

/** Restores a number that a spreadsheet treated as a figure, if the check digit determines it. */
function undamaged({ text, read }: Piece): { text: string; damage: Damage[] } {
  const plain = text.trim().replace(/[.,;:]+$/, '')
  if (/^\d[.,]?\d*e\+?\d+$/i.test(plain)) {
    // With twelve digits only the check digit is missing, which is determined.
    const twelve = plain.replace(/e.*$/i, '').replace(/\D/g, '').length === 12
    if (!read.problem && read.key.length === 13) return { text: read.key, damage: ['decimals'] }
    if (read.problem === 'spreadsheet_damage')
      return twelve && read.suggestion
        ? { text: read.suggestion, damage: ['restored'] }
        : { text: plain.replace(',', '.'), damage: ['cutShort'] }
  }
  const whole = /^(\d{7,})\.0+$/.exec(plain)?.[1]
  const damage: Damage[] = whole ? ['decimals'] : []
  const digits = whole ?? plain
  // Three zeros are missing, or it is a record number: the column decides, see `columnsOf`.
  if (read.kind === 'isbn10' && !read.problem && /^\d{7,8}[\dXx]$/.test(digits))
    return { text: digits.padStart(10, '0').toUpperCase(), damage: [...damage, 'lostZeros'] }
  return { text: whole ?? text, damage }
}
