import { RefreshCw, ShoppingCart } from 'lucide-react'
import { useCart } from '#features/cart/web/add-parts.tsx'
import { LinkButton } from '#ui/button.tsx'
import { cartAddress, productAddress } from './shop-state.ts'
import { dayInWords } from './shop-words.ts'
import type { Shop } from './use-shop.ts'

/** What waits for the reader: a cart that was begun, and what is due for renewal. */
export function YourShop({ shop }: { shop: Shop }) {
  const { reply } = useCart(shop.shops)
  if (!shop.shops) return null
  const cart = reply?.response
  const codes = new Set(cart?.items.map(({ productCode }) => productCode))
  const offered = new Set(shop.products?.map(({ productCode }) => productCode))
  const due = (shop.me?.customer?.subscriptions ?? []).filter(
    ({ dueForRenewal, productCode }) => dueForRenewal && !codes.has(productCode) && offered.has(productCode),
  )
  if (!cart?.count && due.length === 0) return null
  return (
    <ul className="your-shop" aria-label="Waiting for you">
      {due.map((each) => (
        <li key={each.id}>
          <span>
            <b>{each.product.name}</b> ends on {dayInWords(new Date(each.effectiveEndDate))}.
          </span>
          <LinkButton icon={RefreshCw} href={productAddress(each.productCode)}>
            Renew<span className="only-heard"> {each.product.name}</span>
          </LinkButton>
        </li>
      ))}
      {cart && cart.count > 0 && (
        <li>
          <span>
            <b>Your cart</b> holds {cart.count === 1 ? 'one item' : `${cart.count.toLocaleString()} items`}.
          </span>
          <LinkButton icon={ShoppingCart} href={cartAddress}>
            Go to your cart
          </LinkButton>
        </li>
      )}
    </ul>
  )
}
