import { useQueries, useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { type CountedReading, catalogueApi, type OtherReading } from '#features/catalogue/contract.ts'
import { discoverApi } from '#features/catalogue/discover/contract.ts'
import { deepestHit } from '#features/catalogue/rules.ts'
import { around, gap } from '#kit/fill.ts'
import { grouped, nounOf } from '#kit/web/format.ts'
import { queryOf as readOf } from '#kit/web/use-api.ts'
import { LinkButton } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState, Skeleton } from '#ui/notices.tsx'
import { words as say } from '../messages.ts'
import { labelsOfFilters } from './facets.tsx'
import { addressOfSearch } from './search-links.ts'
import { searchOfReading, totalQueryOf } from './search-query.ts'
import { changeSearch, type SearchState } from './search-state.ts'
import { rightIsbn, type Way, waysOn } from './ways-on.ts'

/** Alternatives to a search that found nothing, each with its number of records, and a link to request cataloguing. */
export function NothingFound({ state, title }: { state: SearchState; title: string }) {
  const several = /\S\s+\S/.test(state.query) && !state.base
  const nothing = state.base ? say.nothingForSearch : say.nothingFor({ title })
  return (
    <EmptyState
      icon={SearchX}
      title={state.filters.length > 0 ? say.nothingFiltered : nothing}
      hint={several ? say.allWords : say.checkSpelling}
    >
      <RightIsbn state={state} />
      <Ways ways={waysOn(state)} />
      <Ask term={state.base ? state.query : title} />
    </EmptyState>
  )
}

/** Below the records of another reading: further readings, and what was offered without it. */
export function BesideReading({ state, title, reading }: { state: SearchState; title: string; reading: OtherReading }) {
  return (
    <>
      <Also state={state} readings={reading.others} />
      <RightIsbn state={state} />
      {/* Without any filter, the words find what is shown or nothing. */}
      <div className="pt-16">
        <Ways ways={waysOn(state).filter((way) => way.state.filters.length > 0)} />
      </div>
      <Ask term={title} />
    </>
  )
}

/** Below the results of a search that finds little: readings that find far more. */
export function FewFound({ state }: { state: SearchState }) {
  const { data } = useQuery({ ...readOf(discoverApi.readings, { query: state.query }), retry: false })
  const readings = data?.response ?? []
  return readings.length > 0 ? <Also {...{ state, readings }} /> : <RightIsbn state={state} />
}

/** `Also: 43 for world war II`. */
const Also = ({ state, readings }: { state: SearchState; readings: CountedReading[] }) =>
  readings.length > 0 && (
    <p className="pt-16">
      {say.also}{' '}
      {readings.map(({ total, ...reading }, i) => {
        const search = searchOfReading(state, reading)
        const address = addressOfSearch(search)
        const { queryForDisplay, query } = search
        return (
          <span key={address}>
            {i > 0 && ', '}
            <span className="num">{grouped(total)}</span> {say.forSpelling}{' '}
            <Link href={address}>
              {[queryForDisplay || query, ...labelsOfFilters(search)].filter(Boolean).join(', ')}
            </Link>
          </span>
        )
      })}
    </p>
  )

const Ask = ({ term }: { term: string }) => (
  <div className="ask wrap items-center w-full mt-14 line-above">
    <p>{say.onYourShelf}</p>
    <LinkButton href={`/CreateCatalogueRequest?${new URLSearchParams({ term })}`}>{say.requestCataloguing}</LinkButton>
  </div>
)

/** Those that find something, together, so that none moves under the pointer. */
function Ways({ ways }: { ways: Way[] }) {
  const replies = useQueries({
    queries: ways.map(({ state }) =>
      readOf(catalogueApi.search, { bodybuilderquery: JSON.stringify(totalQueryOf(state)) }),
    ),
  })
  const totals = replies.map(({ data }) => data?.hits.total ?? 0)
  if (replies.some(({ isPending }) => isPending))
    return (
      <div className="ways-on stack gap-6 w-full">
        <Skeleton lines={2} width="50%" />
      </div>
    )
  if (totals.every((total) => total === 0)) return null
  return (
    <ul className="ways-on stack gap-6 w-full">
      {ways.map(
        ({ name, words, state }, i) =>
          totals[i]! > 0 && (
            <li className="stack gap-12" key={`${name} ${words}`}>
              <span className="quiet">{name}</span>
              <span>
                <Link href={addressOfSearch(state)}>{words}</Link>{' '}
                <span className="quiet num">
                  {grouped(totals[i]!)}
                  <span className="only-heard"> {nounOf(totals[i]!, say.record, say.records)}</span>
                </span>
              </span>
            </li>
          ),
      )}
    </ul>
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

/** Why paging ends although there are more records. */
export const PagingEnds = ({ grouped: byWork }: { grouped: boolean }) => (
  <p className="paging-ends aside pt-16">
    {say.resultsStop({ count: grouped(deepestHit), things: byWork ? say.works : say.records })}
  </p>
)
