import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint, RawInput } from '#kit/contract.ts'
import { queryOf, type RefetchEvery, useLatestReply } from './use-api.ts'
import { useTooLong } from './use-too-long.ts'

/** Like `useLatestReply`; `late` after the render timeout. `again` aborts the pending call and retries. */
export function useReplyInTime<E extends Endpoint>(
  endpoint: E,
  input: RawInput<E>,
  { enabled = true, refetchEvery = false }: { enabled?: boolean; refetchEvery?: RefetchEvery<E> } = {},
) {
  const { reply, problem, stale, again } = useLatestReply(endpoint, input, { enabled, refetchEvery })
  const cache = useQueryClient()
  const [attempt, setAttempt] = useState(0)
  const late = useTooLong(enabled && !problem && (!reply || stale), `${attempt} ${JSON.stringify(input)}`)
  const refetch = async () => {
    setAttempt(attempt + 1)
    await cache.cancelQueries({ queryKey: queryOf(endpoint, input).queryKey })
    again()
  }
  return { reply, problem, stale, late, again: () => void refetch() }
}
