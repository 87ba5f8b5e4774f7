import { useState } from 'react'
import { useReplyInTime } from '#kit/web/use-reply-in-time.ts'
import { headingsApi } from '../contract.ts'
import { headingQueryOf, isAsked, type ThesaurusState } from './thesaurus-state.ts'

/** The headings that are shown and the search that they answer: the former ones while the next are on their way. */
export function useHeadingSearch(state: ThesaurusState) {
  const enabled = isAsked(state) && state.unreadable === ''
  const input = { bodybuilderquery: JSON.stringify(headingQueryOf(state)) }
  const { reply, problem, stale, late, again } = useReplyInTime(headingsApi.searchHeadings, input, { enabled })
  const found = problem || !enabled ? undefined : reply

  const [answered, setAnswered] = useState(state)
  if (found && !stale && answered !== state) setAnswered(state)
  return { found, answered, problem: enabled ? problem : null, stale, late, again }
}
