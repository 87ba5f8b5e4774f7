import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { discoverApi } from '#features/catalogue/discover/contract.ts'
import { queryOf } from '#kit/web/use-api.ts'

const shortest = 2
/** After the last key. A scanner is through before, and asks nothing. */
const pauseMs = 120
const longest = 256
const fresh = 5 * 60_000

/**
 * What the words may become, once the hand pauses; the former answer while the next is on its way. What is no longer
 * wanted is called off.
 */
export function useSuggestions(text: string) {
  const [asked, ask] = useState('')
  const prefix = text.length >= shortest && text.length <= longest ? text : ''
  useEffect(() => {
    if (prefix === '') {
      ask('')
      return
    }
    const timer = setTimeout(() => ask(prefix), pauseMs)
    return () => clearTimeout(timer)
  }, [prefix])
  const wanted = prefix === '' ? '' : asked
  const { data } = useQuery({
    ...queryOf(discoverApi.suggest, { prefix: wanted }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
    staleTime: fresh,
    retry: false,
  })
  return wanted === '' ? undefined : data?.response
}
