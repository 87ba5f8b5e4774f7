import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useState } from 'react'
import { currentUser } from '#features/account/web/account-parts.tsx'

export type RequestedBefore = { address: string; words: string }

/**
 * By number: the catalogue request of the school that has it already. The app fills it in: catalogue requests are
 * another feature, which builds on this one.
 */
export const RequestedBeforeContext = createContext<
  | ((numbers: readonly string[], userId: string | undefined) => Promise<ReadonlyMap<string, RequestedBefore>>)
  | undefined
>(undefined)

/** Empty until the reply comes, and if none does. */
export function useRequestedBefore(numbers: readonly string[]): ReadonlyMap<string, RequestedBefore> {
  const read = useContext(RequestedBeforeContext)
  const userId = useQueryClient().getQueryData(currentUser.queryKey)?.user.id
  const [found, setFound] = useState<ReadonlyMap<string, RequestedBefore>>(none)
  useEffect(() => {
    let current = true
    read?.(numbers, userId).then(
      (next) => current && setFound(next),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [read, numbers, userId])
  return found
}

const none: ReadonlyMap<string, RequestedBefore> = new Map()
