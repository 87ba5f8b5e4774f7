import { ArrowRight, Clock } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { dayMs } from '#kit/day.ts'
import { formatDate, formatMoney, shortMoney, timeOfDay } from '#kit/web/format.ts'
import { goTo } from '#kit/web/history.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { pricesHeld } from './cart-parts.tsx'
import { GetQuote } from './get-quote.tsx'
import type { CartView } from './use-cart.ts'
import type { CartWork } from './use-cart-work.ts'

/** The totals, the cart's expiry, and the next actions. */
export function CartTotals({ cart, work, onEnd }: { cart: CartView; work: CartWork; onEnd: () => void }) {
  const { currency } = cart
  const stuck = cart.items.filter(({ problem }) => problem !== null)
  const review = async () => {
    // Pending changes are part of the order; they may have led to another cart.
    const settled = await work.settled()
    if (settled) goTo(`/orderDetails?cmsId=${encodeURIComponent(settled.cmsId)}`)
  }
  return (
    <aside className="cart-totals stack gap-14 framed-2 on-surface" aria-label="Total">
      <dl className="num stack">
        <dt className="ink-2">Items</dt>
        <dd className="text-right">{shortMoney(cart.subTotal, currency)}</dd>
        {cart.shipping > 0 && (
          <>
            <dt className="ink-2">Postage and handling</dt>
            <dd className="text-right">{shortMoney(cart.shipping, currency)}</dd>
          </>
        )}
        <dt className="ink-2">{cart.taxPercent === 0 ? 'Tax' : `${cart.taxName} ${cart.taxPercent}%`}</dt>
        <dd className="text-right">{cart.taxPercent === 0 ? 'none' : shortMoney(cart.gst, currency)}</dd>
        <dt className="sum">Total</dt>
        <dd className="sum text-right">{formatMoney(cart.total, currency)}</dd>
      </dl>
      <PurchaseOrder value={cart.purchaseOrder} work={work} />
      {stuck.length > 0 && (
        <p className="gone ink-bad text-note weight-500 mt-4" role="note">
          Please fix this first: {stuck.map(({ name }) => name).join(', ')}.
        </p>
      )}
      <Button look="main" icon={ArrowRight} disabled={stuck.length > 0} onClick={() => void review()}>
        Go to order review
      </Button>
      <p className="why">Pay by card or request an invoice in the next step. Nothing is ordered yet.</p>
      <GetQuote cart={cart} settled={work.settled} disabled={stuck.length > 0} />
      <CartExpiry expires={cart.expiresDate} onEnd={onEnd} />
      <p className="why">
        <Link href="/cms/products">Continue shopping</Link>
      </p>
    </aside>
  )
}

/** Saved when the field is left. */
function PurchaseOrder({ value, work }: { value: string; work: CartWork }) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const id = useId()
  const keep = async (text: string) => {
    work.unsaved.delete(id)
    if (text !== value && !(await work.savePurchaseOrder(text))) work.unsaved.set(id, () => void keep(text))
  }
  return (
    <TextField
      id={id}
      label="Purchase order number (optional)"
      hint="Shown on the quote and invoice."
      autoComplete="off"
      maxLength={40}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        work.unsaved.set(id, () => void keep(target.value.trim()))
      }}
      onBlur={() => void keep(typed.trim())}
      onKeyDown={(event) => event.key === 'Enter' && void keep(typed.trim())}
    />
  )
}

const soonMs = dayMs

/** The cart's expiry. Calls `onEnd` once, when the time is up. */
function CartExpiry({ expires, onEnd }: { expires: Date | null; onEnd: () => void }) {
  const [now, setNow] = useState(() => Date.now())
  const left = expires === null ? Number.POSITIVE_INFINITY : expires.getTime() - now
  useEffect(() => {
    if (left > soonMs) return
    // Wakes up when the next minute is over, or the time is up.
    const timer = setTimeout(() => setNow(Date.now()), Math.max(1000, left % 60_000))
    return () => clearTimeout(timer)
  }, [left])
  const over = left <= 0
  const end = useRef(onEnd)
  end.current = onEnd
  useEffect(() => {
    if (over) end.current()
  }, [over])
  if (expires === null || over) return null
  return (
    <p className="expiry items-start ink-2 text-note flex gap-8 no-print">
      <Icon className="mt-2" of={Clock} small />
      {describeExpiry(expires, new Date(now))}
    </p>
  )
}

/** Until when a cart is kept: a day, or, within the 90 minutes of an order review, how long the prices hold. */
export function describeExpiry(expires: Date, now: Date): string {
  const minutes = Math.ceil((expires.getTime() - now.getTime()) / 60_000)
  if (minutes > 24 * 60) return `We’ll keep this cart until ${formatDate(expires, 'long')}.`
  if (minutes > 90) return `We’ll keep this cart until ${timeOfDay(expires)}.`
  return pricesHeld(expires)
}
