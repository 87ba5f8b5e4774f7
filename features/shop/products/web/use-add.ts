import { useState } from 'react'
import { ownCartApi } from '#features/shop/cart/contract.ts'
import { useCartChange } from '#features/shop/cart/web/use-cart.ts'
import type { Problem } from '#kit/problem.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { announce } from '#ui/announce.tsx'
import type { CartIntention } from './add-intention.ts'

/** Adds a product to the cart; `problem`: why the last attempt was refused. */
export function useAdd(name: string) {
  const change = useCartChange()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const add = async (wanted: CartIntention): Promise<boolean> => {
    setBusy(true)
    setProblem(undefined)
    try {
      await change(ownCartApi.addToCart, wanted)
      announce(`${name} is in your cart`)
      return true
    } catch (error) {
      setProblem(problemOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { add, busy, problem, clear: () => setProblem(undefined) }
}
