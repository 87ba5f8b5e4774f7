import { useQueries, useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { discoverApi } from '#features/catalogue/discover/contract.ts'
import { deepestHit, fitsSearch } from '#features/catalogue/rules.ts'
import { around, gap } from '#kit/fill.ts'
import { grouped, nounOf } from '#kit/web/in-words.ts'
import { queryOf as readOf } from '#kit/web/use-api.ts'
import { LinkButton } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState, Skeleton } from '#ui/notices.tsx'
import { words as say } from '../messages.ts'
import { addressOfSearch } from './search-links.ts'
import { totalQueryOf } from './search-query.ts'
import { changeSearch, type SearchState } from './search-state.ts'
import { meantName, rightIsbn, spelledWays, type Way, waysOn } from './ways-on.ts'

/** Alternatives to a search that found nothing, each with its number of records, and a link to request cataloguing. */
export function NothingFound({ state, title }: { state: SearchState; title: string }) {
  const { ways, looking } = useWaysThatFind(state)
  const several = /\S\s+\S/.test(state.query) && !state.base
  const nothing = state.base ? say.nothingForSearch : say.nothingFor({ title })
  return (
    <EmptyState
      icon={SearchX}
      title={state.filters.length > 0 ? say.nothingFiltered : nothing}
      hint={several ? say.allWords : say.checkSpelling}
    >
      <RightIsbn state={state} />
      {looking && (
        <div className="ways-on stack gap-6 w-full">
          <Skeleton lines={2} width="50%" />
        </div>
      )}
      {ways.length > 0 && (
        <ul className="ways-on stack gap-6 w-full">
          {ways.map(({ name, words, state: other, total }, i) => (
            <li className="stack gap-12" key={`${name} ${words}`}>
              <span className="quiet">
                {name === ways[i - 1]?.name ? <span className="only-heard">{name}</span> : name}
              </span>
              <span>
                <Link href={addressOfSearch(other)}>{words}</Link>{' '}
                <span className="quiet num">
                  {grouped(total)}
                  <span className="only-heard"> {nounOf(total, say.record, say.records)}</span>
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="ask wrap items-center w-full mt-14 line-above">
        <p>{say.onYourShelf}</p>
        <LinkButton href={`/CreateCatalogueRequest?${new URLSearchParams({ term: state.base ? state.query : title })}`}>
          {say.requestCataloguing}
        </LinkButton>
      </div>
    </EmptyState>
  )
}

/** Below the results of a search that finds little: likelier spellings of it, each with its number of records. */
export function FewFound({ state }: { state: SearchState }) {
  const { data } = useQuery({ ...readOf(discoverApi.spelling, { query: state.query }), retry: false })
  const ways = data?.response ?? []
  if (ways.length === 0) return <RightIsbn state={state} />
  const states = spelledWays(state, ways)
  return (
    <p className="pt-16">
      {say.also}{' '}
      {ways.map(({ query, total }, i) => (
        <span key={query}>
          {i > 0 && ', '}
          <span className="num">{grouped(total)}</span> {say.forSpelling}{' '}
          <Link href={addressOfSearch(states[i]!.state)}>{query}</Link>
        </span>
      ))}
    </p>
  )
}

const [beforeIsbn, afterIsbn] = around(say.rightIsbn({ isbn: gap }))

/** Offers the ISBN that was probably meant, in place of one with a wrong check digit. */
function RightIsbn({ state }: { state: SearchState }) {
  const query = rightIsbn(state)
  if (!query) return null
  return (
    <p className="pt-16">
      {beforeIsbn}
      <Link className="num" href={addressOfSearch(changeSearch(state, { query, queryForDisplay: '', filters: [] }))}>
        {query}
      </Link>
      {afterIsbn}
    </p>
  )
}

/** Asks for the total of each; they appear together, so that none moves under the pointer. */
function useWaysThatFind(state: SearchState) {
  const { data: spelling, isLoading: spells } = useQuery({
    ...readOf(discoverApi.spelling, { query: state.query }),
    enabled: state.query !== '' && fitsSearch(state.query) && state.base === undefined,
    retry: false,
  })
  const ways: Way[] = [...spelledWays(state, spelling?.response ?? []), ...waysOn(state)]
  const replies = useQueries({
    queries: ways.map(({ state }) =>
      readOf(catalogueApi.search, { bodybuilderquery: JSON.stringify(totalQueryOf(state)) }),
    ),
  })
  const looking = spells || replies.some(({ isPending }) => isPending)
  const names = new Set<string>()
  const finding = ways.flatMap((way, i) => {
    const total = replies[i]?.data?.hits.total ?? 0
    if (looking || total === 0 || (names.has(way.name) && way.name !== meantName)) return []
    names.add(way.name)
    return { ...way, total }
  })
  return { ways: finding, looking }
}

/** Why paging ends although there are more records. */
export const PagingEnds = ({ grouped: byWork }: { grouped: boolean }) => (
  <p className="paging-ends aside pt-16">
    {say.resultsStop({ count: grouped(deepestHit), things: byWork ? say.works : say.records })}
  </p>
)
