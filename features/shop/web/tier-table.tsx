import { shortMoney } from '#kit/web/money.ts'
import { perInWords, tierFor, tierInWords } from './prices.ts'
import { dayInWords, taxInWords } from './shop-words.ts'
import type { Shop, ShownProduct } from './use-shop.ts'

/** All prices of a product that depends on the enrolment, the reader's own row marked. */
export function TierTable({ product, shop }: { product: ShownProduct; shop: Shop }) {
  if (!product.byEnrollment || product.tiers.length < 2) return null
  const own = shop.enrolment === undefined ? undefined : tierFor(product, shop.enrolment)
  const tax = taxInWords(shop)
  return (
    <section className="tiers" aria-labelledby="tiers">
      <h2 id="tiers">Prices</h2>
      <table className="table">
        <caption className="only-heard">Prices by pupils and students</caption>
        <thead>
          <tr>
            <th scope="col">Pupils and students</th>
            <th scope="col" className="n">
              {shop.currency} {perInWords(product)}
            </th>
          </tr>
        </thead>
        <tbody>
          {product.tiers.map((tier, i) => (
            <tr key={tier.enrollmentFrom} aria-current={tier === own ? 'true' : undefined}>
              <td className="num">
                {tierInWords(product, i)}
                {tier === own && <span className="own">Yours</span>}
              </td>
              <td className="n">
                {shortMoney(tier.unitPrice, shop.currency)}
                {tier.endsDate && <span className="why"> until {dayInWords(tier.endsDate)}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="why">{tax ? `${tax} is added.` : 'No tax is added.'}</p>
    </section>
  )
}
