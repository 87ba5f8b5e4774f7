import { useQueries } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { searchByWords } from '#features/catalogue/web/catalogue-parts.tsx'
import { grouped, nounOf } from '#kit/web/format.ts'
import { queryOf as readOf } from '#kit/web/use-api.ts'
import { LinkButton } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState, Skeleton } from '#ui/notices.tsx'
import { headingsApi } from '../contract.ts'
import {
  addressOfThesaurus,
  changeThesaurus,
  headingTotalQueryOf,
  lettersOf,
  type ThesaurusState,
  titleOfThesaurus,
} from './thesaurus-state.ts'
import { thesaurusNames } from './thesaurus-ways-in.tsx'

const maxWords = 8
const shortestBeginning = 3

/** Alternatives to a search that found no heading, each with its number of headings. */
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
            ? `No headings start with ${title}${where}`
            : `No headings found for “${title}”${where}`
      }
      hint={state.query === '' ? undefined : 'Try another word for it, or just the start of the word.'}
    >
      {looking && (
        <div className="ways-on stack gap-6 w-full">
          <Skeleton lines={2} width="50%" />
        </div>
      )}
      {others.length > 0 && (
        <ul className="ways-on stack gap-6 w-full">
          {others.map(({ name, words, state: other, total }) => (
            <li className="stack gap-12" key={`${name} ${words}`}>
              <span className="quiet">{name}</span>
              <span>
                <Link href={addressOfThesaurus(other)}>{words}</Link>{' '}
                <span className="quiet num">
                  {grouped(total)}
                  <span className="only-heard"> {nounOf(total, 'heading')}</span>
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {state.query !== '' && (
        <div className="ask cluster w-full mt-14 line-above gap-8-16 pt-16">
          <p>It may still be in the records.</p>
          <LinkButton href={searchByWords(state.query)}>Search the catalogue</LinkButton>
        </div>
      )}
    </EmptyState>
  )
}

/** Fetches the total of each; they appear together, so that none moves under the pointer. */
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

/** An alternative search; of several with the same `name`, the first that finds something is shown. */
type OtherSearch = { name: string; words: string; state: ThesaurusState }

/** Alternatives to a search that found no heading: every authority, any of the words, beginnings of words. */
function otherHeadingSearches(state: ThesaurusState): OtherSearch[] {
  const others: OtherSearch[] = []
  const everywhere = changeThesaurus(state, { selectedThesaurus: 'all' })
  if (state.selectedThesaurus !== 'all' && (state.query !== '' || state.base))
    others.push({ name: 'In all headings', words: titleOfThesaurus(state), state: everywhere })
  // A custom query does not come from the words.
  if (state.base) return others

  const words = plainWords(state.query)
  const propose = (name: string, query: string) => {
    if (query !== '' && query !== state.query)
      others.push({ name, words: query, state: changeThesaurus(everywhere, { query }) })
  }
  if (words.length > maxWords) return others
  if (words.join(' ') !== state.query.replace(/\s+/g, ' ')) propose('Only the words', words.join(' '))
  for (const beginnings of beginningsOf(words, [0, 1, 2, 3, 4])) propose('Words that start with', beginnings)
  if (words.length > 1) propose('Any of the words', words.join(' OR '))
  return others
}

/** The words without characters, field names and operators of the query language. */
function plainWords(query: string): string[] {
  const words = query.match(/[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}\p{M}]+)*/gu) ?? []
  const terms = words.filter((word) => !/^(AND|OR|NOT)$/.test(word))
  return terms.length > 0 ? terms : words.map((word) => word.toLowerCase())
}

/**
 * Beginnings without each number of the last letters, the longest first: they find a word that was mistyped near its
 * end. Without 0 letters: a word that goes on.
 */
function beginningsOf(words: string[], cuts: number[]): string[] {
  if (words.length > maxWords) return []
  const cut = (letters: number) =>
    words
      .map((word) => {
        if (letters === 0) return `${word}*`
        const left = Math.max(shortestBeginning, word.length - letters)
        return word.length > shortestBeginning + 1 ? `${word.slice(0, left)}*` : word
      })
      .join(' ')
  return [...new Set(cuts.map(cut))].filter((each) => each.includes('*'))
}
