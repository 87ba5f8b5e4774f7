import { useEffect, useState } from 'react'
import { shopApi } from '#features/shop/contract.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import type { Shop, ShownProduct } from './use-shop.ts'

/** While somebody types, nothing is asked for so many milliseconds. */
const pauseMs = 180

/** What so many cost with tax, as the server reckons it; nothing while the number of pupils is missing or wrong. */
export function usePreview(product: ShownProduct, shop: Shop, quantity: number | undefined) {
  const wanted = JSON.stringify({
    productCode: product.productCode,
    ...(quantity === undefined ? {} : { quantity }),
    ...(product.byEnrollment && shop.enrolment !== undefined ? { enrollmentSize: shop.enrolment } : {}),
    ...(shop.country ? { country: shop.country } : {}),
  })
  const [asked, ask] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => ask(wanted), pauseMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const ready = quantity !== undefined && (!product.byEnrollment || shop.enrolment !== undefined)
  const { reply, problem, stale } = useLatestReply(shopApi.previewPrice, JSON.parse(asked), {
    enabled: ready && product.tiers.length > 0,
  })
  return {
    price: ready ? reply?.response : undefined,
    problem: ready ? problem : null,
    late: stale || asked !== wanted,
  }
}
