import { lazy, Suspense, useEffect, useRef } from 'react'
import { Drawn, type LongTableParts } from './long-table-drawn.tsx'

/** Up to so many rows are all drawn: the browser's search in the page finds them, and printing shows them. */
const drawnWhole = 60

const PartDrawn = lazy(async () => ({ default: (await import('./long-table-part.tsx')).PartDrawn })) as <Row>(
  parts: LongTableParts<Row>,
) => React.ReactNode

/** A table of thousands of rows, of which only those in sight are drawn. A reader hears how many there are. */
export function LongTable<Row>(parts: LongTableParts<Row>) {
  const whole = parts.boxed ? <WholeInBox {...parts} /> : <Drawn {...parts} />
  if (parts.rows.length <= drawnWhole) return whole
  const { rows, current = 0 } = parts
  // Until the script for it has come, the first rows stand; in a box, those that end with the current one.
  const first = parts.boxed ? Math.max(0, current - drawnWhole + 1) : 0
  return (
    <Suspense fallback={<Drawn {...parts} rows={rows.slice(first, first + drawnWhole)} current={current - first} />}>
      <PartDrawn {...parts} />
    </Suspense>
  )
}

function WholeInBox<Row>(parts: LongTableParts<Row>) {
  const box = useRef<HTMLElement>(null)
  const { current } = parts
  useEffect(() => {
    const row = box.current?.querySelector<HTMLElement>(`[data-index="${current}"]`)
    if (row && box.current) keepInSight(box.current, row)
  }, [current])
  return <Drawn {...parts} boxRef={box} />
}

function keepInSight(box: HTMLElement, row: HTMLElement) {
  const header = box.querySelector('thead')?.clientHeight ?? 0
  const top = row.offsetTop - header
  const bottom = row.offsetTop + row.offsetHeight
  if (top < box.scrollTop) box.scrollTop = top
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight
}
