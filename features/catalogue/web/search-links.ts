import type { ResultFacet } from '../rules.ts'
import { changeSearch, emptySearch, type SearchState, toggleFilter, writeSearchState } from './search-state.ts'

const path = '/discover/results/'

export const addressOfSearch = (state: SearchState): string => {
  const query = writeSearchState(state).toString()
  return query ? `${path}?${query}` : path
}

/** Everything with exactly this value: the search that a heading, series or type of a record leads to. */
export const searchByValue = (field: ResultFacet, value: string): string =>
  addressOfSearch(toggleFilter(emptySearch, { field, value }))

/** Everything with this phrase in a searched field. */
export const searchByPhrase = (field: 'author' | 'series' | 'title', phrase: string): string =>
  addressOfSearch(
    changeSearch(emptySearch, { query: `${field}:"${phrase.replace(/["\\]/g, ' ')}"`, queryForDisplay: phrase }),
  )

/** What somebody would have found by typing this into the search box. */
export const searchByWords = (query: string): string => addressOfSearch(changeSearch(emptySearch, { query }))
