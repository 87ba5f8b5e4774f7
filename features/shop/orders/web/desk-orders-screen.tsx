import './desk-orders.css'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import { ordersApi } from '#features/shop/orders/contract.ts'
import { inputOf, useListAddress } from '#kit/web/list-address.ts'
import { Link } from '#ui/link.tsx'
import { DeskList, useDeskLines } from '#ui/table/desk-list.tsx'
import { orderStates } from './desk-order-labels.ts'
import { DeskOrderInside, orderColumns } from './desk-orders-table.tsx'

const states = Object.entries(orderStates).map(([value, { label }]) => ({ value, label }))
const filters = { status: Object.keys(orderStates), customerId: 'any' } as const
const ordersAPage = 50

export const DeskOrdersScreen = forDesk(DeskOrders)

/** All orders of all schools, newest first. */
function DeskOrders() {
  const address = useListAddress(filters)
  const loaded = useDeskLines(ordersApi.deskOrders, inputOf(address.query))
  const { customerId } = address.query.filters
  const of = customerId ? loaded.reply?.response[0]?.organisation : undefined
  return (
    <DeskList
      title="Orders"
      one="order"
      many="orders"
      none="No orders yet"
      hint={
        customerId ? (
          <>
            Orders from {of || 'one organisation'}. <Link href="/desk/orders">See all organisations</Link>
          </>
        ) : (
          'Orders as placed, at the prices of the day. To cancel or refund an order, cancel or refund its invoice.'
        )
      }
      placeholder="Organisation, order, invoice or product"
      address={address}
      filters={[{ name: 'status', label: 'Status', options: states }]}
      loaded={loaded}
      linesPerPage={ordersAPage}
      columns={orderColumns}
      // A single search result is open at once.
      unfolding={{
        openAtFirst: () => loaded.reply?.response.length === 1,
        inside: (order) => <DeskOrderInside order={order} />,
        insideClass: 'order-inside',
        rowClass: 'order-row',
      }}
    />
  )
}
