import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { postageCategory } from '#features/billing/rules.ts'
import { momentInWords } from '#features/desk/web/desk-list-parts.tsx'
import { moneyInWords } from '#kit/web/money.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { Table } from '#ui/table.tsx'
import { Status } from '#ui/tags.tsx'
import { DeskOrderInside } from './desk-order-inside.tsx'
import { orderStates, type ShownDeskOrder } from './desk-order-words.ts'

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
        <td className="day-cell">{momentInWords(createdDate)}</td>
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
