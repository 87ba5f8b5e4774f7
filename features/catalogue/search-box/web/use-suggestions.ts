import { keepPreviousData, type QueryFunction, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { discoverApi } from '#features/catalogue/discover/contract.ts'
import { queryOf } from '#kit/web/use-api.ts'

const shortest = 2
/** Milliseconds after the last key. A scanner finishes earlier, and sends no call. */
const pauseMs = 120
const longest = 256
const fresh = 5 * 60_000

/**
 * The reply for a text once the typing pauses; the previous one while the next is loading. Calls that are no longer
 * needed are aborted.
 */
export function useWhileTyping<Reply>(
  text: string,
  queryFor: (text: string) => { queryKey: readonly unknown[]; queryFn: QueryFunction<Reply> },
) {
  const [query, ask] = useState('')
  const prefix = text.length >= shortest && text.length <= longest ? text : ''
  useEffect(() => {
    if (prefix === '') {
      ask('')
      return
    }
    const timer = setTimeout(() => ask(prefix), pauseMs)
    return () => clearTimeout(timer)
  }, [prefix])
  const wanted = prefix === '' ? '' : query
  const { data } = useQuery({
    ...queryFor(wanted),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
    staleTime: fresh,
    retry: false,
  })
  return wanted === '' ? undefined : data
}

export const useSuggestions = (text: string) =>
  useWhileTyping(text, (prefix) => queryOf(discoverApi.suggest, { prefix }))?.response
