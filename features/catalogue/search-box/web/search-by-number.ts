import type { QueryClient } from '@tanstack/react-query'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { discoverApi } from '#features/catalogue/discover/contract.ts'
import { call } from '#kit/web/call.ts'
import { detailsAddress } from '../../web/hit-facts.ts'

/** A number that is not looked up so soon is searched for. */
const timeoutMs = 1500

/**
 * Where a number leads: to its record when it is of exactly one, else to the results. A visitor's search ends at the
 * results, which they may see, rather than at the sign-in before a record.
 */
export async function addressForNumber(cache: QueryClient, number: string, results: string): Promise<string> {
  const signedIn = await cache.ensureQueryData(currentUser)
  if (!signedIn) return results
  const { response } = await call(discoverApi.suggest, { prefix: number }, { timeoutMs })
  return response.record === null ? results : detailsAddress(response.record.id)
}
