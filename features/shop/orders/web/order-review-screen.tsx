import { useSearch } from '#kit/web/router.tsx'
import { NoOrder } from './no-order.tsx'
import { sentences } from './order-messages.ts'
import { OrderReview } from './order-review.tsx'

const name = 'Order review'

/** A cart's items, its total, and the two ways to order it. */
export function OrderReviewScreen() {
  const cmsId = [useSearch().cmsId].flat()[0]
  return (
    <div className="order-review">
      <title>{name}</title>
      {cmsId ? (
        <OrderReview key={cmsId} cmsId={cmsId} />
      ) : (
        <NoOrder refusal={{ kind: 'no-items', sentence: sentences.noItems }} />
      )}
    </div>
  )
}
