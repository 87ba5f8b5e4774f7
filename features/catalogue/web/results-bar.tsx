import { LayoutList, ListFilter, Rows3 } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { CiteButton, type CitedSet } from '#features/catalogue/citations/web/citations-parts.tsx'
import { SaveSearch } from '#features/catalogue/searches/web/searches-parts.tsx'
import { grouped } from '#kit/web/in-words.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/form/field.tsx'
import { Link } from '#ui/link.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { rangeSummary } from '#ui/table/pages.ts'
import { addressToEdit } from '../advanced/web/form-address.ts'
import { useRecordPieces } from '../record/web/record-pieces.tsx'
import { defaultPageSize, highestTotal, type Order, pageSizes, sortOptions } from '../rules.ts'
import { searchInWords } from './describe-search.ts'
import { folderItemOf, type HitView } from './hit-facts.ts'
import type { Layout } from './layout-choice.ts'
import { addressOfSearch } from './search-links.ts'
import { queryOf } from './search-query.ts'
import { changeSearch, type SearchState, writeSearchState } from './search-state.ts'

const orders = sortOptions.map(({ selectedOrder, orderByOperator, label }) => ({
  value: `${selectedOrder} ${orderByOperator}`,
  label,
}))
const sizes = pageSizes.map((size) => ({ value: String(size), label: String(size) }))

/** The number of results, and how they are shown. */
export function ResultsBar(props: {
  state: SearchState
  /** The search that the displayed hits belong to. */
  answered: SearchState
  title: string
  total: number | undefined
  searching: boolean
  hits: HitView[]
  chosen: ReactNode
  layout: Layout
  /** Whether there are filters to choose. */
  narrows: boolean
  onLayout: (layout: Layout) => void
  onChange: (state: SearchState) => void
  onFilters: () => void
}) {
  const { state, answered, title, total, searching, hits, chosen, layout, narrows } = props
  const { onLayout, onChange, onFilters } = props
  const { FolderToggleAll } = useRecordPieces()
  const order = (value: string) => {
    const [selectedOrder, orderByOperator] = value.split(' ') as [string, Order]
    onChange(changeSearch(state, { selectedOrder, orderByOperator }))
  }
  const bar = useStickyHeight()
  return (
    <div className="results-bar split line-below items-end" ref={bar}>
      <div className="found min-w-0">
        <h1 className="clamp-2 no-outline" tabIndex={-1}>
          {title}
        </h1>
        <div className="counted flow items-baseline text-small gap-0-14">
          <p className="num" role="status">
            {searching && 'Searching …'}
            {total !== undefined && rangeSummary(answered.page, answered.size, total, 'record', highestTotal)}
          </p>
          <Link className="edit-search" href={addressToEdit(state)}>
            {state.form ? 'Edit this search' : 'Advanced search'}
          </Link>
          {state.unreadable === '' && <SaveSearch {...searchToSave(state)} />}
        </div>
      </div>
      <div className="controls flow items-end gap-10 no-print">
        {narrows && (
          <Button
            icon={ListFilter}
            className="open-filters"
            aria-haspopup="dialog"
            onPointerEnter={prepareOverlays}
            onFocus={prepareOverlays}
            onClick={onFilters}
          >
            Filters{state.filters.length > 0 && ` (${state.filters.length})`}
          </Button>
        )}
        {total !== 0 && (
          <>
            <Select
              label="Sort"
              options={orders}
              value={`${state.selectedOrder} ${state.orderByOperator}`}
              onChange={(event) => order(event.target.value)}
            />
            <Select
              label="Per page"
              options={sizes}
              value={String(state.size)}
              onChange={(event) => onChange(changeSearch(state, { size: Number(event.target.value) }))}
            />
            <fieldset className="layouts flex">
              <legend className="only-heard">Layout</legend>
              <Button
                square
                icon={LayoutList}
                aria-pressed={layout === 'list'}
                on={layout === 'list'}
                onClick={() => onLayout('list')}
              >
                List
              </Button>
              <Button
                square
                icon={Rows3}
                aria-pressed={layout === 'table'}
                on={layout === 'table'}
                onClick={() => onLayout('table')}
              >
                Compact table
              </Button>
            </fieldset>
          </>
        )}
        {hits.length > 0 && total !== undefined && (
          <CiteButton sets={setsToCite(answered, hits, total)} name="References" />
        )}
        {hits.length > 0 && <FolderToggleAll items={hits.map(folderItemOf)} />}
      </div>
      {chosen}
    </div>
  )
}

const setsToCite = (answered: SearchState, hits: HitView[], total: number): CitedSet[] => [
  { label: `This page (${grouped(hits.length)})`, count: hits.length, of: { ids: hits.map(({ _id }) => _id) } },
  { label: `All results (${grouped(total)})`, count: total, of: { bodybuilderquery: queryOf(answered) } },
]

/** Passes the bar's height to the list, so that a table's sticky header stays right below it. */
function useStickyHeight() {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = bar.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const watch = new ResizeObserver(() => {
      const sticks = getComputedStyle(element).position === 'sticky'
      element.parentElement?.style.setProperty('--sticky-top', sticks ? `${element.offsetHeight}px` : '0px')
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return bar
}

/** The search without page and size, which do not make it another search. */
function searchToSave(state: SearchState) {
  const whole = changeSearch(state, { size: defaultPageSize })
  const newest = { selectedOrder: 'catalogueDate', orderByOperator: 'desc' as const }
  const address = writeSearchState(whole).toString()
  return {
    title: searchInWords(address),
    address,
    bodybuilderquery: JSON.stringify(queryOf(whole)),
    newestFirst: addressOfSearch({ ...whole, ...newest }),
  }
}
