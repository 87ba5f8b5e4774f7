import { useState } from 'react'
import type { Quote } from '#features/orders/contract.ts'
import type { ShownCart } from './use-cart.ts'

/** The quote that was just made, as long as the cart is what it is of. */
export function useMadeQuote(cart: ShownCart): [Quote | undefined, (quote: Quote) => void] {
  const [made, setMade] = useState<{ of: string; quote: Quote }>()
  const { items, total, purchaseOrder } = cart
  const of = JSON.stringify([
    items.map(({ productCode, quantity, enrollmentSize }) => [productCode, quantity, enrollmentSize]),
    total,
    purchaseOrder,
  ])
  return [made?.of === of ? made.quote : undefined, (quote) => setMade({ of, quote })]
}
