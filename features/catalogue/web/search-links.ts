import type { ResultFacet } from '../facets.ts'
import { changeSearch, emptySearch, type SearchState, toggleFilter, writeSearchState } from './search-state.ts'

const path = '/discover/results/'

export const addressOfSearch = (state: SearchState): string => {
  const query = writeSearchState(state).toString()
  return query ? `${path}?${query}` : path
}

/** Everything with exactly this value: the link target of a record's heading, series or type. */
export const searchByValue = (field: ResultFacet, value: string): string =>
  addressOfSearch(toggleFilter(emptySearch, { field, value }))

/** Everything with this phrase in a searched field. */
export const searchByPhrase = (field: 'author' | 'series' | 'title', phrase: string): string =>
  addressOfSearch(
    changeSearch(emptySearch, { query: `${field}:"${phrase.replace(/["\\]/g, ' ')}"`, queryForDisplay: phrase }),
  )

/** The same results as typing this into the search box, which shows `queryForDisplay` if there is one. */
export const searchByWords = (query: string, queryForDisplay = ''): string =>
  addressOfSearch(changeSearch(emptySearch, { query, ...(queryForDisplay && { queryForDisplay }) }))
