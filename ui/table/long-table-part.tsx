import { measureElement, useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Drawn, type LongTableParts } from './long-table-drawn.tsx'

/** Of many rows those in sight. Apart from the table, since few lists are so long and the reckoning weighs ten kilobytes. */
export function PartDrawn<Row>(parts: LongTableParts<Row>) {
  return parts.boxed ? <PartInBox {...parts} /> : <PartInPage {...parts} />
}

function PartInBox<Row>(parts: LongTableParts<Row>) {
  const box = useRef<HTMLElement>(null)
  const { current, rows, usualHeight } = parts
  const visible = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => usualHeight,
    measureElement: heightOf,
    overscan: 12,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another current row moves the box
  useEffect(() => {
    if (current !== undefined && current >= 0) visible.scrollToIndex(current, { align: 'auto' })
  }, [current])
  return <Drawn {...parts} boxRef={box} visible={visible} />
}

function PartInPage<Row>(parts: LongTableParts<Row>) {
  const box = useRef<HTMLElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop((box.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [])
  const visible = useWindowVirtualizer({
    count: parts.rows.length,
    estimateSize: () => parts.usualHeight,
    measureElement: heightOf,
    overscan: 12,
    scrollMargin: top,
  })
  return <Drawn {...parts} boxRef={box} visible={visible} />
}

/** A row that is hidden, as on paper, keeps its height: without any, all rows would seem to be in sight. */
const heightOf = <Box extends Element | Window>(
  row: Element,
  entry: ResizeObserverEntry | undefined,
  of: Virtualizer<Box, Element>,
): number =>
  measureElement(row, entry, of) || (of.measurementsCache[of.indexFromElement(row)]?.size ?? of.options.estimateSize(0))
