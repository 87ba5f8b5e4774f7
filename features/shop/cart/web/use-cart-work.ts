import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ownCartApi } from '#features/shop/cart/contract.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { announce } from '#ui/announce.tsx'
import { type CartItem, type CartView, cartInCache, useCartChange } from './use-cart.ts'

export type CartWork = ReturnType<typeof useCartWork>

/** Changes the cart, one call after the other, so that the last press wins. */
export function useCartWork() {
  const cache = useQueryClient()
  const change = useCartChange()
  const unsaved = useRef(new Map<string, () => void>())
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const failed = useRef(false)
  const [waiting, setWaiting] = useState(0)
  const [refused, setRefused] = useState<readonly string[]>()
  const [removed, setRemoved] = useState<CartItem>()

  const queue = <T>(work: () => Promise<T>): Promise<T> => {
    setWaiting((count) => count + 1)
    const done = line.current.then(work).finally(() => setWaiting((count) => count - 1))
    line.current = done.catch(() => {
      failed.current = true
    })
    return done
  }
  const tell = (error: unknown) => {
    setRefused(problemOf(error).messages)
  }

  return {
    busy: waiting > 0,
    refused,
    removed,
    /** Unsent or refused edits, by field id; calling one tries to save it. */
    unsaved: unsaved.current,
    /** The cart after all pending changes; undefined if one was refused. */
    settled: async (): Promise<CartView | undefined> => {
      failed.current = false
      for (const keep of [...unsaved.current.values()]) keep()
      await line.current
      if (!failed.current && unsaved.current.size === 0) return cartInCache(cache) ?? undefined
      // A field registers its refusal asynchronously.
      await new Promise((resolve) => setTimeout(resolve))
      document.getElementById([...unsaved.current.keys()][0] ?? '')?.focus()
      return undefined
    },
    /** Rejects with the Problem, which the field shows. */
    setCount: (item: CartItem, counts: { quantity?: number; enrollmentSize?: number }) => {
      setRefused(undefined)
      return queue(() => change(ownCartApi.changeCartItem, { productCode: item.productCode, ...counts }))
    },
    remove: async (item: CartItem) => {
      setRefused(undefined)
      try {
        await queue(() => change(ownCartApi.removeCartItem, { productCode: item.productCode }))
        setRemoved(item)
        announce(`${item.name} was removed`)
      } catch (error) {
        tell(error)
      }
    },
    putBack: async ({ productCode, quantity, enrollmentSize, name }: CartItem) => {
      setRefused(undefined)
      const size = enrollmentSize === null ? {} : { enrollmentSize }
      try {
        await queue(() => change(ownCartApi.addToCart, { productCode, quantity, ...size }))
        setRemoved(undefined)
        announce(`${name} is in your cart again`)
      } catch (error) {
        tell(error)
      }
    },
    /** Resolves to whether it was saved. */
    savePurchaseOrder: (purchaseOrder: string): Promise<boolean> => {
      setRefused(undefined)
      return queue(() => change(ownCartApi.savePurchaseOrder, { purchaseOrder })).then(
        () => true,
        (error) => {
          tell(error)
          return false
        },
      )
    },
  }
}
