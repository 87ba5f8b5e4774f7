import { useState } from 'react'
import type { Quote } from '#features/orders/contract.ts'
import type { ShownCart } from './use-cart.ts'

/** The quote that was just made, as long as the cart is what it is of. */
export function useMadeQuote(cart: ShownCart): [Quote | undefined, (of: ShownCart, quote: Quote) => void] {
  const [made, setMade] = useState<{ of: string; quote: Quote }>()
  return [made?.of === contentOf(cart) ? made.quote : undefined, (of, quote) => setMade({ of: contentOf(of), quote })]
}

const contentOf = ({ items, total, purchaseOrder }: ShownCart) =>
  JSON.stringify([
    items.map(({ productCode, quantity, enrollmentSize }) => [productCode, quantity, enrollmentSize]),
    total,
    purchaseOrder,
  ])
