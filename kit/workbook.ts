import type { SheetData } from 'write-excel-file/universal'
import { convertDateToSerialNumber, getCellAddress } from 'write-excel-file/utility'
import { mapOf } from '#kit/map-of.ts'
import type { CsvCell } from './csv.ts'
import { dayMs } from './day.ts'

export type WorkbookColumn = {
  name: string
  /** Width in characters. */
  width: number
  /** For identifiers: digits typed into such a cell stay text too. */
  isText: boolean
}

/**
 * A pattern workbook for write-excel-file: its header, and one sample row. The library takes a whole table at once, so
 * real rows are inserted into its sheet one by one; they also keep what it would drop or break (U+FFFD, a cell with the
 * text `constructor`).
 */
export const workbookPattern = (columns: WorkbookColumn[]): [SheetData, WorkbookOptions] => [
  [
    columns.map(({ name }) => ({ value: name, fontWeight: 'bold' })),
    [
      { value: 'text', format: '@' },
      { value: new Date(0), format: 'yyyy-mm-dd' },
    ],
  ],
  { stickyRowsCount: 1, columns: columns.map(({ width }) => ({ width })) },
]
type WorkbookOptions = { stickyRowsCount: number; columns: { width: number }[] }

type Sheet = { head: string; rowOf: (cells: CsvCell[]) => string; tail: string }

/** The pattern's sheet, split at the place of its rows. */
export function sheetAround(xml: string, columns: WorkbookColumn[]): Sheet {
  const pattern = /<row r="2">.*?<\/row>/s.exec(xml)
  const [text, date] = [...(pattern?.[0] ?? '').matchAll(/<c [^>]*?\bs="(\d+)"/g)].map(([, style]) => style)
  if (!pattern || !text || !date) throw new Error('The sheet is not that of a pattern.')
  let rows = 1
  const cellOf = (cell: CsvCell, column: number) => {
    const at = `r="${getCellAddress(rows - 1, column)}"`
    const style = columns[column]?.isText ? ` s="${text}"` : ''
    if (cell === null || cell === '') return style && `<c ${at}${style}/>`
    if (cell instanceof Date) return `<c ${at} s="${date}"><v>${convertDateToSerialNumber(dayOf(cell))}</v></c>`
    if (typeof cell === 'number') return `<c ${at}><v>${cell}</v></c>`
    return `<c ${at}${style} t="inlineStr"><is><t xml:space="preserve">${textOf(cell)}</t></is></c>`
  }
  return {
    head: xml.slice(0, pattern.index),
    rowOf(cells) {
      rows++
      return `<row r="${rows}">${cells.map(cellOf).join('')}</row>`
    },
    tail: xml.slice(pattern.index + pattern[0].length),
  }
}

/** The day that CSV shows too, without an invisible time. */
const dayOf = (date: Date) => new Date(Math.floor(date.getTime() / dayMs) * dayMs)

/** The limit of a cell (Excel specifications and limits). */
export const maxCellLength = 32_767

const entities = mapOf<string>({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })

/** Drops characters that XML 1.0 (2.2) forbids; escapes `_x0041_`, which would be read as A (ECMA-376, 22.9.2.19). */
const textOf = (text: string) =>
  (text.length > maxCellLength ? `${text.slice(0, maxCellLength - 1)}…` : text)
    .toWellFormed()
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>]/g, (character) => entities.get(character)!)
