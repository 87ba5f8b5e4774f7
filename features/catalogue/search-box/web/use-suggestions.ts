import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { discoverApi } from '#features/catalogue/discover/contract.ts'
import { queryOf } from '#kit/web/use-api.ts'

const shortest = 2
/** Milliseconds after the last key. A scanner finishes earlier, and sends no call. */
const pauseMs = 120
const longest = 256
const fresh = 5 * 60_000

/**
 * Suggestions once the typing pauses; the previous ones while the next are loading. Calls that are no longer needed are
 * aborted.
 */
export function useSuggestions(text: string) {
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
    ...queryOf(discoverApi.suggest, { prefix: wanted }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
    staleTime: fresh,
    retry: false,
  })
  return wanted === '' ? undefined : data?.response
}
