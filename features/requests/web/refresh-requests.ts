import type { QueryClient } from '@tanstack/react-query'
import { confirmApi } from '../confirm/contract.ts'

/**
 * After an action on a request: refetches visible data now, and other screens' data when they are opened. Excludes the
 * confirmation view, whose dialog shows the next steps by then.
 */
export const refreshRequests = (cache: QueryClient): Promise<void> =>
  cache.invalidateQueries({
    predicate: ({ queryKey: [path] }) => path !== confirmApi.confirmView.path && isOfRequests(path),
  })

const isOfRequests = (path: unknown) => String(path).startsWith('/rest/cataloguerequests')

/** For a visible request that no longer exists: drops the other screens' cached data. */
export const forgetRequests = (cache: QueryClient): void =>
  cache.removeQueries({ type: 'inactive', predicate: ({ queryKey: [path] }) => isOfRequests(path) })
