import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { currentUser } from '#features/account/web/account-parts.tsx'
import type { RawInput } from '#kit/contract.ts'
import { call } from '#kit/web/call.ts'
import { requestAddress } from '../../web/request-addresses.ts'
import { type RequestedItem, requestedApi } from '../contract.ts'

export type ItemInQuestion = RawInput<typeof requestedApi.requestedItems>['items'][number]
/** The request that an item is in: its page, and a few words, as `Requested in CR1000249 by you`. */
export type RequestedIn = { address: string; words: string }

/** The school's other request of each item, by position. */
export async function readRequested(
  items: readonly ItemInQuestion[],
  userId: string | undefined,
  except?: string,
): Promise<ReadonlyMap<number, RequestedIn>> {
  if (items.length === 0) return new Map()
  const { response } = await call(requestedApi.requestedItems, { items: [...items], ...(except && { except }) })
  return new Map(
    response.map((found) => [
      found.position,
      { address: requestAddress(found.requestId), words: inWords(found, userId) },
    ]),
  )
}

/** The school's request that has a number already, by number. */
export async function readRequestedNumbers(
  numbers: readonly string[],
  userId: string | undefined,
): Promise<ReadonlyMap<string, RequestedIn>> {
  const items = numbers.map((standardNumber) => ({ standardNumber }))
  const found = await readRequested(items, userId)
  return new Map([...found].map(([position, requested]) => [numbers[position]!, requested]))
}

function inWords({ status, requestNumber, requestedBy, requestedById }: RequestedItem, userId: string | undefined) {
  const yours = requestedById === userId
  if (status === 'DRAFT') return yours ? `In your draft ${requestNumber}` : `In ${requestedBy}’s draft ${requestNumber}`
  return `Requested in ${requestNumber} by ${yours ? 'you' : requestedBy}`
}

/** Milliseconds of pause: no lookup in the middle of a word. */
const pauseMs = 300

/** Requests of items while they are edited. Empty until the reply comes, so no one has to wait for it. */
export function useRequested(items: readonly ItemInQuestion[], except?: string): ReadonlyMap<number, RequestedIn> {
  const userId = useQueryClient().getQueryData(currentUser.queryKey)?.user.id
  const [found, setFound] = useState<{ of: string; requested: ReadonlyMap<number, RequestedIn> }>()
  const facts = JSON.stringify(
    items.map(({ title, standardNumber, url, authors, resourceType }) => ({
      ...{ title, standardNumber, url, authors, resourceType },
    })),
  )
  useEffect(() => {
    let current = true
    const timer = setTimeout(() => {
      readRequested(JSON.parse(facts), userId, except).then(
        (requested) => current && setFound({ of: facts, requested }),
        () => undefined,
      )
    }, pauseMs)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [facts, userId, except])
  return found?.of === facts ? found.requested : none
}

const none: ReadonlyMap<number, RequestedIn> = new Map()
