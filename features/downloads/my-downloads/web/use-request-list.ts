import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { manageApi } from '#features/downloads/my-downloads/contract.ts'
import { call } from '#kit/web/call.ts'
import { queryOf, useLatestReply } from '#kit/web/use-api.ts'
import { announce } from '#ui/announce.tsx'
import { type ListState, listInput } from './list-state.ts'
import { isUnfinished, type RequestLineView, requestsOf } from './request-row.ts'

/** Polling interval of unfinished requests, and the number of polls before the person has to ask. */
const pollMs = 600
const maxLooks = 10

/** A page of the list. While requests are unfinished, it is polled ten times. */
export function useRequestList(state: ListState) {
  const cache = useQueryClient()
  const input = { ...listInput(state), view: state.hidden ? ('hidden' as const) : ('shown' as const) }
  const { reply, problem, stale } = useLatestReply(manageApi.listRequests, input)
  const [looks, setLooks] = useState(0)
  const { queryKey } = queryOf(manageApi.listRequests, input)
  const page = JSON.stringify(input)
  const lines = reply?.response
  const waits = !stale && (lines?.some((line) => requestsOf(line).some(isUnfinished)) ?? false)

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
    }, pollMs)
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
    // Every list, shown or hidden: the one on the screen may be another by then.
    again: () => void cache.invalidateQueries({ queryKey: [manageApi.listRequests.path] }),
    /** Some are still unfinished, and polling has ended. */
    tired: waits && looks >= maxLooks,
    resumePolling: () => setLooks(0),
  }
}

/** Announces to a screen reader when a request is ready. */
function useAnnounceReady(lines: readonly RequestLineView[] | undefined) {
  const waited = useRef(new Set<string>())
  useEffect(() => {
    for (const line of lines?.flatMap(requestsOf) ?? []) {
      if (isUnfinished(line)) waited.current.add(line.id)
      else if (waited.current.delete(line.id))
        announce(line.requestStatus === 'READY' ? `${line.requestName} is ready` : `${line.requestName} failed`)
    }
  }, [lines])
}
