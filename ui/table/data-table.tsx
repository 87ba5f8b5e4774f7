import './long-table.css'
import { lazy, type ReactNode, useEffect, useRef } from 'react'
import { LazyPart } from '../lazy-part.tsx'
import { TableDrawn, type TableParts } from './table-drawn.tsx'

/** Up to so many rows are all drawn: the browser's search in the page finds them, and printing shows them. */
const drawnWhole = 60

const PartDrawn = lazy(async () => ({ default: (await import('./long-table.tsx')).PartDrawn })) as <Row, Shown>(parts: {
  table: TableParts<Row, Shown> & { usualHeight: number }
}) => ReactNode

/**
 * A list by its columns: the table, its cards on a narrow screen, headings that sort, boxes to choose rows by, rows that
 * unfold. Of thousands of rows only those in sight are drawn, where `usualHeight` is given; a reader hears how many there
 * are. `fileOf` makes its files of the same columns.
 */
export function DataTable<Row, Shown = Row>(table: TableParts<Row, Shown>) {
  const { rows, usualHeight, boxed, current } = table
  const whole = boxed ? <WholeInBox table={table} /> : <TableDrawn table={table} />
  if (usualHeight === undefined || rows.length <= drawnWhole) return whole
  // Until the script for it has come, the first rows are there; in a box, those that end with the current one.
  const first = boxed ? Math.max(0, (current ?? 0) - drawnWhole + 1) : 0
  const some = { ...table, rows: rows.slice(first, first + drawnWhole), current: current && current - first }
  return (
    <LazyPart fallback={<TableDrawn table={some} />}>
      <PartDrawn table={{ ...table, usualHeight }} />
    </LazyPart>
  )
}

function WholeInBox<Row, Shown>({ table }: { table: TableParts<Row, Shown> }) {
  const box = useRef<HTMLElement>(null)
  const { current } = table
  useEffect(() => {
    const row = box.current?.querySelector<HTMLElement>(`[data-index="${current}"]`)
    if (row && box.current) keepInSight(box.current, row)
  }, [current])
  return <TableDrawn table={table} boxRef={box} />
}

function keepInSight(box: HTMLElement, row: HTMLElement) {
  const header = box.querySelector('thead')?.clientHeight ?? 0
  const top = row.offsetTop - header
  const bottom = row.offsetTop + row.offsetHeight
  if (top < box.scrollTop) box.scrollTop = top
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight
}
