import { useQueries } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { searchByWords } from '#features/catalogue/web/catalogue-parts.tsx'
import { queryOf as readOf } from '#kit/web/use-api.ts'
import { LinkButton } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState, Skeleton } from '#ui/notices.tsx'
import { headingsApi } from '../contract.ts'
import { otherHeadingSearches } from './other-heading-searches.ts'
import {
  addressOfThesaurus,
  headingTotalQueryOf,
  lettersOf,
  type ThesaurusState,
  titleOfThesaurus,
} from './thesaurus-state.ts'
import { thesaurusNames } from './thesaurus-ways-in.tsx'

/** Ways on from a search that found no heading, each with what it would find. */
export function NoHeadings({ state }: { state: ThesaurusState }) {
  const { others, looking } = useSearchesThatFind(state)
  const title = titleOfThesaurus(state)
  const isEverything = state.query === '' && !state.base
  const where =
    state.selectedThesaurus === 'all' ? '' : ` among ${thesaurusNames[state.selectedThesaurus].toLowerCase()}`
  return (
    <EmptyState
      icon={SearchX}
      title={
        isEverything
          ? `There are no headings${where}`
          : lettersOf(state)
            ? `No heading begins with ${title}${where}`
            : `No heading found for “${title}”${where}`
      }
      hint={
        state.query === ''
          ? undefined
          : 'A heading may be worded differently: try another word for it, or only the beginning of the word.'
      }
    >
      {looking && (
        <div className="ways-on">
          <Skeleton lines={2} width="50%" />
        </div>
      )}
      {others.length > 0 && (
        <ul className="ways-on">
          {others.map(({ name, words, state: other, total }) => (
            <li key={`${name} ${words}`}>
              <span className="quiet">{name}</span>
              <span>
                <Link href={addressOfThesaurus(other)}>{words}</Link>{' '}
                <span className="quiet num">
                  {total.toLocaleString()}
                  <span className="only-heard"> {total === 1 ? 'heading' : 'headings'}</span>
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {state.query !== '' && (
        <div className="ask">
          <p>It may still be in the records themselves.</p>
          <LinkButton href={searchByWords(state.query)}>Search the catalogue for it</LinkButton>
        </div>
      )}
    </EmptyState>
  )
}

/** Each is asked for its total; they are shown together, so that none moves under the pointer. */
function useSearchesThatFind(state: ThesaurusState) {
  const searches = otherHeadingSearches(state)
  const replies = useQueries({
    queries: searches.map((each) =>
      readOf(headingsApi.searchHeadings, { bodybuilderquery: JSON.stringify(headingTotalQueryOf(each.state)) }),
    ),
  })
  const looking = replies.some(({ isPending }) => isPending)
  const names = new Set<string>()
  const others = searches.flatMap((each, i) => {
    const total = replies[i]?.data?.hits.total ?? 0
    if (looking || total === 0 || names.has(each.name)) return []
    names.add(each.name)
    return { ...each, total }
  })
  return { others, looking }
}
