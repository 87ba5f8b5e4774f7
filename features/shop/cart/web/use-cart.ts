import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { ownCartApi } from '#features/shop/cart/contract.ts'
import type { Endpoint, RawInput, Reply } from '#kit/contract.ts'
import { type Answer, call } from '#kit/web/call.ts'
import { type Dated, readDates } from '#kit/web/dates.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { showCartCount } from './cart-parts.tsx'

export type CartReply = Answer<typeof ownCartApi.readCart>
export type CartView = NonNullable<CartReply['response']>
export type CartItem = CartView['items'][number]

export const useCart = (enabled = true) => useLatestReply(ownCartApi.readCart, {}, { enabled })

const key = [ownCartApi.readCart.path, {}]

/** The latest known cart. */
export const cartInCache = (cache: QueryClient) => cache.getQueryData<CartReply>(key)?.response

type Change = (typeof ownCartApi)[Exclude<keyof typeof ownCartApi, 'readCart'>]

/** Changes the cart; the server's reply replaces it, here and in the header. */
export function useCartChange() {
  const cache = useQueryClient()
  return async <E extends Change>(change: E, input: RawInput<E>): Promise<CartReply> => {
    await cache.cancelQueries({ queryKey: key })
    const reply = readDates((await call(change as Endpoint, input)) as Reply<Change>) as Dated<Reply<Change>>
    cache.setQueryData(key, reply)
    showCartCount(cache, reply.response?.count ?? 0)
    return reply
  }
}
