import { ArrowRight } from 'lucide-react'
import { goTo } from '#kit/web/history.ts'
import { moneyInWords, shortMoney } from '#kit/web/money.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { CartExpiry } from './cart-expiry.tsx'
import { GetQuote } from './get-quote.tsx'
import { PurchaseOrder } from './purchase-order.tsx'
import type { ShownCart } from './use-cart.ts'
import type { CartWork } from './use-cart-work.ts'

/** What it comes to, how long it is kept, and the ways on. */
export function CartTotals({ cart, work, onEnd }: { cart: ShownCart; work: CartWork; onEnd: () => void }) {
  const { currency } = cart
  const stuck = cart.items.filter(({ problem }) => problem !== null)
  const review = async () => {
    // What is still on its way into the cart is part of the order; it may be another cart by then.
    const settled = await work.settled()
    if (settled) goTo(`/orderDetails?cmsId=${encodeURIComponent(settled.cmsId)}`)
  }
  return (
    <aside className="cart-totals" aria-label="Total">
      <dl className="num">
        <dt>Items</dt>
        <dd>{shortMoney(cart.subTotal, currency)}</dd>
        {cart.shipping > 0 && (
          <>
            <dt>Postage and handling</dt>
            <dd>{shortMoney(cart.shipping, currency)}</dd>
          </>
        )}
        <dt>{cart.taxPercent === 0 ? 'Tax' : `${cart.taxName} ${cart.taxPercent}%`}</dt>
        <dd>{cart.taxPercent === 0 ? 'none' : shortMoney(cart.gst, currency)}</dd>
        <dt className="sum">Total</dt>
        <dd className="sum">{moneyInWords(cart.total, currency)}</dd>
      </dl>
      <PurchaseOrder value={cart.purchaseOrder} work={work} />
      {stuck.length > 0 && (
        <p className="gone" role="note">
          Please put this right first: {stuck.map(({ name }) => name).join(', ')}.
        </p>
      )}
      <Button look="main" icon={ArrowRight} disabled={stuck.length > 0} onClick={() => void review()}>
        Go to order review
      </Button>
      <p className="why">There you pay by card or ask for an invoice. Nothing is ordered before.</p>
      <GetQuote cart={cart} settled={work.settled} disabled={stuck.length > 0} />
      <CartExpiry expires={cart.expiresDate} onEnd={onEnd} />
      <p className="why">
        <Link href="/cms/products">Look for something else</Link>
      </p>
    </aside>
  )
}
