import { useEffect, useState } from 'react'
import { shopApi } from '#features/shop/products/contract.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import type { Shop, ShownProduct } from './use-shop.ts'

/** While somebody types, nothing is asked for so many milliseconds. */
const pauseMs = 180

/** What so many cost with tax, as the server reckons it; nothing while a number is missing or wrong. */
export function usePreview(product: ShownProduct, shop: Shop, quantity: number | undefined) {
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
  const [asked, ask] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => ask(wanted), asked === '' ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [wanted, asked])
  const { reply, problem, stale } = useLatestReply(shopApi.previewPrice, JSON.parse(asked || '{}'), {
    enabled: asked !== '',
  })
  return {
    price: ready ? reply?.response : undefined,
    problem: ready ? problem : null,
    late: stale || asked !== wanted,
  }
}
