import './table.css'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'

/** A table with its caption for readers; rows and cells are plain `<tr>` and `<td>` (`n`: number, `code`, `why`). */
export function Table({ caption, head, children }: { caption: string; head: ReactNode; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="table-box" aria-label={caption} tabIndex={0}>
      <table className="table">
        <caption className="only-heard">{caption}</caption>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

export type Order = { by: string; descending: boolean }

/** A heading that sorts by its column; a second press turns the order round. */
export function SortableHeader({
  by,
  order,
  onSort,
  children,
  number = false,
  colSpan,
  className,
}: {
  by: string
  order: Order | null
  onSort: (order: Order) => void
  children: string
  number?: boolean
  colSpan?: number
  className?: string
}) {
  const active = order?.by === by
  const shape = active ? (order.descending ? ArrowDown : ArrowUp) : ChevronsUpDown
  return (
    <th
      scope="col"
      colSpan={colSpan}
      className={[number && 'n', className].filter(Boolean).join(' ') || undefined}
      aria-sort={active ? (order.descending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" onClick={() => onSort({ by, descending: active && !order.descending })}>
        {children}
        <Icon of={shape} small />
      </button>
    </th>
  )
}
