import './results.css'
import { useQuery } from '@tanstack/react-query'
import {
  type ComponentProps,
  type ComponentType,
  lazy,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { catalogueApi } from '#features/catalogue/contract.ts'
import type { Problem } from '#kit/problem.ts'
import { focusHeading, useFocusOnNewSearch } from '#kit/web/focus-on-new-search.ts'
import { counted } from '#kit/web/format.ts'
import { goTo, lastMove, replaceWith } from '#kit/web/history.ts'
import { useLocation } from '#kit/web/router.tsx'
import { complainInSearchBox } from '#kit/web/search-box.ts'
import { hearSingleKey } from '#kit/web/single-keys.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { lazyWhenIdle } from '#kit/web/use-when-idle.ts'
import { Button } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { wordsOfQuery } from '#ui/marked-words.ts'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { words as say } from '../messages.ts'
import { defaultPageSize, lastPage } from '../rules.ts'
import { useTicked } from '../ticked/web/use-ticked.ts'
import { Facets, labelsOfFilters, rememberFilters, searchTitle } from './facets.tsx'
import type { HitView } from './hit-facts.ts'
import { HitList } from './hit-list.tsx'
import { useLayoutChoice } from './layout-choice.ts'
import { ResultsBar, titleOfReading } from './results-bar.tsx'
import { toggleFilters } from './search-filters.ts'
import { addressOfSearch } from './search-links.ts'
import { queryOf, searchOfReading } from './search-query.ts'
import { type Filter, findsLittle, readSearchState, type SearchState } from './search-state.ts'

const ChosenFilters = lazy(async () => ({
  default: (await import('../filters/web/chosen-filters.tsx')).ChosenFilters,
}))
const HitTable = lazy(async () => ({ default: (await import('./hit-table.tsx')).HitTable }))
/** The keys are not needed before the list is drawn. */
const RowKeys = lazyWhenIdle(async () => (await import('#ui/table/row-keys.tsx')).RowKeys)
const SearchUnreadable = lazy(async () => ({ default: (await import('./search-refused.tsx')).SearchUnreadable }))
const SearchRefused = lazy(async () => ({ default: (await import('./search-refused.tsx')).SearchRefused }))
const NothingFound = lazy(async () => ({ default: (await import('./nothing-found.tsx')).NothingFound }))
const BesideReading = lazy(async () => ({ default: (await import('./nothing-found.tsx')).BesideReading }))
const PagingEnds = lazy(async () => ({ default: (await import('./nothing-found.tsx')).PagingEnds }))
const FewFound = lazy(async () => ({ default: (await import('./nothing-found.tsx')).FewFound }))

/** The address holds the whole search; every change is a step in the browser's history. */
export function ResultsScreen() {
  const { search: address } = useLocation()
  const state = useMemo(() => readSearchState(new URLSearchParams(address)), [address])
  const whole = useWholeSearch(state)
  const [filtersOpen, openFilters] = useState(false)
  const [layout, chooseLayout] = useLayoutChoice(useQuery(currentUser).data?.user.id)
  const { found: reply, answered, problem, stale, again } = useSearch(state, whole)
  // The records of another reading come in the reply to a search that finds nothing or little, and are worked with as its own.
  const other = reply?.otherwise
  const read = useMemo(() => other && { ...searchOfReading(answered, other), page: answered.page }, [answered, other])
  const found = other ?? reply
  const search = read && !stale ? read : state
  const shown = read ?? answered
  useEffect(
    () => complainInSearchBox(problem?.code === 'leading_wildcard' ? problem.messages[0] : undefined),
    [problem],
  )
  useRememberSearch(answered, reply && !stale ? reply.hits.total : undefined)
  const screen = useRef<HTMLDivElement>(null)
  useFocusOnNewSearch(screen, address)

  const go = (next: SearchState) => goTo(addressOfSearch(next))
  const filter = (next: SearchState) => {
    rememberFilters(next.filters)
    go(next)
  }
  const toggle = (...filters: Filter[]) => filter(toggleFilters(search, filters))
  const retry = () => {
    again()
    // The focused button disappears.
    focusHeading(screen.current)
  }
  const title = searchTitle(state)
  const hits = found?.hits.hits ?? []
  const own = (other && reply?.hits.hits) ?? []
  const total = found?.hits.total ?? 0
  const listed = found?.hits.works ?? total
  const pages = total === 0 ? 0 : lastPage(listed, state.size)
  const Hits: ComponentType<ComponentProps<typeof HitTable>> = layout === 'list' ? HitList : HitTable
  const hrefOf = (page: number) => addressOfSearch({ ...search, page })
  usePageKeys(state.page, pages, hrefOf)
  const beyond = useReturnFromBeyond(search, found !== undefined && !stale && hits.length === 0 ? listed : 0)
  const waiting = !found && !problem && (state.unreadable === '' || !whole)
  // Three records are read sooner than filters.
  const narrows = waiting || total > 3 || search.filters.length > 0
  const ticked = useTicked(addressOfSearch({ ...shown, page: 1 }), withOwn(own, hits))
  useFocusOnFirstHit(screen, found && !stale && hits.length > 0 ? shown : undefined)
  const facets = <Facets state={search} counts={found?.aggregations ?? {}} onToggle={toggle} onSearch={filter} />

  return (
    <div className={narrows ? 'results' : 'results alone'} ref={screen}>
      <title>{`${title} – ${say.searchResults}`}</title>
      {narrows && (
        <a className="skip" href="#results">
          {say.skipToResults}
        </a>
      )}
      {narrows && (
        <aside className="facets no-print" aria-label={say.narrowResults}>
          {waiting ? <FacetsComing /> : facets}
        </aside>
      )}
      <section className="results-list cards no-outline" id="results" tabIndex={-1} aria-busy={stale}>
        <ResultsBar
          {...{ title, hits, layout, narrows, ticked }}
          state={search}
          answered={shown}
          reading={stale ? undefined : other}
          own={own.length}
          total={beyond ? undefined : found?.hits.total}
          works={found?.hits.works}
          searching={waiting || beyond}
          chosen={
            search.filters.length > 0 && (
              <LazyPart fallback={<div className="chosen w-full" />}>
                <ChosenFilters state={search} onToggle={toggle} />
              </LazyPart>
            )
          }
          onLayout={chooseLayout}
          onChange={go}
          onFilters={() => openFilters(true)}
        />
        {problem && <SearchFailure problem={problem} onRetry={retry} />}
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
                <>
                  {own.length > 0 && (
                    <>
                      <Hits
                        {...{ hits: own, total: own.length, ticked }}
                        first={1}
                        words={wordsOfQuery(answered.query)}
                        search={answered}
                      />
                      <p className="pt-16">
                        <strong>{say.recordsFor({ title: titleOfReading(shown) })}</strong>
                      </p>
                    </>
                  )}
                  <Hits
                    {...{ hits, total, ticked }}
                    first={(shown.page - 1) * shown.size + 1}
                    words={wordsOfQuery(shown.query)}
                    search={shown}
                  />
                </>
              )}
            </LazyPart>
            {!other && findsLittle(answered, total) && (
              <LazyPart quiet>
                <FewFound state={answered} />
              </LazyPart>
            )}
            <Pager page={state.page} count={pages} hrefOf={hrefOf} />
            {other && (
              <LazyPart quiet>
                <BesideReading state={answered} title={searchTitle(answered)} reading={other} />
              </LazyPart>
            )}
            {answered.page === pages && listed > pages * answered.size && (
              <LazyPart quiet>
                <PagingEnds grouped={state.grouped} />
              </LazyPart>
            )}
          </div>
        )}
        <LazyPart quiet>
          <RowKeys list={screen} row=".hit, tbody tr" />
        </LazyPart>
        {(waiting || beyond) && <HitsComing />}
      </section>
      {filtersOpen && (
        <Dialog
          title={say.filters}
          shape="drawer"
          onClose={() => openFilters(false)}
          actions={
            <Button look="main" onClick={() => openFilters(false)}>
              {say.show} {counted(total, say.record, say.records)}
            </Button>
          }
        >
          <div className="facets-drawer">{facets}</div>
        </Dialog>
      )}
    </div>
  )
}

/** The hits of another reading may be among them. */
const withOwn = (own: HitView[], hits: HitView[]): HitView[] =>
  own.length === 0 ? hits : [...own, ...hits.filter(({ _id }) => !own.some((each) => each._id === _id))]

/**
 * After Enter in the search box, the first record found gets the focus once it is there, so that single keys act on it.
 * Another page or filter of the same search leaves it at the top of the list.
 */
function useFocusOnFirstHit(screen: RefObject<HTMLElement | null>, answered: SearchState | undefined): void {
  const former = useRef<string>(undefined)
  useEffect(() => {
    if (!answered || former.current === answered.query) return
    // The heading has it after Enter on this screen, or after a retry of the first search.
    const top = former.current === undefined ? 'main' : 'main, .results h1'
    // An answer may come before the heading has the focus, or before React has taken over the list that the server drew.
    const nowhere = lastMove() === 'push' && document.activeElement === document.body
    former.current = answered.query
    if (nowhere || document.activeElement?.matches(top))
      screen.current?.querySelector<HTMLElement>('.hit h2 a, tbody .table-title')?.focus({ preventScroll: true })
  }, [screen, answered])
}

/** Why there are no results: not authorised, not understood, or temporarily failing. */
function SearchFailure({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  if (problem.status === 403 || problem.code === 'visitor_depth')
    return (
      <LazyPart>
        <SearchRefused problem={problem} onRetry={onRetry} />
      </LazyPart>
    )
  if (problem.status === 400) return <ErrorBox title={say.changeSearch} messages={problem.messages} />
  return <ErrorBox messages={problem.code === 'late' ? problem.messages : [say.searchFailed]} onRetry={onRetry} />
}

/** Redirects a page beyond the last one to the last one. `total`: what the pages of a search list, if this one has no hits. */
function useReturnFromBeyond(state: SearchState, total: number): boolean {
  const last = lastPage(total, state.size)
  const beyond = total > 0 && state.page > last
  useEffect(() => {
    if (beyond) replaceWith(addressOfSearch({ ...state, page: last }))
  }, [beyond, last, state])
  return beyond
}

const HitsComing = () =>
  Array.from({ length: 6 }, (_, i) => `hit ${i}`).map((each) => (
    <div className="hit coming stack gap-14 line-below" key={each} aria-hidden>
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
 * is ready; until then no call is sent.
 */
function useSearch(state: SearchState, whole = true) {
  const input = {
    bodybuilderquery: JSON.stringify(queryOf(state)),
    ...(state.query !== '' && !state.base && { otherwise: 'true' as const }),
  }
  const readable = whole && state.unreadable === ''
  const { reply, problem, stale, again } = useLatestReply(catalogueApi.search, input, { enabled: readable })
  const found = problem || !readable ? undefined : reply

  const [answered, setAnswered] = useState(state)
  if (found && !stale && answered !== state) setAnswered(state)

  return { found, answered, problem, stale, again }
}
