import '#ui/table/table.css'
import { Rows3 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Problem } from '#kit/problem.ts'
import { Button } from '#ui/button.tsx'
import { type Columns, fileOf, present } from '#ui/table/columns.ts'
import { ExportButton } from '#ui/table/export-button.tsx'
import { Card, Pending } from './card.tsx'

/**
 * Figures with their main number above. A chart can be read as a table, which screen readers always have. Without a
 * chart the table is the picture.
 */
export function FigureCard<Row>({
  title,
  wide,
  all,
  main,
  note,
  none,
  columns,
  rows,
  shown = Number.POSITIVE_INFINITY,
  more,
  keyOf,
  chart,
  problem,
  again,
}: {
  title: string
  /** Takes two places of three. */
  wide?: boolean
  all?: { href: string; label: string }
  main?: ReactNode
  note?: ReactNode
  /** Replaces the figures if there are none. */
  none?: string | false | undefined
  columns: Columns<Row>
  /** Undefined while they load. */
  rows: readonly Row[] | undefined
  /** Rows on the screen; a file has all. */
  shown?: number
  /** Below them. */
  more?: string | false
  keyOf: (row: Row) => string
  chart?: ReactNode
  problem: Problem | null
  again: () => void
}) {
  const [asTable, setAsTable] = useState(false)
  const isEmpty = none !== undefined && none !== false
  const table = rows && <FigureTable title={title} columns={columns} rows={rows.slice(0, shown)} keyOf={keyOf} />
  return (
    <Card
      title={title}
      wide={wide}
      all={all}
      actions={
        rows &&
        !isEmpty && (
          <span className="figure-acts flex">
            {chart && (
              <Button
                look="bare"
                square
                icon={Rows3}
                on={asTable}
                aria-pressed={asTable}
                onClick={() => setAsTable(!asTable)}
              >
                {`Show as table: ${title}`}
              </Button>
            )}
            <ExportButton square name={title} read={() => fileOf(columns, rows)} />
          </span>
        )
      }
    >
      {!rows ? (
        <Pending {...{ problem, again }} />
      ) : isEmpty ? (
        <p className="quiet">{none}</p>
      ) : (
        <>
          {main !== undefined && (
            <p className="aside flow items-baseline gap-0-14 pb-6">
              <strong className="figure num ink">{main}</strong> {note}
            </p>
          )}
          {chart && !asTable && chart}
          {!chart ? (
            <div className="figure-table">{table}</div>
          ) : asTable ? (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
            <section className="figure-table in-place" tabIndex={0} aria-label={`${title}, as a table`}>
              {table}
            </section>
          ) : (
            <div className="only-heard">{table}</div>
          )}
          {more && <p className="remark pt-6">{more}</p>}
        </>
      )}
    </Card>
  )
}

/** A plain table: unlike `DataTable` it is no box that scrolls, and so no stop of the tab key while it is only heard. */
function FigureTable<Row>({
  title,
  columns,
  rows,
  keyOf,
}: {
  title: string
  columns: Columns<Row>
  rows: readonly Row[]
  keyOf: (row: Row) => string
}) {
  const drawn = present(columns).filter(({ cell }) => cell)
  return (
    <table className="table">
      <caption className="only-heard">{title}</caption>
      <thead>
        <tr>
          {drawn.map(({ head, headHidden, number }) => (
            <th key={head} scope="col" className={number ? 'n' : undefined}>
              {headHidden ? <span className="only-heard">{head}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={keyOf(row)}>
            {drawn.map(({ head, namesRow, number, className, cell }) =>
              namesRow ? (
                <th key={head} scope="row">
                  {cell!(row, place)}
                </th>
              ) : (
                <td key={head} className={number ? 'n' : (className as string | undefined)}>
                  {cell!(row, place)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A bar in a row of a table, beside its number. */
export const RowBar = ({ share }: { share: number }) => (
  <span className="row-bar" aria-hidden>
    <i style={{ width: `${Math.round(share * 100)}%` }} />
  </span>
)
