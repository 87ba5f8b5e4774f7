import { Status } from '#ui/tags.tsx'
import { priceInWords, priceOf } from './prices.ts'
import { dayInWords, pupils } from './shop-words.ts'
import type { Shop, ShownProduct } from './use-shop.ts'

/** What one costs whoever looks, and for whom; until when, where that is settled. */
export function ProductPrice({ product, shop }: { product: ShownProduct; shop: Shop }) {
  const price = priceOf(product, shop.enrolment)
  const for_ = product.byEnrollment && price && !price.from && shop.enrolment !== undefined
  return (
    <div className="product-price">
      <span className="amount num">{priceInWords(product, shop) ?? 'On request'}</span>
      {for_ && <span className="why">for {pupils(shop.enrolment!)}</span>}
      {price?.from && <span className="why">by number of pupils</span>}
      {!price && <span className="why">no price in your country yet</span>}
      {price?.tier.endsDate && <Status tone="ok">{`until ${dayInWords(price.tier.endsDate)}`}</Status>}
    </div>
  )
}
