import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSignInOn } from '#features/account/web/account-parts.tsx'
import { ownCartApi } from '#features/shop/cart/contract.ts'
import type { Problem } from '#kit/problem.ts'
import type { Answer } from '#kit/web/call.ts'
import { replaceWith } from '#kit/web/history.ts'
import { useSearch } from '#kit/web/router.tsx'
import { queryOf } from '#kit/web/use-api.ts'
import { Skeleton } from '#ui/notices.tsx'
import { NoOrder } from './no-order.tsx'
import { ownShop, reviewAddress } from './order-addresses.ts'
import { sentences } from './order-messages.ts'
import { OrderReview, signInRequired } from './order-review.tsx'

const name = 'Order review'
const noItems = { kind: 'no-items', sentence: sentences.noItems } as const

/** A cart's items, its total, and the two ways to order it. */
export function OrderReviewScreen() {
  const cmsId = [useSearch().cmsId].flat()[0]
  return (
    <div className="order-review">
      <title>{name}</title>
      {cmsId ? <OrderReview key={cmsId} cmsId={cmsId} /> : ownShop ? <OwnCart /> : <NoOrder refusal={noItems} />}
    </div>
  )
}

/** An address without a cart leads to the person's own. */
function OwnCart() {
  const { data, error } = useQuery<Answer<typeof ownCartApi.readCart>, Problem>({
    ...queryOf(ownCartApi.readCart, {}),
    throwOnError: ({ status }) => status !== 403,
  })
  const cart = data?.response
  const cmsId = cart && cart.count > 0 ? cart.cmsId : undefined
  useEffect(() => {
    if (cmsId) replaceWith(reviewAddress(cmsId))
  }, [cmsId])
  const visits = error?.status === 403
  const leaving = useSignInOn(visits ? signInRequired : null, 403)
  if (data && !cmsId) return <NoOrder refusal={noItems} />
  if (visits) return <NoOrder refusal={{ kind: 'sign-in', sentence: sentences.signIn }} leaving={leaving} />
  return <Skeleton lines={8} width="70%" />
}
