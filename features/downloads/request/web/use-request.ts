import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type DownloadRequest, downloadsApi } from '#features/downloads/contract.ts'
import type { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { readDates } from '#kit/web/dates.ts'
import { queryOf, useLatestReply } from '#kit/web/use-api.ts'
import { maxAsks, pollMs, recheckMs, type Stage, stageOf } from '../../web/request-stage.ts'
import type { RequestView } from '../../web/send-request.ts'

type Watched = {
  request: RequestView | undefined
  stage: Stage
  /** The request itself cannot be read. */
  problem: Problem | null
  /** Polling its state failed. */
  pollFailed: boolean
  again: () => void
  /** Takes the reply to a change: shows it at once, and polls until its new file is ready. */
  take: (changed: DownloadRequest) => void
}

/** A download request, polled until it is ready, failed or scheduled. */
export function useRequest(requestId: string): Watched {
  const cache = useQueryClient()
  const { reply, problem, again } = useLatestReply(downloadsApi.requestDetails, { requestId })
  const [asks, setAsks] = useState(0)
  const [pollFailed, setPollFailed] = useState(false)
  const request = reply?.response
  const stage = request ? stageOf(request, asks) : 'processing'
  const waits = request !== undefined && !pollFailed && (stage === 'processing' || stage === 'scheduled')

  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer starts the next wait; `again` is new at every drawing
  useEffect(() => {
    if (!waits) return
    const stop = new AbortController()
    const ask = async () => {
      const status = await call(
        downloadsApi.requestStatus,
        { requestId, timestamp: String(Date.now()) },
        { signal: stop.signal },
      )
      if (status !== request.requestStatus) again()
      setAsks((before) => before + 1)
    }
    const timer = setTimeout(
      () => ask().catch(() => stop.signal.aborted || setPollFailed(true)),
      stage === 'processing' ? pollMs : recheckMs,
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [waits, stage, asks, requestId])

  const startAgain = () => {
    setPollFailed(false)
    setAsks((before) => (before >= maxAsks ? before : 0))
    again()
  }
  const take = (changed: DownloadRequest) => {
    const { queryKey } = queryOf(downloadsApi.requestDetails, { requestId })
    // A reply to an earlier call must not undo the change.
    void cache.cancelQueries({ queryKey })
    cache.setQueryData(queryKey, { response: readDates(changed) })
    setPollFailed(false)
    setAsks(0)
  }
  return { request, stage, problem, pollFailed, again: startAgain, take }
}
