import { detailsAddress } from './hit-facts.ts'
import { type SearchState, writeSearchState } from './search-state.ts'

/** A record's page that leads on through the results: the address has their search and the record's number in them. */
export const recordInResults = (id: string, search: SearchState, number: number): string =>
  `${detailsAddress(id)}?${new URLSearchParams({ results: writeSearchState({ ...search, page: 1 }).toString(), at: `${number}` })}`
