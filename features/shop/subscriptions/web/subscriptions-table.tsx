import { Link } from '#ui/link.tsx'
import { type Order, SortableHeader, Table } from '#ui/table/table.tsx'
import { RenewButton } from './renew-button.tsx'
import { SubscriptionStatus } from './subscription-status.tsx'
import { dayInWords, detailsAddress, typeInWords } from './subscription-words.ts'
import type { ShownSubscription } from './use-subscriptions.ts'

/** One page of a school's subscriptions. */
export function SubscriptionsTable({
  page,
  order,
  onSort,
}: {
  page: readonly ShownSubscription[]
  order: Order | null
  onSort: (order: Order) => void
}) {
  const by = { order, onSort }
  return (
    <div className="subscriptions-table">
      <Table
        caption="Subscriptions"
        head={
          <>
            <SortableHeader by="product" {...by}>
              Product
            </SortableHeader>
            <SortableHeader by="state" {...by}>
              Status
            </SortableHeader>
            <SortableHeader by="start" {...by}>
              Starts
            </SortableHeader>
            <SortableHeader by="end" {...by}>
              Ends
            </SortableHeader>
            <SortableHeader by="enrolment" number {...by}>
              Enrolment
            </SortableHeader>
            <SortableHeader by="invoice" {...by}>
              Invoice
            </SortableHeader>
            <SortableHeader by="order" {...by}>
              Purchase order
            </SortableHeader>
            <SortableHeader by="payor" {...by}>
              Payor
            </SortableHeader>
            <SortableHeader by="created" {...by}>
              Created
            </SortableHeader>
          </>
        }
      >
        {page.map((one) => (
          <tr key={one.id}>
            <td className="name-cell">
              <Link className="table-title" href={detailsAddress(one.id)}>
                {one.product.name}
              </Link>
              <div className="why">{typeInWords(one.subscriptionType.name)}</div>
            </td>
            <td className="state-cell">
              <SubscriptionStatus one={one} />
              <RenewButton one={one} />
            </td>
            <Cell label="Starts" value={dayInWords(one.effectiveStartDate)} day />
            <Cell label="Ends" value={dayInWords(one.effectiveEndDate)} day />
            <Cell label="Enrolment" value={one.enrollmentSize?.toLocaleString() ?? ''} number />
            <Cell
              label="Invoice"
              value={one.invoiceNumber}
              href={`/invoices?invoice=${encodeURIComponent(one.invoiceNumber)}`}
            />
            <Cell label="Purchase order" value={one.purchaseOrder} />
            <Cell label="Payor" value={one.payorName} />
            <Cell label="Created" value={dayInWords(one.createdDate)} day />
          </tr>
        ))}
      </Table>
    </div>
  )
}

/** On a narrow screen, where the headings stand above all rows, each value says what it is. */
function Cell({
  label,
  value,
  href,
  number,
  day,
}: {
  label: string
  value: string
  href?: string
  number?: boolean
  day?: boolean
}) {
  const dress = [number && 'n', day && 'day-cell', value === '' && 'none'].filter(Boolean).join(' ')
  return (
    <td className={dress || undefined}>
      {value !== '' && (
        <>
          <span className="narrow-word">{label} </span>
          {href ? <Link href={href}>{value}</Link> : value}
        </>
      )}
    </td>
  )
}
