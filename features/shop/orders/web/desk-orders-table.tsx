import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { postageCategory } from '#features/shop/billing/rules.ts'
import { moneyInWords } from '#kit/web/money.ts'
import { dateAndTime } from '#kit/web/when.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { Table } from '#ui/table/table.tsx'
import { Status } from '#ui/tags.tsx'
import { dayInWords, orderStates, type ShownDeskOrder } from './desk-order-words.ts'

/** Each order unfolds in its place; one that was looked for by its number is open. */
export const DeskOrdersTable = ({ orders }: { orders: readonly ShownDeskOrder[] }) => (
  <Table
    caption="Orders"
    head={
      <>
        <th scope="col">Order</th>
        <th scope="col">Organisation</th>
        <th scope="col">State</th>
        <th scope="col">Ordered</th>
        <th scope="col">Invoice</th>
        <th scope="col" className="n">
          Total
        </th>
      </>
    }
  >
    {orders.map((order) => (
      <Row key={order.id} order={order} alone={orders.length === 1} />
    ))}
  </Table>
)

function Row({ order, alone }: { order: ShownDeskOrder; alone: boolean }) {
  const inside = useId()
  const [unfolded, setUnfolded] = useState<boolean>()
  const open = unfolded ?? alone
  const { orderNumber, customerId, organisation, customerNo, orderedBy, status, createdDate, invoiceNumber } = order
  const { label, tone } = orderStates[status]
  return (
    <>
      <tr className={open ? 'order-row open' : 'order-row'}>
        <td className="name-cell">
          <button
            type="button"
            className="order-name"
            aria-expanded={open}
            aria-controls={open ? inside : undefined}
            onClick={() => setUnfolded(!open)}
          >
            <Icon of={open ? ChevronDown : ChevronRight} small />
            <span className="num">{orderNumber}</span>
          </button>
          <div className="why">{wanted(order)}</div>
        </td>
        <td>
          <Link href={`/desk/organisations/${encodeURIComponent(customerId)}`}>{organisation}</Link>
          <div className="why num">
            {customerNo}
            {orderedBy && ` · ${orderedBy}`}
          </div>
        </td>
        <td>
          <Status tone={tone}>{label}</Status>
        </td>
        <td className="day-cell">{dateAndTime(createdDate)}</td>
        <td className="num">
          {invoiceNumber && (
            <Link href={`/desk/invoices?text=${encodeURIComponent(invoiceNumber)}`}>{invoiceNumber}</Link>
          )}
        </td>
        <td className="n">{moneyInWords(order.total, order.currency)}</td>
      </tr>
      {open && (
        <tr className="order-inside" id={inside}>
          <td colSpan={6}>
            <DeskOrderInside order={order} />
          </td>
        </tr>
      )}
    </>
  )
}

/** `2 × Barcode labels; Catalogue data`; postage left out. */
const wanted = ({ items }: ShownDeskOrder) =>
  items
    .filter(({ productCategory }) => productCategory !== postageCategory)
    .map(({ quantity, description }) => (quantity > 1 ? `${quantity.toLocaleString()} × ${description}` : description))
    .join('; ')

/** What was ordered, line by line, what it gives, and where it goes on. */
function DeskOrderInside({ order }: { order: ShownDeskOrder }) {
  const { items, subscriptions, purchaseOrder, orderNumber, currency } = order
  return (
    <>
      <table className="order-items">
        <caption className="only-heard">Items of {orderNumber}, prices without tax</caption>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" className="n">
              Enrolment
            </th>
            <th scope="col" className="n">
              Quantity
            </th>
            <th scope="col" className="n">
              Each, without tax
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ productCode, description, enrollmentSize, quantity, unitPrice }) => (
            <tr key={productCode}>
              <td>
                {description} <span className="code">{productCode}</span>
              </td>
              <td className="n">{enrollmentSize?.toLocaleString()}</td>
              <td className="n">{quantity.toLocaleString()}</td>
              <td className="n">{moneyInWords(unitPrice, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="order-facts">
        {purchaseOrder && <li>Purchase order {purchaseOrder}</li>}
        {subscriptions.map(({ id, productCode, effectiveStartDate, effectiveEndDate }) => (
          <li key={id} className="num">
            Subscription <span className="code">{productCode}</span> {dayInWords(effectiveStartDate)} –{' '}
            {dayInWords(effectiveEndDate)}
          </li>
        ))}
        <li>
          <Link href={`/desk/payments?text=${encodeURIComponent(orderNumber)}`}>Card payments of this order</Link>
        </li>
      </ul>
    </>
  )
}
