import { type ReactNode, useId } from 'react'
import { shopApi } from '#features/shop/products/contract.ts'
import { isBought } from '#features/shop/subscriptions/rules.ts'
import { counted, formatDay } from '#kit/web/format.ts'
import { settings } from '#kit/web/settings.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/notices.tsx'
import { formatPrice } from '../../products/web/prices.ts'
import { RenewButton } from './renew-button.tsx'
import { detailsAddress, typeLabel } from './subscription-labels.ts'
import { SubscriptionStatus } from './subscription-status.tsx'
import type { SubscriptionView } from './use-subscriptions.ts'

type ProductTerms = { one: SubscriptionView; next: SubscriptionView | undefined }

/**
 * Each product with the term that counts now, and the one after it. Products that ended long ago are only in the
 * history, unless a school has no others.
 */
export function productsNow(all: readonly SubscriptionView[]): ProductTerms[] {
  const products = [...new Set(all.map(({ productCode }) => productCode))].map((code): ProductTerms => {
    const terms = all
      .filter(({ productCode }) => productCode === code)
      .toSorted((a, b) => Number(a.effectiveStartDate) - Number(b.effectiveStartDate))
    const current = terms.findLast(({ state }) => state === 'CURRENT')
    const upcoming = terms.find(({ state }) => state === 'UPCOMING')
    const one = terms.find(({ dueForRenewal }) => dueForRenewal) ?? current ?? upcoming ?? terms.at(-1)!
    return { one, next: one === current ? upcoming : undefined }
  })
  // Subscriptions due for renewal come first.
  products.sort((a, b) => Number(b.one.dueForRenewal) - Number(a.one.dueForRenewal))
  const now = products.filter(({ one }) => one.state !== 'ENDED' || one.dueForRenewal)
  return now.length > 0 ? now : products
}

/** A card for each product: what it is, until when, for how many, what it costs, and its renewal. */
export function SubscriptionCards({ all }: { all: readonly SubscriptionView[] }) {
  const id = useId()
  return (
    <section className="mt-22" aria-labelledby={id}>
      <h2 className="title-large" id={id}>
        Your products
      </h2>
      <ul className="subscription-cards stack gap-16 mt-10 unlisted">
        {productsNow(all).map((product) => (
          <Card key={product.one.id} {...product} />
        ))}
      </ul>
    </section>
  )
}

function Card({ one, next }: ProductTerms) {
  const { id, product, subscriptionType, state, effectiveStartDate, effectiveEndDate, enrollmentSize } = one
  return (
    <li className="framed rounded p-12-16 stack gap-10">
      <div>
        <h3 className="title-small anywhere">
          <Link className="plain-link" href={detailsAddress(id)}>
            {product.name}
          </Link>
        </h3>
        <p className="why">{typeLabel(subscriptionType.name)}</p>
      </div>
      <div className="cluster gap-4-14">
        <SubscriptionStatus one={one} />
      </div>
      <dl className="login-facts">
        {state === 'UPCOMING' && <Fact label="From">{formatDay(effectiveStartDate, 'long')}</Fact>}
        <Fact label={state === 'ENDED' ? 'Ended' : 'Until'}>{formatDay(effectiveEndDate, 'long')}</Fact>
        {next && (
          <Fact label="Then until">
            <Link href={detailsAddress(next.id)}>{formatDay(next.effectiveEndDate, 'long')}</Link>
          </Fact>
        )}
        {enrollmentSize !== null && <Fact label="For">{counted(enrollmentSize, 'student')}</Fact>}
        <Cost one={one} />
      </dl>
      <RenewButton one={one} main />
    </li>
  )
}

/** Today's price for as many students; nothing for a product that the shop no longer has. */
function Cost({ one }: { one: SubscriptionView }) {
  const bought = isBought({ typeName: one.subscriptionType.name })
  const { reply, problem } = useLatestReply(shopApi.listProducts, {}, { enabled: bought && settings.cmsUrl === '/cms' })
  if (!bought) return <Fact label="Price">Free</Fact>
  if (settings.cmsUrl !== '/cms' || problem) return null
  const product = reply?.response.find(({ productCode }) => productCode === one.productCode)
  const price =
    product && formatPrice(product, { currency: reply!.currency, enrolment: one.enrollmentSize ?? undefined })
  if (reply && !price) return null
  return (
    <Fact label="Price now">
      {price ? `${price}${reply!.taxPercent > 0 ? `, excluding ${reply!.taxName}` : ''}` : <Skeleton width="8em" />}
    </Fact>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd className="num">{children}</dd>
  </>
)
