import { Check, ShoppingCart } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useCart } from '#features/shop/cart/web/use-cart.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { signInToAdd } from './add-intention.ts'
import { priceOf } from './prices.ts'
import { cartAddress, productAddress } from './shop-state.ts'
import { useAdd } from './use-add.ts'
import { heldUntil, type ProductView, type Shop } from './use-shop.ts'

/** Adds one to the cart if no details are needed; else links to the product's page, or to the cart once it is there. */
export function AddHere({ product, shop }: { product: ProductView; shop: Shop }) {
  const { reply } = useCart(shop.shops)
  const { add, busy, problem } = useAdd(product.name)
  const toCart = useRef<HTMLSpanElement>(null)
  const pressed = useRef(false)
  const there = reply?.response?.items.some(({ productCode }) => productCode === product.productCode) ?? false
  // The pressed button is gone; its replacement takes the focus.
  useEffect(() => {
    if (there && pressed.current) toCart.current?.querySelector('a')?.focus()
  }, [there])
  const name = <span className="only-heard">: {product.name}</span>
  const price = priceOf(product, shop.enrolment)
  if (there)
    return (
      <span className="add-here no-print" ref={toCart}>
        <LinkButton icon={Check} href={cartAddress}>
          In your cart{name}
        </LinkButton>
      </span>
    )
  const mayOrder = shop.shops || shop.me === null
  if (!mayOrder || !price || (product.byEnrollment && shop.enrolment === undefined))
    return (
      <span className="add-here no-print">
        <LinkButton href={productAddress(product.productCode)}>
          {price ? 'See prices' : 'Read more'}
          {name}
        </LinkButton>
      </span>
    )
  if (heldUntil(shop, product))
    return (
      <span className="add-here no-print">
        <LinkButton look="bare" href={productAddress(product.productCode)}>
          Renew{name}
        </LinkButton>
      </span>
    )
  const addition = {
    productCode: product.productCode,
    quantity: 1,
    ...(product.byEnrollment ? { enrollmentSize: shop.enrolment! } : {}),
  }
  return (
    <span className="add-here no-print">
      <Button
        icon={ShoppingCart}
        busy={busy}
        onClick={() => {
          pressed.current = true
          if (shop.shops) void add(addition)
          else signInToAdd(addition)
        }}
      >
        Add to cart{name}
      </Button>
      {problem && (
        <span className="refused pt-6 text-note ink-bad text-right" role="alert">
          {problem.messages[0]}
        </span>
      )}
    </span>
  )
}
