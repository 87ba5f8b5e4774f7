import { SaveSearch } from '#features/catalogue/searches/web/save-search.tsx'
import { defaultPageSize } from '../rules.ts'
import { describeSearch } from './describe-search.ts'
import { addressOfSearch } from './search-links.ts'
import { queryOf } from './search-query.ts'
import { changeSearch, type SearchState, writeSearchState } from './search-state.ts'

/** Saves the search on screen without page and size, which do not make it another search. */
export function SaveThisSearch({ state, email }: { state: SearchState; email: string }) {
  const whole = changeSearch(state, { size: defaultPageSize })
  const address = writeSearchState(whole).toString()
  return (
    <SaveSearch
      title={describeSearch(address)}
      address={address}
      bodybuilderquery={JSON.stringify(queryOf(whole))}
      newestFirst={addressOfSearch({ ...whole, selectedOrder: 'catalogueDate', orderByOperator: 'desc' })}
      email={email}
    />
  )
}
