import './table.css'
import './long-table.css'
import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

type LongTableParts<Row> = {
  caption: string
  columns: ReactNode
  rows: readonly Row[]
  /** A row's `<td>`s. */
  cells: (row: Row, index: number) => ReactNode
  keyOf: (row: Row, index: number) => string | number
  /** Pixels, before a row has been measured. */
  usualHeight: number
  /** Scrolls in a box of its own height (set by CSS) rather than with the page. */
  boxed?: boolean
  /** Index of the row that is worked on: marked, and kept in sight in a box. */
  current?: number | undefined
}

/** Up to so many rows are all drawn: the browser's search in the page finds them, and printing shows them. */
const drawnWhole = 60

/** A table of thousands of rows, of which only those in sight are drawn. A reader hears how many there are. */
export function LongTable<Row>(parts: LongTableParts<Row>) {
  const few = parts.rows.length <= drawnWhole
  if (parts.boxed) return few ? <WholeInBox {...parts} /> : <PartInBox {...parts} />
  return few ? <Drawn {...parts} /> : <PartInPage {...parts} />
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

function PartInBox<Row>(parts: LongTableParts<Row>) {
  const box = useRef<HTMLElement>(null)
  const { current, rows, usualHeight } = parts
  const visible = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => usualHeight,
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
    overscan: 12,
    scrollMargin: top,
  })
  return <Drawn {...parts} boxRef={box} visible={visible} />
}

function Drawn<Row>({
  caption,
  columns,
  rows,
  cells,
  keyOf,
  boxed,
  current,
  boxRef,
  visible,
}: LongTableParts<Row> & {
  boxRef?: RefObject<HTMLElement | null>
  // biome-ignore lint/suspicious/noExplicitAny: the window's and a box's virtualizer serve alike here
  visible?: Virtualizer<any, Element>
}) {
  const shown = visible?.getVirtualItems()
  const indexes = shown ? shown.map((item) => item.index) : rows.map((_, i) => i)
  const above = (shown?.[0]?.start ?? 0) - (visible?.options.scrollMargin ?? 0)
  const below = visible ? visible.getTotalSize() - ((shown?.at(-1)?.end ?? 0) - visible.options.scrollMargin) : 0
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className={boxed ? 'long-table' : 'table-box'} aria-label={caption} tabIndex={0} ref={boxRef}>
      <table className="table" aria-rowcount={visible ? rows.length + 1 : undefined}>
        <caption className="only-heard">{caption}</caption>
        <thead>
          <tr>{columns}</tr>
        </thead>
        <tbody>
          <Room height={above} />
          {indexes.map((index) => (
            <tr
              key={keyOf(rows[index]!, index)}
              ref={visible?.measureElement}
              data-index={index}
              aria-rowindex={visible ? index + 2 : undefined}
              aria-current={index === current ? true : undefined}
            >
              {cells(rows[index]!, index)}
            </tr>
          ))}
          <Room height={below} />
        </tbody>
      </table>
    </section>
  )
}

/** Stands for the rows that are not drawn. */
const Room = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr className="room" aria-hidden>
      <td colSpan={99} style={{ height }} />
    </tr>
  ) : null

function keepInSight(box: HTMLElement, row: HTMLElement) {
  const header = box.querySelector('thead')?.clientHeight ?? 0
  const top = row.offsetTop - header
  const bottom = row.offsetTop + row.offsetHeight
  if (top < box.scrollTop) box.scrollTop = top
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight
}
