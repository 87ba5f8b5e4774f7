import './table.css'
import './long-table.css'
import type { Virtualizer } from '@tanstack/react-virtual'
import type { ReactNode, RefObject } from 'react'

export type LongTableParts<Row> = {
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

/** The table itself: all rows, or those that `visible` says. */
export function Drawn<Row>({
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
