import { SaveSearch } from '#features/catalogue/searches/web/searches-parts.tsx'
import { defaultPageSize } from '../rules.ts'
import { searchInWords } from './search-in-words.ts'
import { addressOfSearch } from './search-links.ts'
import { queryOf } from './search-query.ts'
import { changeSearch, type SearchState, writeSearchState } from './search-state.ts'

export const SaveThisSearch = ({ state }: { state: SearchState }) => <SaveSearch {...searchToSave(state)} />

/** The search without page and size, which do not make it another search. */
function searchToSave(state: SearchState) {
  const whole = changeSearch(state, { size: defaultPageSize })
  const newest = { selectedOrder: 'catalogueDate', orderByOperator: 'desc' as const }
  const address = writeSearchState(whole).toString()
  return {
    title: searchInWords(address),
    address,
    bodybuilderquery: JSON.stringify(queryOf(whole)),
    newestFirst: addressOfSearch({ ...whole, ...newest }),
  }
}
