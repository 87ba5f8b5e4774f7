import { type QueryClient, useQuery } from '@tanstack/react-query'
import { fetchJson } from '#kit/web/fetch-json.ts'
import { timeOfDay } from '#kit/web/format.ts'
import { settings } from '#kit/web/settings.ts'

const countKey = 'cart-count'

/** Number of items in the user's cart; undefined until known, and if the content site does not answer. */
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

/** Takes the count from a reply, so that the header needs no request. */
export const showCartCount = (cache: QueryClient, count: number): void => {
  cache.setQueriesData({ queryKey: [countKey] }, count)
}

/** Refetches a cart that was ordered or may have changed elsewhere. */
export const refetchCart = (cache: QueryClient): Promise<unknown> =>
  Promise.all([countKey, '/rest/cart'].map((name) => cache.invalidateQueries({ queryKey: [name] })))

/** For a cart under review, on every screen that shows it. The items of an expired one can be restored. */
export const pricesHeld = (until: Date): string => `Prices held until ${timeOfDay(until)}. Your cart stays saved.`
