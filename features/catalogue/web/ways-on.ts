import { eanCheck, isbn10Check } from '#marc/isbn.ts'
import { charactersOf, typedNumber } from '#marc/typed-number.ts'
import { waysOfForm } from '../advanced/web/ways-of-form.ts'
import { words as say } from '../messages.ts'
import { labelOf } from './facets.tsx'
import { changeSearch, type SearchState, toggleFilter } from './search-state.ts'
import { beginningsOf, maxWords, plainWords } from './simplify-query.ts'

/** An alternative search; of several with the same `name`, the first that finds something is shown. */
export type Way = { name: string; words: string; state: SearchState }

const maxFilters = 6

export const meantName = say.didYouMean

/** The same search with the catalogue's spelling of its words. */
export const spelledWays = (state: SearchState, meant: readonly { query: string }[]): Way[] =>
  meant.map(({ query }) => ({
    name: meantName,
    words: query,
    state: changeSearch(state, { query, queryForDisplay: '' }),
  }))

/** Of an ISBN with a wrong check digit: the same digits with the right one. */
export function rightIsbn({ query, base }: SearchState): string | undefined {
  if (base) return undefined
  const digits = charactersOf(typedNumber(query).written)
  if (!/^(?:97(?:8\d|9[1-9])\d{9}|\d{9}[\dX])$/.test(digits)) return undefined
  const right = digits.slice(0, -1) + (digits.length === 13 ? eanCheck(digits) : isbn10Check(digits))
  return right === digits ? undefined : right
}

/** Alternatives to a search that found nothing: fewer filters, fewer words, plainer words, beginnings of words. */
export function waysOn(state: SearchState): Way[] {
  const words = plainWords(state.query)
  const ways: Way[] = []
  const propose = (name: string, query: string) => {
    if (query !== '' && query !== state.query)
      ways.push({ name, words: query, state: changeSearch(state, { query, queryForDisplay: '' }) })
  }

  if (state.filters.length > 1)
    for (const filter of state.filters.slice(0, maxFilters))
      ways.push({
        name: filter.excluded
          ? say.withNamed({ name: labelOf(filter.field, filter.value) })
          : say.withoutNamed({ name: labelOf(filter.field, filter.value) }),
        words: titleOf(state),
        state: toggleFilter(state, filter),
      })
  if (state.filters.length > 0)
    ways.push({
      name: state.filters.length > 1 ? say.withoutFilters : say.withoutFilter,
      words: titleOf(state),
      state: changeSearch(state, { filters: [] }),
    })
  // An advanced search does not come from the words.
  if (state.base) return state.form ? [...ways, ...waysOfForm(state, state.form)] : ways

  if (words.join(' ') !== state.query.replace(/\s+/g, ' ')) propose(say.onlyWords, words.join(' '))
  if (words.length > 1 && words.length <= maxWords) {
    for (const [i, word] of words.entries())
      propose(say.withoutNamed({ name: word }), words.filter((_, at) => at !== i).join(' '))
    propose(say.anyWord, words.join(' OR '))
  }
  for (const beginnings of beginningsOf(words, [2, 3, 4])) propose(say.wordsStarting, beginnings)
  return ways
}

const titleOf = ({ query, queryForDisplay }: SearchState) => queryForDisplay || query || say.allRecords
