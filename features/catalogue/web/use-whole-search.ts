import { useEffect } from 'react'
import { replaceWith } from '#kit/web/history.ts'
import { addressOfSearch } from './search-links.ts'
import type { SearchState } from './search-state.ts'

/** Whether the query is there. Where an address has the form alone, it is built, and the address made whole. */
export function useWholeSearch(state: SearchState): boolean {
  const whole = !state.form || state.base !== undefined
  useEffect(() => {
    let wanted = !whole
    if (wanted)
      void import('./advanced-query.ts').then(({ completeSearch }) => {
        if (wanted) replaceWith(addressOfSearch(completeSearch(state)))
      })
    return () => {
      wanted = false
    }
  }, [state, whole])
  return whole
}
