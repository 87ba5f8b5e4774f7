import { useQueryClient } from '@tanstack/react-query'
import { type SavedSearch, searchesApi } from '#features/catalogue/searches/contract.ts'
import type { Answer } from '#kit/web/call.ts'
import { readDates } from '#kit/web/dates.ts'
import { queryOf, useLatestReply } from '#kit/web/use-api.ts'

export type SavedSearchView = Answer<typeof searchesApi.listSearches>['response'][number]

const list = queryOf(searchesApi.listSearches, {})

export const useSavedSearches = () => useLatestReply(searchesApi.listSearches, {})

/** Puts the server's reply into the cached list, so that the list is not fetched again. */
export function useKeepSearch() {
  const cache = useQueryClient()
  const change = (change: (searches: SavedSearchView[]) => SavedSearchView[]) =>
    cache.setQueryData(list.queryKey, (reply: { response: SavedSearchView[] } | undefined) =>
      reply ? { response: change(reply.response) } : reply,
    )
  return {
    keep: (search: SavedSearch) =>
      change((searches) => byName([...searches.filter(({ id }) => id !== search.id), readDates(search)])),
    forget: (gone: string) => change((searches) => searches.filter(({ id }) => id !== gone)),
  }
}

const { compare } = new Intl.Collator('en', { numeric: true })
const byName = (searches: SavedSearchView[]) => searches.sort((a, b) => compare(a.name, b.name))

export const addressOf = ({ address }: { address: string }): string => `/discover/results/${address && '?'}${address}`
