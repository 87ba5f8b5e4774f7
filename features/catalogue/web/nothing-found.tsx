import { SearchX } from 'lucide-react'
import { LinkButton } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState } from '#ui/notices.tsx'
import { addressOfSearch } from './search-links.ts'
import { changeSearch, type SearchState } from './search-state.ts'

/** Ways on from a search that found nothing: other filters, fewer words, other spellings, asking for cataloguing. */
export function NothingFound({ state, title }: { state: SearchState; title: string }) {
  const plain = /^[\p{L}\p{N}\p{M}\s'’-]+$/u.test(state.query) ? state.query.split(/\s+/) : []
  const beginnings = plain.map((word) => (word.length > 4 ? `${word.slice(0, -2)}*` : word)).join(' ')
  return (
    <EmptyState
      icon={SearchX}
      title={state.filters.length > 0 ? 'No records with these filters' : `Nothing found for “${title}”`}
      hint="The catalogue was searched for all of the words at once."
    >
      <ul className="ways-on">
        {state.filters.length > 0 && (
          <Way
            name="Search without the filters"
            change={{ filters: [] }}
            state={state}
            words={state.query || 'All records'}
          />
        )}
        {plain.length > 1 &&
          plain.length < 9 &&
          plain.map((word, i) => {
            const fewer = plain.filter((_, at) => at !== i).join(' ')
            return (
              <Way
                key={`${word} ${fewer}`}
                name={`Without “${word}”`}
                change={{ query: fewer }}
                state={state}
                words={fewer}
              />
            )
          })}
        {plain.length > 1 && (
          <Way
            name="Any of the words"
            change={{ query: plain.join(' OR ') }}
            state={state}
            words={plain.join(' OR ')}
          />
        )}
        {beginnings !== plain.join(' ') && (
          <Way name="Words that begin so" change={{ query: beginnings }} state={state} words={beginnings} />
        )}
      </ul>
      <div className="ask">
        <p>Is it on your shelf but not in the catalogue?</p>
        <LinkButton href={`/CreateCatalogueRequest?${new URLSearchParams({ term: title })}`}>
          Request cataloguing
        </LinkButton>
      </div>
    </EmptyState>
  )
}

function Way(props: { name: string; words: string; change: Partial<SearchState>; state: SearchState }) {
  const { name, words, change, state } = props
  return (
    <li>
      <span className="quiet">{name}</span>
      <Link href={addressOfSearch(changeSearch(state, { queryForDisplay: '', ...change }))}>{words}</Link>
    </li>
  )
}
