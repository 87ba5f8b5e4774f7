import './order-review.css'
import { useSignInOn } from '#features/account/web/account-parts.tsx'
import { Problem } from '#kit/problem.ts'
import { BackLink } from '#ui/back-link.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { NoOrder } from './no-order.tsx'
import { cartAddress, ownShop } from './order-addresses.ts'
import { OrderSheet } from './order-sheet.tsx'
import { isLost, refusalOfReply, refusalOnLoad, sentences } from './order-words.ts'
import { useOrder } from './use-order.ts'

const signInRequired = new Problem('sign_in_required', 403, [sentences.signIn])

export function OrderReview({ cmsId }: { cmsId: string }) {
  const { reply, problem, late, readAt, looking, again } = useOrder(cmsId)
  const order = reply?.response
  // It may have been ordered elsewhere since it was read; what may pass leaves what is shown.
  const ended = problem !== null && problem.status >= 400 && problem.status < 500 && problem.status !== 429
  const refusal =
    reply && !order ? refusalOfReply(reply) : problem && (ended || !reply) ? refusalOnLoad(problem) : undefined
  // Who has signed in as somebody else comes back to the same sentence, with a button.
  const leaving = useSignInOn(refusal?.kind === 'sign-in' ? signInRequired : null, 403)
  if (refusal) {
    const worthwhile = problem !== null && (isLost(problem) || problem.status >= 500 || problem.status === 429)
    return <NoOrder refusal={refusal} leaving={leaving} cmsId={cmsId} onAgain={worthwhile ? again : undefined} />
  }
  return (
    <>
      <BackLink fallback={{ href: cartAddress, title: ownShop ? 'Cart' : 'Shop' }} />
      <h1 tabIndex={-1}>Order review</h1>
      {order ? (
        <OrderSheet cmsId={cmsId} order={order} readAt={readAt} looking={looking} onLookAgain={again} />
      ) : late ? (
        <ErrorBox messages={['Your cart takes longer than usual.']} onRetry={again} />
      ) : (
        <Skeleton lines={8} width="70%" />
      )}
    </>
  )
}
