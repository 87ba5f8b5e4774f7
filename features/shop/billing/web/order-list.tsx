import type { OrderLine } from '#features/shop/orders/contract.ts'
import type { Dated } from '#kit/web/dates.ts'
import { moneyInWords } from '#kit/web/money.ts'
import { Link } from '#ui/link.tsx'
import { Table } from '#ui/table/table.tsx'
import { Status, type Tone } from '#ui/tags.tsx'
import { invoiceAddress, ownDayInWords } from '../../invoices/web/invoice-words.ts'
import { BillingList, type Loaded } from './billing-list.tsx'
import { itemsInWords } from './items-in-words.ts'

type ShownOrder = Dated<OrderLine>

const states: Record<ShownOrder['status'], { label: string; tone: Tone }> = {
  AWAITING_PAYMENT: { label: 'Not paid yet', tone: 'warn' },
  PLACED: { label: 'Ordered, to be paid', tone: 'plain' },
  PAID: { label: 'Paid', tone: 'ok' },
  CANCELLED: { label: 'Cancelled', tone: 'plain' },
  REFUNDED: { label: 'Refunded', tone: 'plain' },
}

export const OrderList = (loaded: Loaded<ShownOrder>) => (
  <BillingList
    loaded={loaded}
    name="Orders"
    none="No orders yet"
    hint="What your organisation orders in the shop stands here, with its invoice."
    csv={ordersCsv}
    draw={(orders) => (
      <Table
        caption="Orders"
        head={
          <>
            <th scope="col">Order</th>
            <th scope="col">Status</th>
            <th scope="col">Date</th>
            <th scope="col">Invoice</th>
            <th scope="col" className="n">
              Total
            </th>
          </>
        }
      >
        {orders.map((order) => (
          <Row key={order.id} order={order} />
        ))}
      </Table>
    )}
  />
)

function Row({ order }: { order: ShownOrder }) {
  const { orderNumber, status, createdDate, items, purchaseOrder, invoiceNumber, total, currency } = order
  const { label, tone } = states[status]
  return (
    <tr>
      <td className="name-cell">
        <span className="table-title">{orderNumber}</span>
        <div className="why">
          {itemsInWords(items)}
          {purchaseOrder && ` · purchase order ${purchaseOrder}`}
        </div>
      </td>
      <td>
        <Status tone={tone}>{label}</Status>
      </td>
      <td className="day-cell">{ownDayInWords(createdDate)}</td>
      <td>{invoiceNumber && <Link href={invoiceAddress(invoiceNumber)}>{invoiceNumber}</Link>}</td>
      <td className="n">{moneyInWords(total, currency)}</td>
    </tr>
  )
}

const ordersCsv = (orders: readonly ShownOrder[]) => ({
  columns: ['Order', 'Status', 'Date', 'Invoice', 'Currency', 'Total', 'Purchase order', 'Items'],
  rows: orders.map((each) => [
    each.orderNumber,
    states[each.status].label,
    each.createdDate,
    each.invoiceNumber ?? '',
    each.currency,
    each.total,
    each.purchaseOrder,
    itemsInWords(each.items),
  ]),
})
