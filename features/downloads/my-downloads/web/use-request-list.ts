import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { manageApi } from '#features/downloads/my-downloads/contract.ts'
import { type Answer, call } from '#kit/web/call.ts'
import { queryOf, useLatestReply } from '#kit/web/use-api.ts'
import { announce } from '#ui/announce.tsx'
import { type ListState, listInput } from './list-state.ts'

export type RequestLineView = Answer<typeof manageApi.listRequests>['response'][number]

/** Polling interval of unfinished requests, and the number of polls before the person has to ask. */
const lookEveryMs = 600
const maxLooks = 10

export const isUnfinished = ({ requestStatus }: Pick<RequestLineView, 'requestStatus'>): boolean =>
  requestStatus === 'PROCESSING' || requestStatus === 'SCHEDULED'

/** A page of the list. While requests are unfinished, it is polled ten times. */
export function useRequestList(state: ListState) {
  const cache = useQueryClient()
  const input = listInput(state)
  const { reply, problem, stale, again } = useLatestReply(manageApi.listRequests, input)
  const [looks, setLooks] = useState(0)
  const { queryKey } = queryOf(manageApi.listRequests, input)
  const page = JSON.stringify(input)
  const lines = reply?.response
  const waits = !stale && (lines?.some(isUnfinished) ?? false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page starts over
  useEffect(() => setLooks(0), [page])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each look starts the next wait; the key is new at every drawing
  useEffect(() => {
    if (!waits || looks >= maxLooks) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      try {
        cache.setQueryData(queryKey, await call(manageApi.listRequests, input, { signal: stop.signal }))
      } catch {
        // The next poll may succeed; after the tenth there is a button.
      }
      if (!stop.signal.aborted) setLooks((before) => before + 1)
    }, lookEveryMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [waits, looks, page])

  useAnnounceReady(lines)
  return {
    reply,
    problem,
    stale,
    again,
    /** Some are still unfinished, and polling has ended. */
    tired: waits && looks >= maxLooks,
    resumePolling: () => setLooks(0),
  }
}

/** Announces to a screen reader when a request is ready. */
function useAnnounceReady(lines: readonly RequestLineView[] | undefined) {
  const waited = useRef(new Set<string>())
  useEffect(() => {
    for (const line of lines ?? []) {
      if (isUnfinished(line)) waited.current.add(line.id)
      else if (waited.current.delete(line.id))
        announce(line.requestStatus === 'READY' ? `${line.requestName} is ready` : `${line.requestName} failed`)
    }
  }, [lines])
}
