import './long-table.css'
import { lazy, type ReactNode, useEffect, useRef } from 'react'
import { LazyPart } from '../lazy-part.tsx'
import { TableDrawn, type TableParts } from './table-drawn.tsx'

/** Up to this many rows are all rendered, for printing and the browser's search in the page. */
const drawnWhole = 60

const PartDrawn = lazy(async () => ({ default: (await import('./long-table.tsx')).PartDrawn })) as <Row, Shown>(parts: {
  table: TableParts<Row, Shown> & { usualHeight: number }
}) => ReactNode

/**
 * A list defined by its columns: the table, cards on a narrow screen, sortable headings, checkboxes, unfolding rows.
 * With `usualHeight` only visible rows of long lists are rendered; screen readers hear the total. `fileOf` makes files
 * of the same columns.
 */
export function DataTable<Row, Shown = Row>(table: TableParts<Row, Shown>) {
  const { rows, usualHeight, boxed, current } = table
  const whole = boxed ? <WholeInBox table={table} /> : <TableDrawn table={table} />
  if (usualHeight === undefined || rows.length <= drawnWhole) return whole
  // Until its script is loaded, the first rows are shown; in a box, those up to the current one.
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
