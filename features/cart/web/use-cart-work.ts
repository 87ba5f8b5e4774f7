import { useRef, useState } from 'react'
import { ownCartApi } from '#features/cart/contract.ts'
import { Problem } from '#kit/problem.ts'
import { genericSentence } from '#kit/web/fetch-json.ts'
import { announce } from '#ui/announce.tsx'
import { type CartItem, useCartChange } from './use-cart.ts'

export type CartWork = ReturnType<typeof useCartWork>

/** What is done to the cart, one after the other, so that the last press is what stays. */
export function useCartWork() {
  const change = useCartChange()
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const [waiting, setWaiting] = useState(0)
  const [refused, setRefused] = useState<readonly string[]>()
  const [removed, setRemoved] = useState<CartItem>()

  const queue = <T>(work: () => Promise<T>): Promise<T> => {
    setWaiting((count) => count + 1)
    const done = line.current.then(work).finally(() => setWaiting((count) => count - 1))
    line.current = done.catch(() => undefined)
    return done
  }
  const tell = (error: unknown) => {
    if (!(error instanceof Problem)) console.error(error)
    setRefused(error instanceof Problem ? error.messages : [genericSentence])
  }

  return {
    busy: waiting > 0,
    refused,
    removed,
    /** Resolves when everything that was begun is done. */
    settled: () => line.current,
    /** Rejects with the Problem, which belongs to the field. */
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
    notePurchaseOrder: (purchaseOrder: string) =>
      queue(() => change(ownCartApi.notePurchaseOrder, { purchaseOrder })).then(() => undefined, tell),
  }
}
