import './results.css'
import { useEffect, useMemo, useRef, useState } from 'react'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { goTo } from '#kit/web/history.ts'
import { useLocation } from '#kit/web/router.tsx'
import { complainInSearchBox } from '#kit/web/search-box.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Skeleton } from '#ui/notices.tsx'
import { Pager } from '#ui/pager.tsx'
import { lastPage } from '../rules.ts'
import { ChosenFilters, Facets, searchTitle } from './facets.tsx'
import { HitList } from './hit-list.tsx'
import { HitTable } from './hit-table.tsx'
import { useLayoutChoice } from './layout-choice.ts'
import { wordsOfQuery } from './marked.ts'
import { NothingFound } from './nothing-found.tsx'
import { ResultsBar } from './results-bar.tsx'
import { SearchFailure } from './search-failure.tsx'
import { addressOfSearch } from './search-links.ts'
import { type Filter, queryOf, readSearchState, type SearchState, toggleFilter } from './search-state.ts'

/** The address holds the whole search; every change is a step in the browser's history. */
export function ResultsScreen() {
  const { search } = useLocation()
  const state = useMemo(() => readSearchState(new URLSearchParams(search)), [search])
  const [filtersOpen, openFilters] = useState(false)
  const [layout, chooseLayout] = useLayoutChoice()
  const { reply, problem, stale, again } = useLatestReply(catalogueApi.search, {
    bodybuilderquery: JSON.stringify(queryOf(state)),
  })
  useEffect(
    () => complainInSearchBox(problem?.code === 'leading_wildcard' ? problem.messages[0] : undefined),
    [problem],
  )
  const screen = useFocusOnNewSearch(search)

  const go = (next: SearchState) => goTo(addressOfSearch(next))
  const toggle = (filter: Filter) => go(toggleFilter(state, filter))
  const title = searchTitle(state)
  const found = problem ? undefined : reply
  const hits = found?.hits.hits ?? []
  const total = found?.hits.total ?? 0
  const facets = <Facets state={state} counts={found?.aggregations ?? {}} onToggle={toggle} />
  const Hits = layout === 'list' ? HitList : HitTable

  return (
    <div className="results" ref={screen}>
      <title>{`${title} – search results`}</title>
      <aside className="facets" aria-label="Narrow the results">
        {found || problem ? facets : <FacetsComing />}
      </aside>
      <section className="results-list" aria-busy={stale}>
        <ResultsBar
          {...{ state, title, hits, layout }}
          total={problem ? undefined : found?.hits.total}
          failed={problem !== null}
          chosen={<ChosenFilters state={state} onToggle={toggle} />}
          onLayout={chooseLayout}
          onChange={go}
          onFilters={() => openFilters(true)}
        />
        {problem && <SearchFailure problem={problem} onRetry={again} />}
        {found && (
          <div className={stale ? 'stale' : undefined}>
            {total === 0 ? (
              <NothingFound state={state} title={title} />
            ) : (
              <Hits hits={hits} first={(state.page - 1) * state.size + 1} words={wordsOfQuery(state.query)} />
            )}
            <Pager
              page={state.page}
              count={total === 0 ? 0 : lastPage(total, state.size)}
              hrefOf={(page) => addressOfSearch({ ...state, page })}
            />
          </div>
        )}
        {!found && !problem && <HitsComing />}
      </section>
      {filtersOpen && (
        <Dialog
          title="Filters"
          shape="drawer"
          onClose={() => openFilters(false)}
          actions={
            <Button look="main" onClick={() => openFilters(false)}>
              Show {total.toLocaleString()} records
            </Button>
          }
        >
          <div className="facets-drawer">{facets}</div>
        </Dialog>
      )}
    </div>
  )
}

/**
 * After a turn of the page a reader starts at the top of the list again; so does one whose control is gone, as a chip is
 * after it was removed. Where a step back put focus on a link, it stays.
 */
function useFocusOnNewSearch(search: string) {
  const screen = useRef<HTMLDivElement>(null)
  const former = useRef(search)
  useEffect(() => {
    if (former.current === search) return
    former.current = search
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.closest('.pager'))
      screen.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [search])
  return screen
}

const HitsComing = () =>
  Array.from({ length: 6 }, (_, i) => `hit ${i}`).map((each) => (
    <div className="hit coming" key={each} aria-hidden>
      <span />
      <span className="cover skeleton" />
      <Skeleton lines={3} width="80%" />
    </div>
  ))

const FacetsComing = () =>
  ['type', 'audience', 'year'].map((each) => (
    <div key={each} className="check-list">
      <Skeleton width="40%" />
      <Skeleton lines={4} />
    </div>
  ))
