import { CreditCard, FileDown } from 'lucide-react'
import { lazy } from 'react'
import { formatDay, formatMoney } from '#kit/web/format.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/notices.tsx'
import type { Columns, Order } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { UnfoldButton } from '#ui/table/unfold-button.tsx'
import { describeItems } from '../../billing/web/describe-items.ts'
import { amountColumns, orderColumns } from './invoice-file.ts'
import { type InvoiceView, isOpen, payAddress, states } from './invoice-labels.ts'
import { InvoiceStatus } from './invoice-status.tsx'

const loadInside = () => import('./own-invoice-inside.tsx')
const OwnInvoiceInside = lazy(async () => ({ default: (await loadInside()).OwnInvoiceInside }))

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const stateOrder = ['Overdue', 'Pending', 'Paid', 'Refunded']

/** `customerNo`: needed to pay an invoice. */
export const invoiceColumns = (customerNo: string): Columns<InvoiceView> => [
  {
    head: 'Invoice',
    className: 'name-cell',
    minWidth: 190,
    sort: 'number',
    compare: (a, b) => collator.compare(a.invoiceNumber, b.invoiceNumber),
    csv: ({ invoiceNumber }) => invoiceNumber,
    cell: ({ invoiceNumber, items }) => (
      <>
        <UnfoldButton>
          <span className="table-title">{invoiceNumber}</span>
        </UnfoldButton>
        <div className="why what">{describeItems(items)}</div>
      </>
    ),
  },
  {
    head: 'Status',
    csvHead: 'Status',
    className: 'state-cell',
    sort: 'state',
    compare: (a, b) => stateOrder.indexOf(a.invoiceStatus) - stateOrder.indexOf(b.invoiceStatus),
    csv: ({ invoiceStatus }) => states[invoiceStatus].label,
    cell: (one) => <InvoiceStatus one={one} />,
  },
  {
    head: 'Date',
    className: 'ink-2 nowrap',
    sort: 'created',
    compare: (a, b) => Number(a.createdDate) - Number(b.createdDate),
    csv: ({ createdDate }) => createdDate,
    cell: ({ createdDate }) => (
      <>
        <span className="narrow-word">Date </span>
        {formatDay(createdDate)}
      </>
    ),
  },
  {
    head: 'Due',
    className: 'ink-2 nowrap',
    sort: 'due',
    compare: (a, b) => a.dateDue.localeCompare(b.dateDue),
    csv: ({ dateDue }) => new Date(dateDue),
    cell: ({ dateDue }) => (
      <>
        <span className="narrow-word">Due </span>
        {formatDay(dateDue)}
      </>
    ),
  },
  ...amountColumns,
  {
    head: 'Total',
    number: true,
    className: 'total-cell weight-550',
    sort: 'total',
    compare: (a, b) => a.currency.localeCompare(b.currency) || a.total - b.total,
    csv: ({ total }) => total,
    cell: ({ total, currency }) => formatMoney(total, currency),
  },
  ...orderColumns,
  { head: 'Actions', headHidden: true, className: 'act-cell', cell: (one) => <Acts {...{ one, customerNo }} /> },
]

/** One page of a school's invoices; each unfolds its lines. */
export function InvoicesTable({
  page,
  columns,
  order,
  onSort,
  unfolded,
  onUnfold,
}: {
  page: readonly InvoiceView[]
  columns: Columns<InvoiceView>
  order: Order | null
  onSort: (order: Order) => void
  /** The open invoice's number, or ''. */
  unfolded: string
  onUnfold: (invoiceNumber: string) => void
}) {
  return (
    <div className="invoices-table cards">
      <DataTable
        caption="Invoices"
        columns={columns}
        rows={page}
        keyOf={({ id }) => id}
        order={order}
        onSort={onSort}
        unfolding={{
          isOpen: ({ invoiceNumber }) => invoiceNumber === unfolded,
          onToggle: ({ invoiceNumber }, open) => onUnfold(open ? invoiceNumber : ''),
          onNear: () => void loadInside().catch(() => undefined),
          insideClass: 'inside',
          inside: (one, fold) => (
            <>
              <LazyPart fallback={<Skeleton lines={5} width="60%" />}>
                <OwnInvoiceInside one={one} />
              </LazyPart>
              <Button look="bare" className="fold hidden" onClick={fold}>
                Fold {one.invoiceNumber}
              </Button>
            </>
          ),
        }}
      />
    </div>
  )
}

function Acts({ one, customerNo }: { one: InvoiceView; customerNo: string }) {
  const { invoiceNumber, invoiceStatus, pdfUrl } = one
  return (
    <div>
      {isOpen(one) && (
        <LinkButton
          look={invoiceStatus === 'Overdue' ? 'main' : undefined}
          icon={CreditCard}
          href={payAddress(customerNo, invoiceNumber)}
        >
          Pay<span className="only-heard"> {invoiceNumber}</span>
        </LinkButton>
      )}
      <LinkButton look="bare" icon={FileDown} href={pdfUrl} target="_blank" rel="noopener">
        PDF<span className="only-heard"> of {invoiceNumber}</span>
      </LinkButton>
    </div>
  )
}
