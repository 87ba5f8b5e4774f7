import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { queryOf as readOf, useLatestReply } from '#kit/web/use-api.ts'
import { useTooLong } from '#kit/web/use-too-long.ts'
import { queryOf } from './search-query.ts'
import type { SearchState } from './search-state.ts'

/**
 * The reply that is shown and the search that it answers: the former one while the next is on its way (`stale`).
 * `whole`: whether the query is known already; until then nothing is asked. `late`: it has been for too long. `again`
 * gives the call up that is under way, and asks anew.
 */
export function useSearch(state: SearchState, whole = true) {
  const input = { bodybuilderquery: JSON.stringify(queryOf(state)) }
  const readable = whole && state.unreadable === ''
  const { reply, problem, stale, again } = useLatestReply(catalogueApi.search, input, { enabled: readable })
  const found = problem || !readable ? undefined : reply

  const [answered, setAnswered] = useState(state)
  if (found && !stale && answered !== state) setAnswered(state)

  const cache = useQueryClient()
  const [attempt, setAttempt] = useState(0)
  const late = useTooLong((readable || !whole) && !problem && (!reply || stale), `${attempt} ${input.bodybuilderquery}`)
  const askAnew = async () => {
    setAttempt(attempt + 1)
    await cache.cancelQueries({ queryKey: readOf(catalogueApi.search, input).queryKey })
    again()
  }
  return { found, answered, problem, stale, late, again: () => void askAnew() }
}
