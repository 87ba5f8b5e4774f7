import { words } from '../messages.ts'
import './select-column.css'
import './table.css'
import './cards.css'
import type { Virtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import {
  type ComponentProps,
  type ComponentType,
  Fragment,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { grouped } from '#kit/web/format.ts'
import { Checkbox } from '../form/field.tsx'
import { Icon } from '../icon.tsx'
import { type Column, type Columns, type Order, present } from './columns.ts'
import { UnfoldingContext } from './unfold-button.tsx'
import type { Selection } from './use-selection.ts'

export type TableParts<Row, Shown = Row> = {
  /** Accessible name. */
  caption: string
  columns: Columns<Shown>
  rows: readonly Row[]
  keyOf: (row: Row, index: number) => string | number
  /** Loads a row's data; renders its cells by `cells`, or a placeholder meanwhile. */
  reading?: ComponentType<{ row: Row; index: number; cells: (shown: Shown) => ReactNode }>
  order?: Order | null
  onSort?: (order: Order) => void
  choosing?: Choosing<Row> | undefined
  /** Rows of a group follow its name; they must be adjacent. */
  groupOf?: (row: Row) => string
  unfolding?: UnfoldingRows<Row> | undefined
  rowClass?: (row: Row) => string | undefined
  /** Index of the current row, or the reader's own: highlighted, and kept visible in a box. */
  current?: number | undefined
  /** Renders only visible rows. Estimated height in pixels until a row is measured. */
  usualHeight?: number
  /** Scrolls in its own box, with a height set by CSS, instead of with the page. */
  boxed?: boolean
}

type Choosing<Row> = {
  selection: Selection
  /** Plural noun for the rows. */
  noun: string
  /** How many rows can be selected, rendered or not. */
  count: number
  idOf: (row: Row) => string
  nameOf: (row: Row, index: number) => ReactNode
  mayChoose?: (row: Row) => boolean
}

type UnfoldingRows<Row> = {
  inside: (row: Row, fold: () => void) => ReactNode
  insideClass: string
  /** Additional class of an unfolding row. */
  rowClass?: string
  openAtFirst?: (row: Row) => boolean
  /** Given if the address determines the open row. */
  isOpen?: (row: Row) => boolean
  onToggle?: (row: Row, open: boolean) => void
  /** A button is hovered or focused: it may soon unfold. */
  onNear?: () => void
}

/** The table itself: all rows, or the `visible` ones. */
export function TableDrawn<Row, Shown>({
  table,
  boxRef,
  visible,
}: {
  table: TableParts<Row, Shown>
  boxRef?: RefObject<HTMLElement | null>
  // biome-ignore lint/suspicious/noExplicitAny: accepts the window's and a box's virtualizer
  visible?: Virtualizer<any, Element>
}) {
  const { caption, rows, keyOf, groupOf, boxed, current, choosing } = table
  const drawn = present(table.columns).filter(({ cell }) => cell)
  const width = drawn.length + (choosing ? 1 : 0)
  const RowDrawn = table.unfolding ? UnfoldingRow : PlainRow
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
          <tr>
            {choosing && <SelectAllHeader {...choosing} />}
            <Heads columns={drawn} order={table.order} onSort={table.onSort} />
          </tr>
        </thead>
        <tbody>
          <Room height={above} />
          {indexes.map((index) => {
            const row = rows[index]!
            const group = groupOf?.(row)
            return (
              <Fragment key={keyOf(row, index)}>
                {group && group !== (index > 0 ? groupOf!(rows[index - 1]!) : '') && (
                  <tr className="stretch">
                    <th scope="colgroup" colSpan={width}>
                      {group}
                    </th>
                  </tr>
                )}
                <RowDrawn
                  {...{ table, row, index, width }}
                  columns={drawn}
                  place={{
                    ref: visible?.measureElement,
                    'data-index': index,
                    'aria-rowindex': visible ? index + 2 : undefined,
                    'aria-current': index === current ? true : undefined,
                  }}
                />
              </Fragment>
            )
          })}
          <Room height={below} />
        </tbody>
      </table>
    </section>
  )
}

/** A spacer for rows that are not rendered. */
const Room = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr className="room" aria-hidden>
      <td colSpan={99} style={{ height }} />
    </tr>
  ) : null

/** A sortable heading sorts by its column; a second press reverses the order. */
function Heads<Row>({
  columns,
  order,
  onSort,
}: {
  columns: readonly Column<Row>[]
  order: Order | null | undefined
  onSort: ((order: Order) => void) | undefined
}) {
  let span = 1
  return columns.map((column) => {
    const { head, headDrawn, headClass, headHidden, number, apart, sort } = column
    if (head === undefined) {
      span++
      return null
    }
    const colSpan = span > 1 ? span : undefined
    span = 1
    const active = sort !== undefined && order?.by === sort
    const descending = active && order.descending
    return (
      <th
        key={head}
        scope="col"
        colSpan={colSpan}
        className={classes(number && 'n', apart && 'apart', headClass)}
        style={widthOf(column)}
        aria-sort={active ? (descending ? 'descending' : 'ascending') : undefined}
      >
        {sort !== undefined && onSort ? (
          <button type="button" onClick={() => onSort({ by: sort, descending: active && !descending })}>
            {headDrawn ?? head}
            <Icon of={active ? (descending ? ArrowDown : ArrowUp) : ChevronsUpDown} small />
          </button>
        ) : headHidden ? (
          <span className="only-heard">{head}</span>
        ) : (
          (headDrawn ?? head)
        )}
      </th>
    )
  })
}

type RowProps<Row, Shown> = {
  table: TableParts<Row, Shown>
  columns: readonly Column<Shown>[]
  row: Row
  index: number
  /** Width of the whole row, in columns. */
  width: number
  place: ComponentProps<'tr'> & { 'data-index': number }
}

function PlainRow<Row, Shown>({ table, columns, row, index, place }: RowProps<Row, Shown>) {
  return (
    <tr {...place} className={table.rowClass?.(row)}>
      <Cells {...{ table, columns, row, index }} />
    </tr>
  )
}

/** A row with an `UnfoldButton` in one of its cells, and the content it unfolds. */
function UnfoldingRow<Row, Shown>(props: RowProps<Row, Shown>) {
  const { table, columns, row, index, width, place } = props
  const unfolding = table.unfolding!
  const { inside, insideClass, rowClass, openAtFirst, isOpen, onToggle, onNear } = unfolding
  const id = useId()
  const box = useRef<HTMLTableRowElement>(null)
  const [unfolded, setUnfolded] = useState<boolean>()
  const open = isOpen?.(row) ?? unfolded ?? openAtFirst?.(row) ?? false
  // A link from elsewhere led to this row.
  const ledTo = useRef(isOpen !== undefined && open)
  useEffect(() => {
    if (ledTo.current) box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  const turn = (to: boolean) => (onToggle ? onToggle(row, to) : setUnfolded(to))
  return (
    <UnfoldingContext value={{ open, inside: id, toggle: () => turn(!open), onNear }}>
      <tr {...place} ref={box} className={classes(rowClass, open && 'open')}>
        <Cells {...{ table, columns, row, index }} />
      </tr>
      {open && (
        <tr className={insideClass} id={id}>
          <td colSpan={width}>{inside(row, () => turn(false))}</td>
        </tr>
      )}
    </UnfoldingContext>
  )
}

function Cells<Row, Shown>({
  table: { choosing, reading: Reading },
  columns,
  row,
  index,
}: Pick<RowProps<Row, Shown>, 'table' | 'columns' | 'row' | 'index'>) {
  const cells = (shown: Shown) => columns.map((column, i) => cellOf(column, shown, index, i))
  return (
    <>
      {choosing && (
        <td className="check-cell">
          {(choosing.mayChoose?.(row) ?? true) && (
            <SelectBox selection={choosing.selection} id={choosing.idOf(row)} name={choosing.nameOf(row, index)} />
          )}
        </td>
      )}
      {Reading ? <Reading {...{ row, index, cells }} /> : cells(row as unknown as Shown)}
    </>
  )
}

function cellOf<Row>(column: Column<Row>, row: Row, index: number, key: number) {
  const { cell, className, narrow, number, apart, namesRow } = column
  const given = {
    className: classes(number && 'n', apart && 'apart', of(className, row)),
    style: widthOf(column),
    'data-label': of(narrow, row),
    children: cell!(row, index),
  }
  return namesRow ? <th key={key} scope="row" {...given} /> : <td key={key} {...given} />
}

const of = <Row,>(value: string | undefined | ((row: Row) => string | undefined), row: Row) =>
  typeof value === 'function' ? value(row) : value

const widthOf = <Row,>({ width, minWidth }: Column<Row>) => (width || minWidth ? { width, minWidth } : undefined)

const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ') || undefined

/** The heading of a checkbox column: selects all rows or none. `noun`: plural noun for the rows. */
const SelectAllHeader = ({ selection, count, noun }: { selection: Selection; count: number; noun: string }) => (
  <th scope="col" className="check-cell">
    <Checkbox
      ref={(box) => {
        if (box) box.indeterminate = selection.extent === 'some'
      }}
      checked={selection.extent === 'all'}
      label={
        <>
          <span className="only-heard">
            {words.selectAll} {grouped(count)} {noun}
          </span>
          <span className="narrow-word" aria-hidden>
            {words.selectAll}
          </span>
        </>
      }
      onChange={selection.toggleAll}
    />
  </th>
)

/** A row's checkbox; with Shift every row since the last one follows. `name`: the row's name. */
const SelectBox = ({ selection, id, name }: { selection: Selection; id: string; name: ReactNode }) => (
  <Checkbox
    className="row-check"
    aria-keyshortcuts="X"
    checked={selection.chosen.has(id)}
    label={<span className="only-heard">Select {name}</span>}
    onChange={(event) => selection.toggle(id, (event.nativeEvent as MouseEvent).shiftKey)}
  />
)
