import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { defaultPageSize } from '../rules.ts'
import { labelsOfFilters, searchTitle } from './facets.tsx'
import { addressOfSearch } from './search-links.ts'
import type { SearchState } from './search-state.ts'

/** Keeps an answered search in the person's history; looking at everything is no search. */
export function useRememberSearch(answered: SearchState, total: number | undefined): void {
  const { data: signedIn, isSuccess: known } = useQuery(currentUser)
  const userId = signedIn?.user.id
  const searches = answered.query !== '' || answered.base !== undefined || answered.filters.length > 0
  const address = addressOfSearch({ ...answered, page: 1, size: defaultPageSize })
  const title = searchTitle(answered)
  const filters = labelsOfFilters(answered).join(', ')
  // A search without words is called by its filters.
  const narrowed = filters === title ? '' : filters
  useEffect(() => {
    if (!known || !searches || total === undefined) return
    const search = { title, ...(narrowed && { narrowed }), address, total, at: new Date().toISOString() }
    // Fetched once there is something to keep, since the results do not wait for it; without it nothing is kept.
    void import('./search-history.ts')
      .then(({ rememberSearch }) => rememberSearch(userId, search))
      .catch(() => undefined)
  }, [known, userId, searches, title, narrowed, address, total])
}
