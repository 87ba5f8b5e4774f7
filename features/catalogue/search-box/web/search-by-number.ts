import type { QueryClient } from '@tanstack/react-query'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { discoverApi } from '#features/catalogue/discover/contract.ts'
import { call } from '#kit/web/call.ts'
import { detailsAddress } from '../../web/hit-facts.ts'

/** After this time the number is searched for instead. */
const timeoutMs = 1500

/**
 * The target of a number: its record if there is exactly one, else the results, with every record that has the number. A
 * visitor gets the results, which they may see, since a record would ask them to sign in.
 */
export async function addressForNumber(cache: QueryClient, number: string, address: string): Promise<string> {
  const results = address.replace('&editions=grouped', '')
  const signedIn = await cache.ensureQueryData(currentUser)
  if (!signedIn) return results
  const { response } = await call(discoverApi.suggest, { prefix: number }, { timeoutMs })
  return response.record === null ? results : detailsAddress(response.record.id)
}
