import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { askApi } from '#features/downloads/ask-contract.ts'
import type { Problem } from '#kit/problem.ts'
import { queryOf } from '#kit/web/use-api.ts'
import type { FoundHit } from './ask-titles.ts'
import { titleQuery } from './title-query.ts'

/** After the last key. */
const pauseMs = 120
const fresh = 5 * 60_000

/** Titles for what is typed, once the hand pauses; the former ones while the next are on their way. */
export function useTitleSearch(text: string): {
  hits: FoundHit[] | undefined
  problem: Problem | null
  waiting: boolean
  again: () => void
} {
  const [asked, ask] = useState('')
  useEffect(() => {
    if (text === '') return ask('')
    const timer = setTimeout(() => ask(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const { data, error, isFetching, refetch } = useQuery({
    ...queryOf(askApi.titleSearch, { bodybuilderquery: titleQuery(asked) }),
    enabled: asked !== '' && text !== '',
    placeholderData: keepPreviousData,
    staleTime: fresh,
    retry: false,
  })
  return {
    hits: asked === '' ? undefined : data?.hits.hits,
    problem: asked === '' ? null : (error as Problem | null),
    waiting: isFetching || asked !== text,
    again: () => void refetch(),
  }
}
