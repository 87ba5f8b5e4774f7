import { waysOfForm } from '../advanced/web/ways-of-form.ts'
import { labelOf } from './facets.tsx'
import { changeSearch, type SearchState, toggleFilter } from './search-state.ts'

/** An alternative search; of several with the same `name`, the first that finds something is shown. */
export type Way = { name: string; words: string; state: SearchState }

const maxFilters = 6
const maxWords = 8
const shortestBeginning = 3

export const meantName = 'Did you mean'

/** The same search with the catalogue's spelling of its words. */
export const spelledWays = (state: SearchState, meant: readonly { query: string }[]): Way[] =>
  meant.map(({ query }) => ({
    name: meantName,
    words: query,
    state: changeSearch(state, { query, queryForDisplay: '' }),
  }))

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
        name: `Without “${labelOf(filter.field, filter.value)}”`,
        words: titleOf(state),
        state: toggleFilter(state, filter),
      })
  if (state.filters.length > 0)
    ways.push({
      name: state.filters.length > 1 ? 'Without any filter' : 'Without the filter',
      words: titleOf(state),
      state: changeSearch(state, { filters: [] }),
    })
  // An advanced search does not come from the words.
  if (state.base) return state.form ? [...ways, ...waysOfForm(state, state.form)] : ways

  if (words.join(' ') !== state.query.replace(/\s+/g, ' ')) propose('The words alone', words.join(' '))
  if (words.length > 1 && words.length <= maxWords) {
    for (const [i, word] of words.entries()) propose(`Without “${word}”`, words.filter((_, at) => at !== i).join(' '))
    propose('Any of the words', words.join(' OR '))
  }
  for (const beginnings of beginningsOf(words)) propose('Words that begin so', beginnings)
  return ways
}

const titleOf = ({ query, queryForDisplay }: SearchState) => queryForDisplay || query || 'All records'

/** The words without characters, field names and operators of the query language. */
function plainWords(query: string): string[] {
  const words = query.match(/[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}\p{M}]+)*/gu) ?? []
  const said = words.filter((word) => !/^(AND|OR|NOT)$/.test(word))
  return said.length > 0 ? said : words.map((word) => word.toLowerCase())
}

/** The longest first: finds a word that was mistyped near its end. */
function beginningsOf(words: string[]): string[] {
  if (words.length > maxWords) return []
  const cut = (letters: number) =>
    words
      .map((word) => {
        const left = Math.max(shortestBeginning, word.length - letters)
        return word.length > shortestBeginning + 1 && left < word.length ? `${word.slice(0, left)}*` : word
      })
      .join(' ')
  return [...new Set([2, 3, 4].map(cut))].filter((each) => each.includes('*'))
}
