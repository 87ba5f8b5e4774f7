import type { ReactNode } from 'react'
import type { CsvCell } from '#kit/csv.ts'
import type { ExportTable } from './save-table.ts'

export type Order = { by: string; descending: boolean }

/** A column of a list: on the screen where it has a `cell`, in its files where it has a `csv`. */
export type Column<Row> = {
  /** Its name in both. A column that has none shares the heading of the next one. */
  head?: string
  /** Replaces the heading that is drawn. */
  headDrawn?: ReactNode
  headClass?: string
  /** Read out, but not drawn. */
  headHidden?: boolean
  /** Of numbers, to be read from the right. */
  number?: boolean
  /** Names the row: its cells are headings too. */
  namesRow?: boolean
  cell?: (row: Row, index: number) => ReactNode
  className?: string | undefined | ((row: Row) => string | undefined)
  /** Says before the value what it is, where rows are cards and headings are not drawn. */
  narrow?: string | undefined | ((row: Row) => string | undefined)
  csv?: ((row: Row, index: number) => CsvCell) | undefined
  /** Where the name differs in files. */
  csvHead?: string
  /** The name of the order that its heading chooses. */
  sort?: string
  /** That order, ascending, where it is not the server that sorts. */
  compare?: (a: Row, b: Row) => number
}

/** Without those that a list does not have. */
export type Columns<Row> = readonly (Column<Row> | false | undefined)[]

export const present = <Row>(columns: Columns<Row>): Column<Row>[] =>
  columns.filter((column) => column !== false && column !== undefined)

/** As files have them: a moment to the millisecond, where a `Date` would be its day alone. */
export const momentInFile = (date: Date | null | undefined): string | null => date?.toISOString() ?? null
export const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no')

/** The rows as a file, with all that has no room on the screen. */
export function fileOf<Row>(columns: Columns<Row>, rows: readonly Row[]): ExportTable {
  const inFile = present(columns).filter(({ csv }) => csv)
  return {
    columns: inFile.map(({ head, csvHead }) => csvHead ?? head ?? ''),
    rows: rows.map((row, index) => inFile.map(({ csv }) => csv!(row, index))),
  }
}

/** The names of the orders that its headings choose. */
export const sortsOf = <Row>(columns: Columns<Row>): string[] => present(columns).flatMap(({ sort }) => sort ?? [])

/** Equal rows stay as they came. */
export function sortRows<Row>(columns: Columns<Row>, rows: readonly Row[], order: Order | null): readonly Row[] {
  if (!order) return rows
  const compare = present(columns).find(({ sort }) => sort === order.by)?.compare
  const turn = order.descending ? -1 : 1
  return compare ? [...rows].sort((a, b) => compare(a, b) * turn) : rows
}

/** All lines of a list that comes in pages. One that moves to the next page meanwhile is not repeated. */
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
