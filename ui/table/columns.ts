import type { ReactNode } from 'react'
import type { CsvCell } from '#kit/csv.ts'
import { businessDay, readersDay } from '#kit/web/dates.ts'
import type { ExportTable } from './save-table.ts'

export type Order = { by: string; descending: boolean }

/** A column: with `cell` it is on screen, with `csv` it is in files. */
export type Column<Row> = {
  /** Heading in the table and the file. A column without one shares the next column's. */
  head?: string
  /** Replaces the visible heading. */
  headDrawn?: ReactNode
  headClass?: string
  /** Pixels, or a share of the table. Independent of the rows drawn, so nothing moves while scrolling. */
  width?: number | `${number}%`
  /** Minimum width in pixels. */
  minWidth?: number
  /** Set off from the column before it. */
  apart?: boolean
  /** For screen readers only. */
  headHidden?: boolean
  /** Numbers: aligned right. */
  number?: boolean
  /** True if its cells are row headings. */
  namesRow?: boolean
  cell?: (row: Row, index: number) => ReactNode
  className?: string | undefined | ((row: Row) => string | undefined)
  /** The label before the value in cards, which have no headings. */
  narrow?: string | undefined | ((row: Row) => string | undefined)
  csv?: ((row: Row, index: number) => CsvCell) | undefined
  /** The heading in files, if different. */
  csvHead?: string
  /** The sort field that its heading selects. */
  sort?: string
  /** Ascending order, if the client sorts. */
  compare?: (a: Row, b: Row) => number
}

/** Drops the columns that a list does not have. */
export type Columns<Row> = readonly (Column<Row> | false | undefined)[]

export const present = <Row>(columns: Columns<Row>): Column<Row>[] =>
  columns.filter((column) => column !== false && column !== undefined)

/** For files: a moment's day, of the reader or of the provider. */
export const dayInFile = (date: Date | null): Date | null => date && new Date(readersDay(date))
export const businessDayInFile = (date: Date | null): Date | null => date && new Date(businessDay(date))

/** For files: a timestamp in milliseconds; a `Date` would be written as its day only. */
export const momentInFile = (date: Date | null | undefined): string | null => date?.toISOString() ?? null
export const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no')

/** The rows as a file, including columns that do not fit on the screen. */
export function fileOf<Row>(columns: Columns<Row>, rows: readonly Row[]): ExportTable {
  const inFile = present(columns).filter(({ csv }) => csv)
  return {
    columns: inFile.map(({ head, csvHead }) => csvHead ?? head ?? ''),
    rows: rows.map((row, index) => inFile.map(({ csv }) => csv!(row, index))),
  }
}

/** The sort fields that its headings select. */
export const sortsOf = <Row>(columns: Columns<Row>): string[] => present(columns).flatMap(({ sort }) => sort ?? [])

/** Equal rows keep their order. */
export function sortRows<Row>(columns: Columns<Row>, rows: readonly Row[], order: Order | null): readonly Row[] {
  if (!order) return rows
  const compare = present(columns).find(({ sort }) => sort === order.by)?.compare
  const turn = order.descending ? -1 : 1
  return compare ? [...rows].sort((a, b) => compare(a, b) * turn) : rows
}

/** Reads every page of a list. A line that moves to the next page meanwhile is not repeated. */
export async function everyLine<Line>(
  read: (page: number) => Promise<{ response: readonly Line[]; totalCount: number }>,
  idOf: (line: Line) => string,
): Promise<Line[]> {
  const lines = new Map<string, Line>()
  for (let page = 1, count = 0; ; page++) {
    const { response, totalCount } = await read(page)
    for (const line of response) lines.set(idOf(line), line)
    count += response.length
    if (response.length === 0 || count >= totalCount) return [...lines.values()]
  }
}
