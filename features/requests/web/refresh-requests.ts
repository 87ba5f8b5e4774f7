import type { QueryClient } from '@tanstack/react-query'
import { confirmApi } from '../confirm/contract.ts'

/**
 * After something was done to a request: what is on the screen is read anew, and what was fetched for other screens when
 * they are opened again. The last look at a draft stays as it is: its dialog says by then what to do next.
 */
export const refreshRequests = (cache: QueryClient): Promise<void> =>
  cache.invalidateQueries({
    predicate: ({ queryKey: [path] }) => path !== confirmApi.confirmView.path && isOfRequests(path),
  })

const isOfRequests = (path: unknown) => String(path).startsWith('/rest/cataloguerequests')

/** As above, where the request that is on the screen is no longer there. */
export const forgetRequests = (cache: QueryClient): void =>
  cache.removeQueries({ type: 'inactive', predicate: ({ queryKey: [path] }) => isOfRequests(path) })
