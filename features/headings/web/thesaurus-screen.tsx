import './thesaurus.css'
import { useEffect, useMemo, useRef } from 'react'
import { lastPage } from '#features/catalogue/rules.ts'
import { focusHeading, useFocusOnNewSearch } from '#kit/web/focus-on-new-search.ts'
import { goTo, replaceWith } from '#kit/web/history.ts'
import { useLocation } from '#kit/web/router.tsx'
import { wordsOfQuery } from '#ui/marked-words.ts'
import { Skeleton } from '#ui/notices.tsx'
import { Pager } from '#ui/pager.tsx'
import { HeadingEntry } from './heading-entry.tsx'
import { NoHeadings } from './no-headings.tsx'
import { ThesaurusBar } from './thesaurus-bar.tsx'
import { isMendedInField, ThesaurusFailure, ThesaurusLate, ThesaurusUnreadable } from './thesaurus-failure.tsx'
import { ThesaurusField } from './thesaurus-field.tsx'
import {
  addressOfThesaurus,
  changeThesaurus,
  emptyThesaurus,
  isAsked,
  readThesaurus,
  type ThesaurusState,
  thesaurusPageSize,
  titleOfThesaurus,
} from './thesaurus-state.ts'
import { AuthorityChoice, Letters } from './thesaurus-ways-in.tsx'
import { ThesaurusWelcome } from './thesaurus-welcome.tsx'
import { useHeadingSearch } from './use-heading-search.ts'

const name = 'Subject and name headings'

/** The address holds the whole search; every change is a step in the browser's history. */
export function ThesaurusScreen() {
  const { search } = useLocation()
  const state = useMemo(() => readThesaurus(new URLSearchParams(search)), [search])
  const { found, answered, problem, stale, late, again } = useHeadingSearch(state)
  const screen = useRef<HTMLDivElement>(null)
  useFocusOnNewSearch(screen, search)

  const go = (next: ThesaurusState) => goTo(addressOfThesaurus(next))
  const searchFor = (query: string) =>
    // The order of a browse by letters is not one that was chosen.
    go(
      state.base
        ? { ...emptyThesaurus, selectedThesaurus: state.selectedThesaurus, query }
        : changeThesaurus(state, { query }),
    )
  const retry = () => {
    again()
    // The button is gone at once.
    focusHeading(screen.current)
  }
  const hits = found?.hits.hits ?? []
  const total = found?.hits.total ?? 0
  const asked = isAsked(state) && state.unreadable === ''
  const beyond = useReturnFromBeyond(state, found !== undefined && !stale && hits.length === 0 ? total : 0)
  const waiting = asked && ((!found && !problem) || beyond)
  const inField = isMendedInField(problem)
  const first = (answered.page - 1) * thesaurusPageSize + 1
  const words = wordsOfQuery(answered.query)

  return (
    <div className="thesaurus" ref={screen}>
      <title>{asked ? `${titleOfThesaurus(state)} – ${name.toLowerCase()}` : name}</title>
      <h1 tabIndex={-1}>{name}</h1>
      <ThesaurusField shown={state.query} refused={inField ? problem?.messages[0] : undefined} onSearch={searchFor} />
      <Letters state={state} />
      <AuthorityChoice
        state={state}
        counts={asked ? found?.aggregations : undefined}
        total={asked && !stale ? found?.hits.total : undefined}
      />
      {asked && (
        <section className="headings-found" aria-label="Headings found" aria-busy={stale}>
          {!problem && !late && (
            <ThesaurusBar
              {...{ state, answered, hits }}
              total={beyond ? undefined : found?.hits.total}
              searching={waiting}
              onChange={go}
            />
          )}
          {problem && !inField && <ThesaurusFailure problem={problem} onRetry={retry} />}
          {late && <ThesaurusLate onRetry={retry} />}
          {found && !beyond && (
            <div className={stale ? 'stale' : undefined}>
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
          {waiting && !late && <EntriesComing />}
        </section>
      )}
      {!asked && (state.unreadable ? <ThesaurusUnreadable /> : <ThesaurusWelcome />)}
    </div>
  )
}

/** A page beyond the last one becomes the last one. `total`: of a search whose page has no headings. */
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
    <div className="heading-entry" key={each} aria-hidden>
      <Skeleton lines={2} width="70%" />
      <Skeleton lines={2} />
    </div>
  ))
