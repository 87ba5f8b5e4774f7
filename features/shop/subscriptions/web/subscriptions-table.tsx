import type { ReactNode } from 'react'
import { formatDay, grouped } from '#kit/web/format.ts'
import { Link } from '#ui/link.tsx'
import { businessDayInFile, type Column, type Columns, type Order, yesOrNo } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { detailsAddress, states, typeLabel } from './subscription-labels.ts'
import { SubscriptionStatus } from './subscription-status.tsx'
import type { SubscriptionView } from './use-subscriptions.ts'

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const stateOrder = ['CURRENT', 'UPCOMING', 'ENDED']
const placeOf = (one: SubscriptionView) => stateOrder.indexOf(one.state) - (one.dueForRenewal ? 0.5 : 0)

/** On a narrow screen, which has no headings, each value is labelled. */
const labelled = (head: string, value: string, drawn: ReactNode = value) =>
  value !== '' && (
    <>
      <span className="narrow-word">{head} </span>
      {drawn}
    </>
  )

const textColumn = (
  head: string,
  sort: string,
  textOf: (one: SubscriptionView) => string,
): Column<SubscriptionView> => ({
  head,
  sort,
  className: (one) => (textOf(one) === '' ? 'none' : 'words-cell anywhere'),
  compare: (a, b) => collator.compare(textOf(a), textOf(b)),
  csv: textOf,
  cell: (one) => labelled(head, textOf(one)),
})

const dayColumn = (
  head: string,
  sort: string,
  dayOf: (one: SubscriptionView) => Date | null,
): Column<SubscriptionView> => ({
  head,
  sort,
  className: (one) => (dayOf(one) ? 'day-cell' : 'day-cell none'),
  compare: (a, b) => Number(dayOf(a) ?? -1) - Number(dayOf(b) ?? -1),
  csv: dayOf,
  cell: (one) => labelled(head, formatDay(dayOf(one))),
})

export const subscriptionColumns: Columns<SubscriptionView> = [
  {
    head: 'Product',
    className: 'name-cell anywhere',
    sort: 'product',
    compare: (a, b) => collator.compare(a.product.name, b.product.name),
    csv: ({ product }) => product.name,
    cell: ({ id, product, subscriptionType }) => (
      <>
        <Link className="table-title" href={detailsAddress(id)}>
          {product.name}
        </Link>
        <div className="why">{typeLabel(subscriptionType.name)}</div>
      </>
    ),
  },
  { head: 'Product code', csv: ({ productCode }) => productCode },
  { head: 'Type', csv: ({ subscriptionType }) => typeLabel(subscriptionType.name) },
  {
    head: 'Status',
    csvHead: 'Status',
    className: 'state-cell',
    sort: 'state',
    compare: (a, b) => placeOf(a) - placeOf(b),
    csv: ({ state }) => states[state].label,
    cell: (one) => <SubscriptionStatus one={one} />,
  },
  { head: 'Due for renewal', csv: ({ dueForRenewal }) => yesOrNo(dueForRenewal) },
  dayColumn('Starts', 'start', ({ effectiveStartDate }) => effectiveStartDate),
  dayColumn('Ends', 'end', ({ effectiveEndDate }) => effectiveEndDate),
  {
    head: 'Enrolment',
    number: true,
    className: ({ enrollmentSize }) => (enrollmentSize === null ? 'none' : undefined),
    sort: 'enrolment',
    compare: (a, b) => Number(a.enrollmentSize ?? -1) - Number(b.enrollmentSize ?? -1),
    csv: ({ enrollmentSize }) => enrollmentSize,
    cell: ({ enrollmentSize }) => labelled('Enrolment', enrollmentSize === null ? '' : grouped(enrollmentSize)),
  },
  // Files have this date before the invoice, the screen has it last.
  { head: 'Created', csv: ({ createdDate }) => businessDayInFile(createdDate) },
  {
    ...textColumn('Invoice', 'invoice', ({ invoiceNumber }) => invoiceNumber),
    className: ({ invoiceNumber }) => (invoiceNumber === '' ? 'none' : undefined),
    cell: ({ invoiceNumber }) =>
      labelled(
        'Invoice',
        invoiceNumber,
        <Link href={`/invoices?invoice=${encodeURIComponent(invoiceNumber)}`}>{invoiceNumber}</Link>,
      ),
  },
  textColumn('Purchase order', 'order', ({ purchaseOrder }) => purchaseOrder),
  textColumn('Payor', 'payor', ({ payorName }) => payorName),
  {
    ...dayColumn('Created', 'created', ({ createdDate }) => createdDate),
    headClass: 'created-cell',
    className: 'day-cell created-cell',
    csv: undefined,
  },
]

/** One page of a school's subscriptions. */
export const SubscriptionsTable = ({
  page,
  order,
  onSort,
}: {
  page: readonly SubscriptionView[]
  order: Order | null
  onSort: (order: Order) => void
}) => (
  <div className="subscriptions-table cards">
    <DataTable
      caption="Subscriptions"
      columns={subscriptionColumns}
      rows={page}
      keyOf={({ id }) => id}
      order={order}
      onSort={onSort}
    />
  </div>
)
