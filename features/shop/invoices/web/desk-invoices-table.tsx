import { lazy } from 'react'
import { formatDay, formatMoney } from '#kit/web/format.ts'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/notices.tsx'
import type { Columns } from '#ui/table/columns.ts'
import type { TableParts } from '#ui/table/table-drawn.tsx'
import { UnfoldButton } from '#ui/table/unfold-button.tsx'
import { describeItems } from '../../billing/web/describe-items.ts'
import type { DeskInvoiceView } from './desk-invoice-labels.ts'
import { amountColumns, orderColumns } from './invoice-file.ts'
import { states } from './invoice-labels.ts'
import { InvoiceStatus } from './invoice-status.tsx'

const loadInside = () => import('./desk-invoice-inside.tsx')
const DeskInvoiceInside = lazy(async () => ({ default: (await loadInside()).DeskInvoiceInside }))

/** Each invoice unfolds in place; a single search result is open at once. */
export const unfoldingInvoices = (alone: boolean): TableParts<DeskInvoiceView>['unfolding'] => ({
  openAtFirst: () => alone,
  inside: (invoice) => (
    <LazyPart fallback={<Skeleton lines={5} width="60%" />}>
      <DeskInvoiceInside invoice={invoice} />
    </LazyPart>
  ),
  insideClass: 'invoice-unfolded',
  rowClass: 'invoice-row',
  onNear: () => void loadInside().catch(() => undefined),
})

export const invoiceColumns: Columns<DeskInvoiceView> = [
  {
    head: 'Invoice',
    className: 'name-cell',
    csv: ({ invoiceNumber }) => invoiceNumber,
    cell: ({ invoiceNumber, items }) => (
      <>
        <UnfoldButton>
          <span className="num">{invoiceNumber}</span>
        </UnfoldButton>
        <div className="why">{describeItems(items)}</div>
      </>
    ),
  },
  {
    head: 'Organisation',
    csv: ({ organisation }) => organisation,
    cell: ({ customerId, organisation, customerNo, purchaseOrder }) => (
      <>
        <Link href={`/desk/organisations/${encodeURIComponent(customerId)}`}>{organisation}</Link>
        <div className="why num">
          {customerNo}
          {purchaseOrder && ` · ${purchaseOrder}`}
        </div>
      </>
    ),
  },
  { head: 'Number', csv: ({ customerNo }) => customerNo },
  {
    head: 'Status',
    csv: ({ invoiceStatus }) => states[invoiceStatus].label,
    cell: (invoice) => <InvoiceStatus one={invoice} />,
  },
  {
    head: 'Date',
    className: 'day-cell',
    narrow: 'issued',
    csv: ({ createdDate }) => createdDate,
    cell: ({ createdDate }) => formatDay(createdDate),
  },
  {
    head: 'Due',
    className: 'day-cell',
    narrow: 'due',
    csv: ({ dateDue }) => new Date(dateDue),
    cell: ({ dateDue }) => formatDay(dateDue),
  },
  ...amountColumns,
  {
    head: 'Total',
    number: true,
    csv: ({ total }) => total,
    cell: ({ total, currency }) => formatMoney(total, currency),
  },
  ...orderColumns,
]
