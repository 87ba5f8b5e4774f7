import { useQueries, useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { discoverApi } from '#features/catalogue/discover/contract.ts'
import { maxTermLength } from '#features/catalogue/rules.ts'
import { grouped, nounOf } from '#kit/web/in-words.ts'
import { queryOf as readOf } from '#kit/web/use-api.ts'
import { LinkButton } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState, Skeleton } from '#ui/notices.tsx'
import { addressOfSearch } from './search-links.ts'
import { totalQueryOf } from './search-query.ts'
import type { SearchState } from './search-state.ts'
import { meantName, spelledWays, type Way, waysOn } from './ways-on.ts'

/** Alternatives to a search that found nothing, each with its number of records, and a link to request cataloguing. */
export function NothingFound({ state, title }: { state: SearchState; title: string }) {
  const { ways, looking } = useWaysThatFind(state)
  const several = /\S\s+\S/.test(state.query) && !state.base
  const nothing = state.base ? 'Nothing found for this search' : `Nothing found for “${title}”`
  return (
    <EmptyState
      icon={SearchX}
      title={state.filters.length > 0 ? 'No records with these filters' : nothing}
      hint={several ? 'The catalogue was searched for all of the words at once.' : 'Please check the spelling.'}
    >
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
                  <span className="only-heard"> {nounOf(total, 'record')}</span>
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="ask wrap items-center w-full mt-14 line-above">
        <p>Is it on your shelf but not in the catalogue?</p>
        <LinkButton href={`/CreateCatalogueRequest?${new URLSearchParams({ term: state.base ? state.query : title })}`}>
          Request cataloguing
        </LinkButton>
      </div>
    </EmptyState>
  )
}

/** Below the results of a search that finds little: likelier spellings of it, each with its number of records. */
export function FewFound({ state }: { state: SearchState }) {
  const { data } = useQuery({ ...readOf(discoverApi.spelling, { query: state.query }), retry: false })
  const ways = data?.response ?? []
  if (ways.length === 0) return null
  const states = spelledWays(state, ways)
  return (
    <p className="pt-16">
      Also:{' '}
      {ways.map(({ query, total }, i) => (
        <span key={query}>
          {i > 0 && ', '}
          <span className="num">{grouped(total)}</span> for{' '}
          <Link href={addressOfSearch(states[i]!.state)}>{query}</Link>
        </span>
      ))}
    </p>
  )
}

/** Asks for the total of each; they appear together, so that none moves under the pointer. */
function useWaysThatFind(state: SearchState) {
  const { data: spelling, isLoading: spells } = useQuery({
    ...readOf(discoverApi.spelling, { query: state.query }),
    enabled: state.query !== '' && state.query.length <= maxTermLength && state.base === undefined,
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
