import { useEffect, useState } from 'react'
import { shopApi } from '#features/shop/products/contract.ts'
import { formatDay, formatMoney, grouped, shortMoney } from '#kit/web/format.ts'
import { settings } from '#kit/web/settings.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { ErrorBox } from '#ui/notices.tsx'
import { Status } from '#ui/tags.tsx'
import { formatPrice, formatUnit, priceOf } from './prices.ts'
import { formatTax } from './shop-labels.ts'
import type { ProductView, Shop } from './use-shop.ts'

/** The unit price, and the total with tax. */
export function PreviewedPrice({
  product,
  shop,
  quantity,
  preview: { price, problem, late },
}: {
  product: ProductView
  shop: Shop
  quantity: number
  preview: ReturnType<typeof usePreview>
}) {
  const known = priceOf(product, shop.enrolment)
  if (!known)
    return (
      <p className="why">
        There’s no price for your country yet. Contact the {settings.providerName} customer team for an offer:{' '}
        <a href={`mailto:${settings.supportEmail}`}>{settings.supportEmail}</a>
      </p>
    )
  if (problem) return <ErrorBox messages={problem.messages} />
  return (
    <div
      className={late ? 'previewed gap-8 justify-items-start dimmed' : 'previewed gap-8 justify-items-start'}
      aria-live="polite"
    >
      <p className="amount num">
        {price ? shortMoney(price.unitPrice, price.currency) : formatPrice(product, shop)}
        {price && <small className="ink-2"> {formatUnit(product)}</small>}
      </p>
      {known.tier.endsDate && !known.from && (
        <Status tone="ok">{`Until ${formatDay(known.tier.endsDate, 'long')}`}</Status>
      )}
      {price && (
        <dl className="num stack gap-4-14 w-full line-above text-small">
          {quantity > 1 && (
            <>
              <dt className="ink-2">
                {grouped(quantity)} × {shortMoney(price.unitPrice, price.currency)}
              </dt>
              <dd className="text-right">{shortMoney(price.subTotal, price.currency)}</dd>
            </>
          )}
          {price.taxPercent > 0 && (
            <>
              <dt className="ink-2">{formatTax(price)}</dt>
              <dd className="text-right">{shortMoney(price.gst, price.currency)}</dd>
            </>
          )}
          <dt className="ink weight-600">{price.taxPercent > 0 ? 'Total including tax' : 'Total, no tax'}</dt>
          <dd className="text-right ink weight-600">{formatMoney(price.total, price.currency)}</dd>
        </dl>
      )}
      {product.physical && <p className="why">Postage is added to your order.</p>}
    </div>
  )
}

/** Milliseconds without typing before a price is requested. */
const pauseMs = 180

/** The price with tax, computed by the server; undefined while a number is missing or invalid. */
export function usePreview(product: ProductView, shop: Shop, quantity: number | undefined) {
  const { productCode, byEnrollment, tiers } = product
  const ready = quantity !== undefined && tiers.length > 0 && (!byEnrollment || shop.enrolment !== undefined)
  const wanted = ready
    ? JSON.stringify({
        productCode,
        quantity,
        ...(byEnrollment ? { enrollmentSize: shop.enrolment } : {}),
        ...(shop.country ? { country: shop.country } : {}),
      })
    : ''
  const [requested, ask] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => ask(wanted), requested === '' ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [wanted, requested])
  const { reply, problem, stale } = useLatestReply(shopApi.previewPrice, JSON.parse(requested || '{}'), {
    enabled: requested !== '',
  })
  return {
    price: ready ? reply?.response : undefined,
    problem: ready ? problem : null,
    late: stale || requested !== wanted,
  }
}
