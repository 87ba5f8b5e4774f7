import '#ui/text-button.css'
import { LayoutList, ListFilter, Rows3 } from 'lucide-react'
import { lazy, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { CiteButton, type CitedSet } from '#features/catalogue/citations/web/citations-parts.tsx'
import type { OtherReading } from '#features/catalogue/contract.ts'
import { SaveSearch } from '#features/catalogue/searches/web/searches-parts.tsx'
import { counted, grouped } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/form/field.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Link } from '#ui/link.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { rangeSummary } from '#ui/table/pages.ts'
import { addressToEdit } from '../advanced/web/form-address.ts'
import { keepPart } from '../filters/web/kept-filters.ts'
import { words as say } from '../messages.ts'
import { folderItemOf } from '../record/web/folder-item.ts'
import { useRecordPieces } from '../record/web/record-pieces.tsx'
import { deepestHit, highestTotal, type Order, pageSizes, sortOptions } from '../rules.ts'
import type { Ticked } from '../ticked/web/use-ticked.ts'
import { labelsOfFilters } from './facets.tsx'
import type { HitView } from './hit-facts.ts'
import type { Layout } from './layout-choice.ts'
import { addressOfSearch } from './search-links.ts'
import { queryOf } from './search-query.ts'
import { changeSearch, type SearchState } from './search-state.ts'

const SaveThisSearch = lazy(async () => ({ default: (await import('./save-this-search.tsx')).SaveThisSearch }))
const TickedBar = lazy(async () => ({ default: (await import('../ticked/web/ticked-bar.tsx')).TickedBar }))
const WholeSet = lazy(async () => ({ default: (await import('./whole-set.tsx')).WholeSet }))

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
  /** Another reading of the words, whose hits are displayed because they themselves find nothing or little. */
  reading: OtherReading | undefined
  /** The records above those of the reading. */
  own: number
  title: string
  total: number | undefined
  /** In a search with one hit for each work. */
  works: number | undefined
  searching: boolean
  hits: HitView[]
  ticked: Ticked
  chosen: ReactNode
  layout: Layout
  /** Whether there are filters to choose. */
  narrows: boolean
  onLayout: (layout: Layout) => void
  onChange: (state: SearchState) => void
  onFilters: () => void
}) {
  const { state, answered, reading, own, title, total, works, searching, hits, ticked, chosen, layout, narrows } = props
  const { onLayout, onChange, onFilters } = props
  const { FolderToggleAll } = useRecordPieces()
  const order = (value: string) => {
    const [selectedOrder, orderByOperator] = value.split(' ') as [string, Order]
    onChange(changeSearch(state, { selectedOrder, orderByOperator }))
  }
  const bar = useStickyHeight()
  // On a phone the first result comes before what few need.
  const [more, showMore] = useState(false)
  return (
    <div
      className={['results-bar line-below', more && 'more', ticked.hits.length > 0 && 'ticking']
        .filter(Boolean)
        .join(' ')}
      ref={bar}
    >
      <div className="found min-w-0">
        <h1 className="clamp-2 no-outline" tabIndex={-1}>
          {reading && own === 0 ? (
            noRecordsFor(title, reading)
          ) : (
            <>
              {(state.query || state.queryForDisplay) && <span className="ink-2">{say.resultsFor} </span>}
              {title}
            </>
          )}
        </h1>
        <div className="counted flow items-baseline text-small gap-0-14">
          <p className={reading ? 'num reading w-full' : 'num'} role="status">
            {searching && say.searching}
            {reading && (
              <>
                {own === 0 && <span className="only-heard">{noRecordsFor(title, reading)}. </span>}
                <strong>{own > 0 ? showingAfter(own, answered) : showing(answered, reading)}</strong>{' '}
              </>
            )}
            {total !== undefined && summaryOf(answered, total, works)}
          </p>
          <Link className="edit-search" href={addressToEdit(state)}>
            {state.form ? say.editSearch : say.advancedSearch}
          </Link>
          {hits.length > 0 && total !== undefined && total > 1 && <UseAll search={answered} total={total} />}
          {hits.length > 0 && !isOfOneWork(state) && (
            <Link
              className="edit-search no-print"
              href={addressOfSearch(changeSearch(state, { grouped: !state.grouped }))}
              onClick={() => keepPart('results-editions', state.grouped ? undefined : 'editions=grouped')}
            >
              {state.grouped ? say.showEditions : say.groupEditions}
            </Link>
          )}
          {state.unreadable === '' && <SaveSearch>{(email) => <SaveThisSearch {...{ state, email }} />}</SaveSearch>}
        </div>
      </div>
      {ticked.hits.length > 0 && (
        <LazyPart quiet>
          <TickedBar {...{ ticked, title }} page={hits.length} />
        </LazyPart>
      )}
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
            {say.filters}
            {state.filters.length > 0 && ` (${state.filters.length})`}
          </Button>
        )}
        {total !== 0 && (
          <>
            <Select
              label={say.sortBy}
              options={orders}
              value={`${state.selectedOrder} ${state.orderByOperator}`}
              onChange={(event) => order(event.target.value)}
            />
            <Button className="open-more hidden" aria-expanded={more} onClick={() => showMore(!more)}>
              {more ? say.less : say.more}
            </Button>
            <Select
              label={say.perPage}
              options={sizes}
              value={String(state.size)}
              onChange={(event) => onChange(changeSearch(state, { size: Number(event.target.value) }))}
            />
            <fieldset className="layouts flex">
              <legend className="only-heard">{say.layout}</legend>
              <Button
                square
                icon={LayoutList}
                aria-pressed={layout === 'list'}
                on={layout === 'list'}
                onClick={() => onLayout('list')}
              >
                {say.list}
              </Button>
              <Button
                square
                icon={Rows3}
                aria-pressed={layout === 'table'}
                on={layout === 'table'}
                onClick={() => onLayout('table')}
              >
                {say.compactTable}
              </Button>
            </fieldset>
          </>
        )}
        {hits.length > 0 && total !== undefined && (
          <CiteButton sets={setsToCite(answered, hits, total)} name={say.references} />
        )}
        {hits.length > 0 && <FolderToggleAll items={hits.map(folderItemOf)} />}
      </div>
      {chosen}
    </div>
  )
}

const noRecordsFor = (title: string, { by }: OtherReading) =>
  by === 'withoutFilters' ? say.noRecordsFiltered({ title }) : say.noRecordsFor({ title })

/** A reading that only filters is named by them. */
export const titleOfReading = (search: SearchState): string =>
  search.queryForDisplay || search.query || labelsOfFilters(search).join(', ')

const showingAfter = (own: number, search: SearchState) =>
  say.showingAfter({ own: counted(own, say.record, say.records), title: titleOfReading(search) })

/** Names the reading, in a sentence. */
function showing({ query, queryForDisplay }: SearchState, { by, atLeast }: OtherReading): string {
  const title = queryForDisplay || query
  if (atLeast === 1) return say.showingAny({ title })
  if (atLeast !== undefined) return say.showingMost({ count: atLeast, title })
  if (by === 'series') return say.showingInSeries({ title })
  if (by === 'withoutFilters') return say.showingUnfiltered({ title })
  return title === '' ? say.showingFiltered : say.showing({ title })
}

const summaryOf = ({ page, size }: SearchState, total: number, works: number | undefined): string =>
  works === undefined
    ? rangeSummary(page, size, total, say.record, highestTotal, say.records)
    : `${rangeSummary(page, size, works, say.work, deepestHit, say.works)}, ${counted(total, say.record, say.records)}`

/** The page that a hit of a grouped search leads to. */
const isOfOneWork = ({ base }: SearchState) => JSON.stringify(base ?? '').includes('"work":[')

function UseAll({ search, total }: { search: SearchState; total: number }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      {/* One more screen with a TextButton, and it would weigh on every first visit (vite.config.ts). */}
      <button
        type="button"
        className="text-button no-print"
        aria-haspopup="dialog"
        onPointerEnter={prepareOverlays}
        onFocus={prepareOverlays}
        onClick={() => setOpen(true)}
      >
        {search.grouped ? say.actOnAllRecords({ count: grouped(total) }) : say.actOnAll({ count: grouped(total) })}
      </button>
      {open && (
        <LazyPart quiet>
          <WholeSet {...{ search, total }} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  )
}

const setsToCite = (answered: SearchState, hits: HitView[], total: number): CitedSet[] => [
  { label: `${say.thisPage} (${grouped(hits.length)})`, count: hits.length, of: { ids: hits.map(({ _id }) => _id) } },
  { label: `${say.allResults} (${grouped(total)})`, count: total, of: { bodybuilderquery: queryOf(answered) } },
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
