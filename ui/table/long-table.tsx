import { measureElement, useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { TableDrawn, type TableParts } from './table-drawn.tsx'

/** Renders only the visible rows. In a separate chunk, because long lists are rare and the virtualizer takes 10 kB. */
export function PartDrawn<Row, Shown>({ table }: { table: LongTable<Row, Shown> }) {
  return table.boxed ? <PartInBox table={table} /> : <PartInPage table={table} />
}

type LongTable<Row, Shown> = TableParts<Row, Shown> & { usualHeight: number }

function PartInBox<Row, Shown>({ table }: { table: LongTable<Row, Shown> }) {
  const box = useRef<HTMLElement>(null)
  const { current, rows, usualHeight } = table
  const visible = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => usualHeight,
    measureElement: heightOf,
    overscan: 12,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only when the current row changes
  useEffect(() => {
    if (current !== undefined && current >= 0) visible.scrollToIndex(current, { align: 'auto' })
  }, [current])
  return <TableDrawn table={table} boxRef={box} visible={visible} />
}

function PartInPage<Row, Shown>({ table }: { table: LongTable<Row, Shown> }) {
  const box = useRef<HTMLElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop((box.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [])
  const visible = useWindowVirtualizer({
    count: table.rows.length,
    estimateSize: () => table.usualHeight,
    measureElement: heightOf,
    overscan: 12,
    scrollMargin: top,
  })
  return <TableDrawn table={table} boxRef={box} visible={visible} />
}

/** A hidden row, as in print, keeps its height: with none, all rows would count as visible. */
const heightOf = <Box extends Element | Window>(
  row: Element,
  entry: ResizeObserverEntry | undefined,
  of: Virtualizer<Box, Element>,
): number =>
  measureElement(row, entry, of) || (of.measurementsCache[of.indexFromElement(row)]?.size ?? of.options.estimateSize(0))
