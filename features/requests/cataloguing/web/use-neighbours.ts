import { useRef } from 'react'
import { cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import { queueAgeFilters, queueStates, worksAPage } from '#features/requests/cataloguing/rules.ts'
import { inputOf, useListAddress } from '#kit/web/list-address.ts'
import { useLocation } from '#kit/web/router.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { workAddress } from './work-address.ts'

export type Neighbours = {
  /** The address of the queue that the work was opened from. */
  queue: string
  previous: { href: string; name: string } | undefined
  next: { href: string; name: string } | undefined
  /** Position in the queue, from 1, and the queue's length; undefined once the work no longer waits. */
  place: number | undefined
  of: number
}

const filters = { state: queueStates, age: queueAgeFilters }

/**
 * The works before and after this one in its queue. Once this one is answered, the next one has moved up to its
 * position.
 */
export function useNeighbours(itemId: string): Neighbours {
  const { query } = useListAddress(filters)
  const { search } = useLocation()
  const { reply } = useLatestReply(cataloguingApi.queue, inputOf(query))
  const works = reply?.response ?? []
  const at = works.findIndex((work) => work.askers.some((asker) => asker.itemId === itemId))
  const last = useRef(0)
  if (at !== -1) last.current = at
  const link = (place: number) => {
    const work = works[place]
    return work && { href: workAddress(work.itemId, search), name: work.name }
  }
  return {
    queue: `/desk/cataloguing${search}`,
    previous: at > 0 ? link(at - 1) : undefined,
    next: at === -1 ? (link(last.current) ?? link(0)) : link(at + 1),
    place: at === -1 ? undefined : (query.page - 1) * worksAPage + at + 1,
    of: reply?.totalCount ?? 0,
  }
}
