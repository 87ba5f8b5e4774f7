import { ChevronDown, ChevronRight, CreditCard, FileDown } from 'lucide-react'
import { lazy, Suspense, useEffect, useId, useRef } from 'react'
import { moneyInWords } from '#kit/web/money.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/notices.tsx'
import { type Order, SortableHeader, Table } from '#ui/table/table.tsx'
import { itemsInWords } from '../../billing/web/items-in-words.ts'
import { InvoiceStatus } from './invoice-status.tsx'
import { dayInWords, isOpen, payAddress, type ShownInvoice } from './invoice-words.ts'

const loadInside = () => import('./own-invoice-inside.tsx')
const OwnInvoiceInside = lazy(async () => ({ default: (await loadInside()).OwnInvoiceInside }))

/** One page of a school's invoices; what one bills unfolds below it. */
export function InvoicesTable({
  page,
  order,
  onSort,
  unfolded,
  onUnfold,
  customerNo,
}: {
  page: readonly ShownInvoice[]
  order: Order | null
  onSort: (order: Order) => void
  /** The number of the one that is open, or ''. */
  unfolded: string
  onUnfold: (invoiceNumber: string) => void
  customerNo: string
}) {
  const by = { order, onSort }
  return (
    <div className="invoices-table">
      <Table
        caption="Invoices"
        head={
          <>
            <SortableHeader by="number" {...by}>
              Invoice
            </SortableHeader>
            <SortableHeader by="state" {...by}>
              Status
            </SortableHeader>
            <SortableHeader by="created" {...by}>
              Date
            </SortableHeader>
            <SortableHeader by="due" {...by}>
              Due
            </SortableHeader>
            <SortableHeader by="total" number {...by}>
              Total
            </SortableHeader>
            <th scope="col">
              <span className="only-heard">Actions</span>
            </th>
          </>
        }
      >
        {page.map((one) => (
          <Row
            key={one.id}
            one={one}
            open={one.invoiceNumber === unfolded}
            onToggle={(open) => onUnfold(open ? one.invoiceNumber : '')}
            customerNo={customerNo}
          />
        ))}
      </Table>
    </div>
  )
}

type RowProps = { one: ShownInvoice; open: boolean; onToggle: (open: boolean) => void; customerNo: string }

function Row({ one, open, onToggle, customerNo }: RowProps) {
  const { invoiceNumber, items, pdfUrl } = one
  const inside = useId()
  const row = useRef<HTMLTableRowElement>(null)
  // A link from elsewhere has led to this one.
  const opened = useRef(open)
  useEffect(() => {
    if (opened.current) row.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  const near = () => void loadInside().catch(() => undefined)
  return (
    <>
      <tr ref={row} className={open ? 'open' : undefined}>
        <td className="name-cell">
          <button
            type="button"
            className="unfold"
            aria-expanded={open}
            aria-controls={open ? inside : undefined}
            onPointerEnter={near}
            onFocus={near}
            onClick={() => onToggle(!open)}
          >
            <Icon of={open ? ChevronDown : ChevronRight} small />
            <span className="table-title">{invoiceNumber}</span>
          </button>
          <div className="why what">{itemsInWords(items)}</div>
        </td>
        <td className="state-cell">
          <InvoiceStatus one={one} />
        </td>
        <td className="day-cell">
          <span className="narrow-word">Date </span>
          {dayInWords(one.createdDate)}
        </td>
        <td className="day-cell">
          <span className="narrow-word">Due </span>
          {dayInWords(one.dateDue)}
        </td>
        <td className="n total-cell">{moneyInWords(one.total, one.currency)}</td>
        <td className="act-cell">
          <div>
            {isOpen(one) && (
              <LinkButton
                look={one.invoiceStatus === 'Overdue' ? 'main' : undefined}
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
        </td>
      </tr>
      {open && (
        <tr className="inside" id={inside}>
          <td colSpan={6}>
            <Suspense fallback={<Skeleton lines={5} width="60%" />}>
              <OwnInvoiceInside one={one} />
            </Suspense>
            <Button look="bare" className="fold" onClick={() => onToggle(false)}>
              Fold {invoiceNumber}
            </Button>
          </td>
        </tr>
      )}
    </>
  )
}
