import './results.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ComponentType, lazy, useEffect, useMemo, useRef, useState } from 'react'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { catalogueApi } from '#features/catalogue/contract.ts'
import type { Problem } from '#kit/problem.ts'
import { genericSentence } from '#kit/web/fetch-json.ts'
import { focusHeading, useFocusOnNewSearch } from '#kit/web/focus-on-new-search.ts'
import { goTo, replaceWith } from '#kit/web/history.ts'
import { counted, grouped } from '#kit/web/in-words.ts'
import { useLocation } from '#kit/web/router.tsx'
import { complainInSearchBox } from '#kit/web/search-box.ts'
import { hearSingleKey } from '#kit/web/single-keys.ts'
import { queryOf as readOf, useLatestReply } from '#kit/web/use-api.ts'
import { useTooLong } from '#kit/web/use-too-long.ts'
import { Button } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { wordsOfQuery } from '#ui/marked-words.ts'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { deepestHit, defaultPageSize, lastPage } from '../rules.ts'
import { ChosenFilters, Facets, labelsOfFilters, searchTitle } from './facets.tsx'
import { HitList } from './hit-list.tsx'
import { useLayoutChoice } from './layout-choice.ts'
import { ResultsBar } from './results-bar.tsx'
import { toggleFilters } from './search-filters.ts'
import { addressOfSearch } from './search-links.ts'
import { queryOf } from './search-query.ts'
import { type Filter, findsLittle, readSearchState, type SearchState } from './search-state.ts'

const HitTable = lazy(async () => ({ default: (await import('./hit-table.tsx')).HitTable }))
const SearchUnreadable = lazy(async () => ({ default: (await import('./search-refused.tsx')).SearchUnreadable }))
const SignInToGoOn = lazy(async () => ({ default: (await import('./search-refused.tsx')).SignInToGoOn }))
const Unauthorised = lazy(async () => ({ default: (await import('./search-refused.tsx')).Unauthorised }))
const NothingFound = lazy(async () => ({ default: (await import('./nothing-found.tsx')).NothingFound }))
const FewFound = lazy(async () => ({ default: (await import('./nothing-found.tsx')).FewFound }))

/** The address holds the whole search; every change is a step in the browser's history. */
export function ResultsScreen() {
  const { search } = useLocation()
  const state = useMemo(() => readSearchState(new URLSearchParams(search)), [search])
  const whole = useWholeSearch(state)
  const [filtersOpen, openFilters] = useState(false)
  const [layout, chooseLayout] = useLayoutChoice()
  const { found, answered, problem, stale, late, again } = useSearch(state, whole)
  useEffect(
    () => complainInSearchBox(problem?.code === 'leading_wildcard' ? problem.messages[0] : undefined),
    [problem],
  )
  useRememberSearch(answered, found && !stale ? found.hits.total : undefined)
  const screen = useRef<HTMLDivElement>(null)
  useFocusOnNewSearch(screen, search)

  const go = (next: SearchState) => goTo(addressOfSearch(next))
  const toggle = (...filters: Filter[]) => go(toggleFilters(state, filters))
  const retry = () => {
    again()
    // The focused button disappears.
    focusHeading(screen.current)
  }
  const title = searchTitle(state)
  const hits = found?.hits.hits ?? []
  const total = found?.hits.total ?? 0
  const pages = total === 0 ? 0 : lastPage(total, state.size)
  const Hits: ComponentType<ComponentProps<typeof HitTable>> = layout === 'list' ? HitList : HitTable
  const hrefOf = (page: number) => addressOfSearch({ ...state, page })
  usePageKeys(state.page, pages, hrefOf)
  const beyond = useReturnFromBeyond(state, found !== undefined && !stale && hits.length === 0 ? total : 0)
  const waiting = !found && !problem && (state.unreadable === '' || !whole)
  const narrows = waiting || total > 0 || state.filters.length > 0
  const facets = <Facets state={state} counts={found?.aggregations ?? {}} onToggle={toggle} />

  return (
    <div className={narrows ? 'results' : 'results alone'} ref={screen}>
      <title>{`${title} – search results`}</title>
      {narrows && (
        <aside className="facets no-print" aria-label="Narrow the results">
          {waiting ? <FacetsComing /> : facets}
        </aside>
      )}
      <section className="results-list cards" aria-busy={stale}>
        <ResultsBar
          {...{ state, answered, title, hits, layout, narrows }}
          total={beyond ? undefined : found?.hits.total}
          searching={(waiting || beyond) && !late}
          chosen={<ChosenFilters state={state} onToggle={toggle} />}
          onLayout={chooseLayout}
          onChange={go}
          onFilters={() => openFilters(true)}
        />
        {problem && <SearchFailure problem={problem} onRetry={retry} />}
        {late && <SearchLate onRetry={retry} />}
        {state.unreadable && whole && (
          <LazyPart>
            <SearchUnreadable words={state.query} />
          </LazyPart>
        )}
        {found && !beyond && (
          <div className={stale ? 'dimmed' : undefined}>
            <LazyPart fallback={<HitsComing />}>
              {total === 0 ? (
                <NothingFound state={answered} title={searchTitle(answered)} />
              ) : (
                <Hits
                  {...{ hits, total }}
                  first={(answered.page - 1) * answered.size + 1}
                  words={wordsOfQuery(answered.query)}
                  search={answered}
                />
              )}
            </LazyPart>
            {findsLittle(answered, total) && (
              <LazyPart quiet>
                <FewFound state={answered} />
              </LazyPart>
            )}
            <Pager page={state.page} count={pages} hrefOf={hrefOf} />
            {answered.page === pages && total > pages * answered.size && <PagingEnds />}
          </div>
        )}
        {(waiting || beyond) && !late && <HitsComing />}
      </section>
      {filtersOpen && (
        <Dialog
          title="Filters"
          shape="drawer"
          onClose={() => openFilters(false)}
          actions={
            <Button look="main" onClick={() => openFilters(false)}>
              Show {counted(total, 'record')}
            </Button>
          }
        >
          <div className="facets-drawer">{facets}</div>
        </Dialog>
      )}
    </div>
  )
}

const searchFailed = "We're unable to perform the search. Please try again later"

/** Why there are no results: not authorised, not understood, or temporarily failing. */
function SearchFailure({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  if (problem.code === 'visitor_depth')
    return (
      <LazyPart>
        <SignInToGoOn problem={problem} />
      </LazyPart>
    )
  if (problem.status === 403)
    return (
      <LazyPart>
        <Unauthorised problem={problem} onRetry={onRetry} />
      </LazyPart>
    )
  if (problem.status === 400) return <ErrorBox title="Please change the search" messages={problem.messages} />
  return <ErrorBox messages={[searchFailed]} onRetry={onRetry} />
}

/** A reply that exceeds the render time-out. */
const SearchLate = ({ onRetry }: { onRetry: () => void }) => <ErrorBox messages={[genericSentence]} onRetry={onRetry} />

/** Redirects a page beyond the last one to the last one. `total`: of a search whose page has no hits. */
function useReturnFromBeyond(state: SearchState, total: number): boolean {
  const last = lastPage(total, state.size)
  const beyond = total > 0 && state.page > last
  useEffect(() => {
    if (beyond) replaceWith(addressOfSearch({ ...state, page: last }))
  }, [beyond, last, state])
  return beyond
}

/** Why paging ends although there are more records. */
const PagingEnds = () => (
  <p className="paging-ends aside pt-16">
    Pages end at {grouped(deepestHit)} records. Narrow the search, or sort it otherwise, to see the others.
  </p>
)

const HitsComing = () =>
  Array.from({ length: 6 }, (_, i) => `hit ${i}`).map((each) => (
    <div className="hit coming stack gap-18 line-below" key={each} aria-hidden>
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

/** `n` turns to the next page, `p` to the previous one. */
function usePageKeys(page: number, count: number, hrefOf: (page: number) => string): void {
  useEffect(() =>
    hearSingleKey('page-keys', (key) => {
      const to = { n: page + 1, p: page - 1 }[key.toLowerCase()]
      if (to === undefined || to < 1 || to > count) return false
      goTo(hrefOf(to))
      return true
    }),
  )
}

/** Whether the query is ready. If an address has only the form, the query is built, and the address completed. */
function useWholeSearch(state: SearchState): boolean {
  const whole = !state.form || state.base !== undefined
  const [failed, setFailed] = useState<unknown>()
  if (failed) throw failed
  useEffect(() => {
    let current = !whole
    if (current)
      import('../advanced/web/advanced-query.ts').then(({ completeSearch }) => {
        if (current) replaceWith(addressOfSearch(completeSearch(state)))
      }, setFailed)
    return () => {
      current = false
    }
  }, [state, whole])
  return whole
}

/** Adds an answered search to the person's history, except a search for everything. */
function useRememberSearch(answered: SearchState, total: number | undefined): void {
  const { data: signedIn, isSuccess: known } = useQuery(currentUser)
  const userId = signedIn?.user.id
  const searches = answered.query !== '' || answered.base !== undefined || answered.filters.length > 0
  const address = addressOfSearch({ ...answered, page: 1, size: defaultPageSize })
  const title = searchTitle(answered)
  const filters = labelsOfFilters(answered).join(', ')
  // A search without words is named by its filters.
  const narrowed = filters === title ? '' : filters
  useEffect(() => {
    if (!known || !searches || total === undefined) return
    const search = { title, ...(narrowed && { narrowed }), address, total, at: new Date().toISOString() }
    // Loaded once there is something to store, since the results do not wait for it; if it fails, nothing is stored.
    void import('../search-box/web/search-history.ts')
      .then(({ rememberSearch }) => rememberSearch(userId, search))
      .catch(() => undefined)
  }, [known, userId, searches, title, narrowed, address, total])
}

/**
 * The displayed reply and its search: the previous one while the next is loading (`stale`). `whole`: whether the query
 * is ready; until then no call is sent. `late`: the call exceeded the time-out. `again` aborts the pending call and
 * retries.
 */
function useSearch(state: SearchState, whole = true) {
  const input = { bodybuilderquery: JSON.stringify(queryOf(state)) }
  const readable = whole && state.unreadable === ''
  const { reply, problem, stale, again } = useLatestReply(catalogueApi.search, input, { enabled: readable })
  const found = problem || !readable ? undefined : reply

  const [answered, setAnswered] = useState(state)
  if (found && !stale && answered !== state) setAnswered(state)

  const cache = useQueryClient()
  const [attempt, setAttempt] = useState(0)
  const late = useTooLong((readable || !whole) && !problem && (!reply || stale), `${attempt} ${input.bodybuilderquery}`)
  const refetch = async () => {
    setAttempt(attempt + 1)
    await cache.cancelQueries({ queryKey: readOf(catalogueApi.search, input).queryKey })
    again()
  }
  return { found, answered, problem, stale, late, again: () => void refetch() }
}
