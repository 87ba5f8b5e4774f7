import './thesaurus.css'
import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { lastPage } from '#features/catalogue/rules.ts'
import type { Problem } from '#kit/problem.ts'
import { focusHeading, useFocusOnNewSearch } from '#kit/web/focus-on-new-search.ts'
import { grouped, nounOf } from '#kit/web/format.ts'
import { goTo, replaceWith } from '#kit/web/history.ts'
import { useLocation } from '#kit/web/router.tsx'
import { queryOf as readOf, useLatestReply } from '#kit/web/use-api.ts'
import { headingText } from '#marc/crosswalk/subject-schemes.ts'
import { LinkButton } from '#ui/button.tsx'
import { HelpLink } from '#ui/help-link.tsx'
import { Link } from '#ui/link.tsx'
import { wordsOfQuery } from '#ui/marked-words.ts'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { type HeadingHit, headingProblem, headingsApi } from '../contract.ts'
import { HeadingEntry } from './heading-entry.tsx'
import { quotedHeading, standardAddress, thesaurusAddress } from './headings-parts.tsx'
import { NoHeadings } from './no-headings.tsx'
import { ThesaurusBar } from './thesaurus-bar.tsx'
import { ThesaurusField } from './thesaurus-field.tsx'
import {
  addressOfThesaurus,
  changeThesaurus,
  emptyThesaurus,
  hasQuery,
  headingQueryOf,
  readThesaurus,
  type ThesaurusState,
  thesaurusPageSize,
  titleOfThesaurus,
  topTermsQuery,
} from './thesaurus-state.ts'
import { AuthorityChoice, Letters } from './thesaurus-ways-in.tsx'

const name = 'Thesaurus'

/** The address holds the whole search; every change is a step in the browser's history. */
export function ThesaurusScreen() {
  const { search } = useLocation()
  const state = useMemo(() => readThesaurus(new URLSearchParams(search)), [search])
  const { found, answered, problem, stale, again } = useHeadingSearch(state)
  const screen = useRef<HTMLDivElement>(null)
  useFocusOnNewSearch(screen, search)

  const go = (next: ThesaurusState) => goTo(addressOfThesaurus(next))
  const searchFor = (query: string) =>
    // The order of browsing by letters is not the person's choice.
    go(
      state.base
        ? { ...emptyThesaurus, selectedThesaurus: state.selectedThesaurus, query }
        : changeThesaurus(state, { query }),
    )
  const retry = () => {
    again()
    // The focused button disappears.
    focusHeading(screen.current)
  }
  const hits = found?.hits.hits ?? []
  const total = found?.hits.total ?? 0
  const searched = hasQuery(state) && state.unreadable === ''
  const beyond = useReturnFromBeyond(state, found !== undefined && !stale && hits.length === 0 ? total : 0)
  const waiting = searched && ((!found && !problem) || beyond)
  const inField = isFixedInField(problem)
  const first = (answered.page - 1) * thesaurusPageSize + 1
  const words = wordsOfQuery(answered.query)

  return (
    <div className="thesaurus stack one-column gap-14" ref={screen}>
      <title>{searched ? `${titleOfThesaurus(state)} – ${name.toLowerCase()}` : name}</title>
      <div className="row gap-4">
        <h1 className="no-outline" tabIndex={-1}>
          {name}
        </h1>
        <HelpLink href="/help/search#thesaurus" about="the thesaurus" />
      </div>
      <ThesaurusField shown={state.query} refused={inField ? problem?.messages[0] : undefined} onSearch={searchFor} />
      <Letters state={state} />
      <AuthorityChoice
        state={state}
        counts={searched ? found?.aggregations : undefined}
        total={searched && !stale ? found?.hits.total : undefined}
      />
      {searched && (
        <section className="headings-found" aria-label="Headings found" aria-busy={stale}>
          {!problem && (
            <ThesaurusBar
              {...{ state, answered, hits }}
              total={beyond ? undefined : found?.hits.total}
              searching={waiting}
              onChange={go}
            />
          )}
          {problem && !inField && <ThesaurusFailure problem={problem} onRetry={retry} />}
          {found && !beyond && (
            <div className={stale ? 'dimmed' : undefined}>
              {total === 0 ? (
                <NoHeadings state={answered} />
              ) : (
                <ol className="heading-entries" start={first}>
                  {hits.map(({ _id, _source }) => (
                    <HeadingEntry key={_id} source={_source} words={words} />
                  ))}
                </ol>
              )}
              <Pager
                page={state.page}
                count={total === 0 ? 0 : lastPage(total, thesaurusPageSize)}
                hrefOf={(page) => addressOfThesaurus({ ...state, page })}
              />
            </div>
          )}
          {waiting && <EntriesComing />}
        </section>
      )}
      {!searched && (state.unreadable ? <ThesaurusUnreadable /> : <ThesaurusWelcome />)}
    </div>
  )
}

/** Redirects a page beyond the last one to the last one. `total`: of a search whose page has no headings. */
function useReturnFromBeyond(state: ThesaurusState, total: number): boolean {
  const last = lastPage(total, thesaurusPageSize)
  const beyond = total > 0 && state.page > last
  useEffect(() => {
    if (beyond) replaceWith(addressOfThesaurus({ ...state, page: last }))
  }, [beyond, last, state])
  return beyond
}

const EntriesComing = () =>
  Array.from({ length: 6 }, (_, i) => `entry ${i}`).map((each) => (
    <div className="heading-entry stack line-below" key={each} aria-hidden>
      <Skeleton lines={2} width="70%" />
      <Skeleton lines={2} />
    </div>
  ))

/** The displayed headings and their search: the previous ones while the next are loading. */
function useHeadingSearch(state: ThesaurusState) {
  const enabled = hasQuery(state) && state.unreadable === ''
  const input = { bodybuilderquery: JSON.stringify(headingQueryOf(state)) }
  const { reply, problem, stale, again } = useLatestReply(headingsApi.searchHeadings, input, { enabled })
  const found = problem || !enabled ? undefined : reply

  const [answered, setAnswered] = useState(state)
  if (found && !stale && answered !== state) setAnswered(state)
  return { found, answered, problem: enabled ? problem : null, stale, again }
}

/** Shown at the search field, where the error can be corrected. */
const isFixedInField = (problem: Problem | null): boolean => problem?.code === 'leading_wildcard'

/** Why there are no headings: not authorised, not understood, or temporarily failing. */
function ThesaurusFailure({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  if (problem.status === 403)
    return (
      <EmptyState icon={Lock} title="You can’t search the thesaurus at the moment" hint={problem.messages[0]}>
        <LinkButton href="/subscriptions">View your subscriptions</LinkButton>
      </EmptyState>
    )
  if (problem.status === 400) return <ErrorBox title="Please change the search" messages={problem.messages} />
  const { messages } = problem.code === 'late' ? problem : headingProblem('search_unavailable')
  return <ErrorBox messages={messages} onRetry={onRetry} />
}

/** Shown for an unreadable search, instead of another search's headings. */
const ThesaurusUnreadable = () => (
  <EmptyState title="We can’t read the search in this address" hint="Part of the address may be missing.">
    <LinkButton href={thesaurusAddress({ query: '' })}>Start a new search</LinkButton>
  </EmptyState>
)

/** An explanation of headings, and entry points for a person without a search term. */
function ThesaurusWelcome() {
  const { data } = useQuery(readOf(headingsApi.searchHeadings, { bodybuilderquery: JSON.stringify(topTermsQuery) }))
  const tops = topsOf(data?.hits.hits ?? [])
  return (
    <div className="thesaurus-welcome stack gap-28">
      <p className="lead measure ink-2">
        Headings are the standard terms used in the catalogue for subjects, people, organisations and series. Search
        with your own words: we’ll take you to the matching heading, with its broader, narrower and related headings and
        its records.
      </p>
      {tops.length > 0 && (
        <section className="stack gap-8">
          <h2>Top terms</h2>
          <ul className="top-terms plain-links">
            {tops.map(({ heading, narrower }) => (
              <li key={heading}>
                <Link href={thesaurusAddress({ query: quotedHeading(heading), selectedThesaurus: 'subjects' })}>
                  {headingText(heading)}
                </Link>{' '}
                <span className="count num remark">
                  {grouped(narrower)}
                  <span className="only-heard"> narrower {nounOf(narrower, 'heading')}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="quiet">
        You can also browse the <Link href={standardAddress('index')}>subject headings standard</Link> from A to Z or{' '}
        <Link href={standardAddress('tree')}>as a tree</Link>.
      </p>
    </div>
  )
}

/** A heading of several schemes is searched in all of them and shown once. */
function topsOf(hits: HeadingHit[]) {
  const below = new Map<string, Set<string>>()
  for (const { _source } of hits) {
    const names = below.get(_source.heading) ?? new Set()
    for (const { heading } of _source.narrower) names.add(heading)
    below.set(_source.heading, names)
  }
  return [...below].map(([heading, names]) => ({ heading, narrower: names.size }))
}
