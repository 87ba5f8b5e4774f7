import './cart.css'
import { RotateCcw, ShoppingCart, TimerOff, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { Forbidden, useCurrentUser } from '#features/account/web/account-parts.tsx'
import { ownCartApi } from '#features/shop/cart/contract.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { grouped } from '#kit/web/format.ts'
import { announce } from '#ui/announce.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { Icon } from '#ui/icon.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { CartLines } from './cart-lines.tsx'
import { CartTotals } from './cart-totals.tsx'
import { type CartItem, type CartReply, useCart, useCartChange } from './use-cart.ts'
import { type CartWork, useCartWork } from './use-cart-work.ts'

const title = 'Your cart'
const products = '/cms/products'

export function CartScreen() {
  const me = useCurrentUser()
  if (me && !isSchoolStaff(me))
    return (
      <Forbidden title={title} hint="Library staff place orders.">
        <LinkButton look="main" href={products}>
          See products
        </LinkButton>
      </Forbidden>
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
          {work.refused && <ErrorBox title="We couldn’t update your cart" messages={work.refused} />}
          {work.removed && <PutBack key={work.removed.productCode} item={work.removed} work={work} />}
          {holds ? (
            <div className="cart-page stack items-start mt-14 one-column-1080">
              <CartLines cart={cart} work={work} />
              <CartTotals cart={cart} work={work} onEnd={again} />
            </div>
          ) : (
            !reply.expired && (
              <EmptyState
                top
                icon={ShoppingCart}
                title="Your cart is empty"
                hint="We keep items from the shop here for 30 days."
              >
                <LinkButton look="main" href={products}>
                  See products
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

/** Replaces the removed line, and its pressed button, with a way to restore it. */
const PutBack = ({ item, work }: { item: CartItem; work: CartWork }) => (
  <p className="put-back split items-center rounded on-sunken gap-8-16 measure-wide" role="status">
    <span>
      <b className="weight-600">{item.name}</b> was removed.
    </span>
    <Button ref={focusNow} icon={Undo2} busy={work.busy} onClick={() => void work.putBack(item)}>
      Undo
    </Button>
  </p>
)

/** An expired cart is not lost: one press puts its items into a new one. */
function ExpiredCart({ expired: { cmsId, count } }: { expired: NonNullable<CartReply['expired']> }) {
  const change = useCartChange()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>()
  const end = async (way: typeof ownCartApi.restoreCart, done: string) => {
    setBusy(true)
    setRefused(undefined)
    try {
      await change(way, { cmsId })
      announce(done)
      document.querySelector<HTMLElement>('.cart h1')?.focus()
    } catch (error) {
      setRefused(problemOf(error).messages)
      setBusy(false)
    }
  }
  return (
    <section className="expired-cart stack gap-12 mt-14 rounded on-warn-soft measure-wide" aria-label="Expired cart">
      <Icon className="mt-2 ink-warn" of={TimerOff} />
      <div>
        <h2>Your cart has expired</h2>
        <p>
          It had {count === 1 ? 'one item' : `${grouped(count)} items`}. Nothing was ordered. If you continue, today’s
          prices apply.
        </p>
        {refused && <ErrorBox messages={refused} />}
        <div className="flow gap-8 mt-12">
          <Button
            look="main"
            icon={RotateCcw}
            busy={busy}
            onClick={() => void end(ownCartApi.restoreCart, 'The items are in your cart again')}
          >
            {count === 1 ? 'Restore item' : 'Restore items'}
          </Button>
          <Button busy={busy} onClick={() => void end(ownCartApi.forgetCart, 'The expired cart was discarded')}>
            Discard
          </Button>
        </div>
      </div>
    </section>
  )
}
