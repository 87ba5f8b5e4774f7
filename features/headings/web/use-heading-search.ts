import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { headingsApi } from '#features/headings/contract.ts'
import { queryOf as readOf, useLatestReply } from '#kit/web/use-api.ts'
import { useTooLong } from '#kit/web/use-too-long.ts'
import { headingQueryOf, isAsked, type ThesaurusState } from './thesaurus-state.ts'

/**
 * The headings that are shown and the search that they answer: the former ones while the next are on their way
 * (`stale`). `late`: it has been for too long. `again` gives the call up that is under way, and asks anew.
 */
export function useHeadingSearch(state: ThesaurusState) {
  const input = { bodybuilderquery: JSON.stringify(headingQueryOf(state)) }
  const enabled = isAsked(state) && state.unreadable === ''
  const { reply, problem, stale, again } = useLatestReply(headingsApi.searchHeadings, input, { enabled })
  const found = problem || !enabled ? undefined : reply

  const [answered, setAnswered] = useState(state)
  if (found && !stale && answered !== state) setAnswered(state)

  const cache = useQueryClient()
  const [attempt, setAttempt] = useState(0)
  const late = useTooLong(enabled && !problem && (!reply || stale), `${attempt} ${input.bodybuilderquery}`)
  const askAnew = async () => {
    setAttempt(attempt + 1)
    await cache.cancelQueries({ queryKey: readOf(headingsApi.searchHeadings, input).queryKey })
    again()
  }
  return { found, answered, problem: enabled ? problem : null, stale, late, again: () => void askAnew() }
}
