import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { defaultPageSize } from '../rules.ts'
import { searchTitle } from './facets.tsx'
import { rememberSearch } from './search-history.ts'
import { addressOfSearch } from './search-links.ts'
import type { SearchState } from './search-state.ts'

/** Keeps an answered search in the person's history; looking at everything is no search. */
export function useRememberSearch(answered: SearchState, total: number | undefined): void {
  const { data: signedIn, isSuccess: known } = useQuery(currentUser)
  const userId = signedIn?.user.id
  const searches = answered.query !== '' || answered.base !== undefined || answered.filters.length > 0
  const address = addressOfSearch({ ...answered, page: 1, size: defaultPageSize })
  const title = searchTitle(answered)
  useEffect(() => {
    if (known && searches && total !== undefined)
      rememberSearch(userId, { title, address, total, at: new Date().toISOString() })
  }, [known, userId, searches, title, address, total])
}
