import { words as say } from '../messages.ts'
import { labelsOfFilters, searchTitle } from './facets.tsx'
import { readSearchState, relevance, sortOption } from './search-state.ts'

/** The search of an address in the words of the results screen. `address`: its query string. */
export function describeSearch(address: string): string {
  const state = readSearchState(new URLSearchParams(address))
  const words = state.queryForDisplay || state.query
  const option = sortOption(state.selectedOrder, state.orderByOperator)
  return [
    ...(words || state.base ? [searchTitle({ ...state, filters: [] })] : [say.allRecords]),
    ...labelsOfFilters(state),
    ...(option && option !== relevance ? [say.sortedBy({ order: option.label })] : []),
  ].join(' · ')
}
