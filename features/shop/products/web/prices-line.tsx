import { taxInWords } from './shop-words.ts'
import type { Shop } from './use-shop.ts'

/** Which dollars, and whether tax comes on top: said once for all prices of a screen. */
export function PricesLine({ shop }: { shop: Shop }) {
  const tax = taxInWords(shop)
  return (
    <p className="prices-line">
      Prices are in {shop.currency === 'NZD' ? 'New Zealand' : 'Australian'} dollars ({shop.currency})
      {tax ? `; ${tax} is added.` : '; no tax is added.'}
    </p>
  )
}
