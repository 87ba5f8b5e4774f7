import { type QueryClient, useQuery } from '@tanstack/react-query'
import { fetchJson } from '#kit/web/fetch-json.ts'
import { settings } from '#kit/web/settings.ts'

const countKey = 'cart-count'

/** How many items the user's cart holds; undefined until known, and where the content site does not answer. */
export function useCartCount(userId: string | undefined): number | undefined {
  const { data } = useQuery({
    queryKey: [countKey, userId],
    queryFn: async () =>
      (await fetchJson<{ count: number }>(`${settings.cmsUrl}/cart/count/${encodeURIComponent(userId!)}`)).count,
    enabled: userId !== undefined,
    staleTime: 60_000,
  })
  return data
}

/** What a call has just told: the header follows without asking. */
export const showCartCount = (cache: QueryClient, count: number): void => {
  cache.setQueriesData({ queryKey: [countKey] }, count)
}

/** The cart has become an order, or may have changed elsewhere: it is read anew. */
export const readCartAnew = (cache: QueryClient): Promise<unknown> =>
  Promise.all([countKey, '/rest/cart'].map((name) => cache.invalidateQueries({ queryKey: [name] })))
