import { useQuery } from '@tanstack/react-query'
import { fetchJson } from '#kit/web/fetch-json.ts'
import { settings } from '#kit/web/settings.ts'

/** How many items the user's cart holds; undefined until known, and where the content site does not answer. */
export function useCartCount(userId: string | undefined): number | undefined {
  const { data } = useQuery({
    queryKey: ['cart-count', userId],
    queryFn: async () =>
      (await fetchJson<{ count: number }>(`${settings.cmsUrl}/cart/count/${encodeURIComponent(userId!)}`)).count,
    enabled: userId !== undefined,
    staleTime: 60_000,
  })
  return data
}
