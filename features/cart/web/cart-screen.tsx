import './cart.css'
import { ShoppingCart } from 'lucide-react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { NotForThem, useCurrentUser } from '#features/account/web/account-parts.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { CartLines } from './cart-lines.tsx'
import { CartTotals } from './cart-totals.tsx'
import { ExpiredCart } from './expired-cart.tsx'
import { PutBack } from './put-back.tsx'
import { useCart } from './use-cart.ts'
import { useCartWork } from './use-cart-work.ts'

const title = 'Your cart'
const products = '/cms/products'

export function CartScreen() {
  const me = useCurrentUser()
  if (me && !isSchoolStaff(me))
    return (
      <NotForThem title={title} hint="Orders are placed by the staff of a library.">
        <LinkButton look="main" href={products}>
          See the products
        </LinkButton>
      </NotForThem>
    )
  return <Cart />
}

function Cart() {
  const { reply, problem, again } = useCart()
  const work = useCartWork()
  const cart = reply?.response
  const holds = cart !== null && cart !== undefined && cart.count > 0
  return (
    <div className="cart">
      <title>{title}</title>
      {(!reply || holds || reply.expired) && <h1 tabIndex={-1}>{title}</h1>}
      {problem && !reply ? (
        <ErrorBox messages={problem.messages} onRetry={again} />
      ) : !reply ? (
        <Skeleton lines={6} width="80%" />
      ) : (
        <>
          {reply.expired && <ExpiredCart expired={reply.expired} />}
          {work.refused && <ErrorBox title="The cart was not changed" messages={work.refused} />}
          {work.removed && <PutBack key={work.removed.productCode} item={work.removed} work={work} />}
          {holds ? (
            <div className="cart-page">
              <CartLines cart={cart} work={work} />
              <CartTotals cart={cart} work={work} onEnd={again} />
            </div>
          ) : (
            !reply.expired && (
              <EmptyState
                top
                icon={ShoppingCart}
                title="Your cart is empty"
                hint="What you choose in the shop waits here, for 30 days."
              >
                <LinkButton look="main" href={products}>
                  See the products
                </LinkButton>
                <LinkButton href="/subscriptions">Your subscriptions</LinkButton>
              </EmptyState>
            )
          )}
        </>
      )}
    </div>
  )
}
