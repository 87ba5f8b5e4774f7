import type { OrderLine } from '#features/shop/orders/contract.ts'
import type { Dated } from '#kit/web/dates.ts'
import { formatBusinessDate, formatMoney } from '#kit/web/format.ts'
import { Link } from '#ui/link.tsx'
import { businessDayInFile, type Columns } from '#ui/table/columns.ts'
import { Status, type Tone } from '#ui/tags.tsx'
import { invoiceAddress } from '../../invoices/web/invoice-labels.ts'
import { BillingList, type Loaded } from './billing-list.tsx'
import { describeItems } from './describe-items.ts'

type OrderView = Dated<OrderLine>

const states: Record<OrderView['status'], { label: string; tone: Tone }> = {
  AWAITING_PAYMENT: { label: 'Not paid yet', tone: 'warn' },
  PLACED: { label: 'Invoiced', tone: 'plain' },
  PAID: { label: 'Paid', tone: 'ok' },
  CANCELLED: { label: 'Cancelled', tone: 'plain' },
  REFUNDED: { label: 'Refunded', tone: 'plain' },
}

const columns: Columns<OrderView> = [
  {
    head: 'Order',
    className: 'name-cell anywhere',
    minWidth: 200,
    csv: ({ orderNumber }) => orderNumber,
    cell: ({ orderNumber, items, purchaseOrder }) => (
      <>
        <span className="table-title">{orderNumber}</span>
        <div className="why">
          {describeItems(items)}
          {purchaseOrder && ` · purchase order ${purchaseOrder}`}
        </div>
      </>
    ),
  },
  {
    head: 'Status',
    csv: ({ status }) => states[status].label,
    cell: ({ status }) => <Status tone={states[status].tone}>{states[status].label}</Status>,
  },
  {
    head: 'Date',
    className: 'ink-2 nowrap',
    csv: ({ createdDate }) => businessDayInFile(createdDate),
    cell: ({ createdDate }) => formatBusinessDate(createdDate),
  },
  {
    head: 'Invoice',
    csv: ({ invoiceNumber }) => invoiceNumber,
    cell: ({ invoiceNumber }) => invoiceNumber && <Link href={invoiceAddress(invoiceNumber)}>{invoiceNumber}</Link>,
  },
  { head: 'Currency', csv: ({ currency }) => currency },
  {
    head: 'Total',
    number: true,
    csv: ({ total }) => total,
    cell: ({ total, currency }) => formatMoney(total, currency),
  },
  { head: 'Purchase order', csv: ({ purchaseOrder }) => purchaseOrder },
  { head: 'Items', csv: ({ items }) => describeItems(items) },
]

export const OrderList = (loaded: Loaded<OrderView>) => (
  <BillingList
    loaded={loaded}
    name="Orders"
    none="No orders yet"
    hint="Orders from the shop appear here with their invoices."
    columns={columns}
  />
)
