import { BillItems } from '#features/billing/web/bill-parts.tsx'
import type { Order } from '#features/orders/contract.ts'
import { Link } from '#ui/link.tsx'
import { OrderAct } from './order-act.tsx'
import { cartAddress, ownShop } from './order-addresses.ts'
import { OrderOrganisation } from './order-organisation.tsx'

/** The cart under review, and beside it what it comes to and how it is ordered. */
export function OrderSheet(props: {
  cmsId: string
  order: Order
  readAt: number
  looking: boolean
  onLookAgain: () => void
}) {
  const { order } = props
  return (
    <>
      <p className="quiet head-line">
        {order.organisation.name}
        {order.quoteNumber && <> · at the prices of quote {order.quoteNumber}</>}
      </p>
      <div className="order-columns">
        <div className="order-what">
          <section aria-labelledby="order-items">
            <header>
              <h2 id="order-items">Items</h2>
              {ownShop && <Link href={cartAddress}>Change the cart</Link>}
            </header>
            <BillItems items={order.items} currency={order.currency} label="Items" />
          </section>
          <OrderOrganisation order={order} />
        </div>
        <OrderAct {...props} />
      </div>
    </>
  )
}
