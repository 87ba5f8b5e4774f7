import { postageCategory } from '#features/shop/billing/rules.ts'
import { BillItems } from '#features/shop/billing/web/bill-parts.tsx'
import { dateAndTime, formatDay, formatMoney, grouped } from '#kit/web/format.ts'
import { Link } from '#ui/link.tsx'
import { type Columns, momentInFile } from '#ui/table/columns.ts'
import { UnfoldButton } from '#ui/table/unfold-button.tsx'
import { Status } from '#ui/tags.tsx'
import { type DeskOrderView, orderStates } from './desk-order-labels.ts'

/** `2 × Barcode labels; Catalogue data`, without postage. */
const wanted = ({ items }: DeskOrderView) =>
  items
    .filter(({ productCategory }) => productCategory !== postageCategory)
    .map(({ quantity, description }) => (quantity > 1 ? `${grouped(quantity)} × ${description}` : description))
    .join('; ')

export const orderColumns: Columns<DeskOrderView> = [
  {
    head: 'Order',
    className: 'name-cell',
    csv: ({ orderNumber }) => orderNumber,
    cell: (order) => (
      <>
        <UnfoldButton>
          <span className="num">{order.orderNumber}</span>
        </UnfoldButton>
        <div className="why">{wanted(order)}</div>
      </>
    ),
  },
  {
    head: 'Organisation',
    csv: ({ organisation }) => organisation,
    cell: ({ customerId, organisation, customerNo, orderedBy }) => (
      <>
        <Link href={`/desk/organisations/${encodeURIComponent(customerId)}`}>{organisation}</Link>
        <div className="why num">
          {customerNo}
          {orderedBy && ` · ${orderedBy}`}
        </div>
      </>
    ),
  },
  { head: 'Number', csv: ({ customerNo }) => customerNo },
  { head: 'Ordered by', csv: ({ orderedBy }) => orderedBy },
  {
    head: 'Status',
    csv: ({ status }) => orderStates[status].label,
    cell: ({ status }) => <Status tone={orderStates[status].tone}>{orderStates[status].label}</Status>,
  },
  {
    head: 'Ordered',
    className: 'day-cell',
    csv: ({ createdDate }) => momentInFile(createdDate),
    cell: ({ createdDate }) => dateAndTime(createdDate),
  },
  {
    head: 'Invoice',
    className: 'num',
    csv: ({ invoiceNumber }) => invoiceNumber,
    cell: ({ invoiceNumber }) =>
      invoiceNumber && <Link href={`/desk/invoices?text=${encodeURIComponent(invoiceNumber)}`}>{invoiceNumber}</Link>,
  },
  { head: 'Currency', csv: ({ currency }) => currency },
  {
    head: 'Total',
    number: true,
    csv: ({ total }) => total,
    cell: ({ total, currency }) => formatMoney(total, currency),
  },
  { head: 'Purchase order', csv: ({ purchaseOrder }) => purchaseOrder },
  { head: 'Items', csv: wanted },
  { head: 'Deliver to', csv: ({ deliverTo }) => deliverTo.join(', ') },
]

/** The ordered lines, their subscriptions, and links. */
export function DeskOrderInside({ order }: { order: DeskOrderView }) {
  const { items, subscriptions, deliverTo, purchaseOrder, orderNumber, currency } = order
  return (
    <>
      <BillItems items={items} currency={currency} label={`Items in ${orderNumber}, prices excluding tax`} />
      <ul className="order-facts flow text-small unlisted">
        {deliverTo.length > 0 && <li className="stack">Deliver to {deliverTo.join(', ')}</li>}
        {purchaseOrder && <li className="stack">Purchase order {purchaseOrder}</li>}
        {subscriptions.map(({ id, productCode, effectiveStartDate, effectiveEndDate }) => (
          <li key={id} className="num stack">
            Subscription <span className="code text-note">{productCode}</span> {formatDay(effectiveStartDate)} –{' '}
            {formatDay(effectiveEndDate)}
          </li>
        ))}
        <li className="stack">
          <Link href={`/desk/payments?text=${encodeURIComponent(orderNumber)}`}>Card payments for this order</Link>
        </li>
      </ul>
    </>
  )
}
