import { ChevronDown, ChevronRight } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { moneyInWords } from '#kit/web/money.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/notices.tsx'
import { Table } from '#ui/table/table.tsx'
import { itemsInWords } from '../../billing/web/items-in-words.ts'
import type { ShownDeskInvoice } from './desk-invoice-words.ts'
import { InvoiceStatus } from './invoice-status.tsx'
import { dayInWords } from './invoice-words.ts'

const loadInside = () => import('./desk-invoice-inside.tsx')
const DeskInvoiceInside = lazy(async () => ({ default: (await loadInside()).DeskInvoiceInside }))

/** Each invoice unfolds in its place; one that was looked for by its number is open. */
export const DeskInvoicesTable = ({ invoices }: { invoices: readonly ShownDeskInvoice[] }) => (
  <Table
    caption="Invoices"
    head={
      <>
        <th scope="col">Invoice</th>
        <th scope="col">Organisation</th>
        <th scope="col">State</th>
        <th scope="col">Date</th>
        <th scope="col">Due</th>
        <th scope="col" className="n">
          Total
        </th>
      </>
    }
  >
    {invoices.map((invoice) => (
      <Row key={invoice.id} invoice={invoice} alone={invoices.length === 1} />
    ))}
  </Table>
)

function Row({ invoice, alone }: { invoice: ShownDeskInvoice; alone: boolean }) {
  const inside = useId()
  const [unfolded, setUnfolded] = useState<boolean>()
  const open = unfolded ?? alone
  const { invoiceNumber, customerId, organisation, customerNo, items, purchaseOrder } = invoice
  const near = () => void loadInside().catch(() => undefined)
  return (
    <>
      <tr className={open ? 'invoice-row open' : 'invoice-row'}>
        <td className="name-cell">
          <button
            type="button"
            className="invoice-name"
            aria-expanded={open}
            aria-controls={open ? inside : undefined}
            onPointerEnter={near}
            onFocus={near}
            onClick={() => setUnfolded(!open)}
          >
            <Icon of={open ? ChevronDown : ChevronRight} small />
            <span className="num">{invoiceNumber}</span>
          </button>
          <div className="why">{itemsInWords(items)}</div>
        </td>
        <td>
          <Link href={`/desk/organisations/${encodeURIComponent(customerId)}`}>{organisation}</Link>
          <div className="why num">
            {customerNo}
            {purchaseOrder && ` · ${purchaseOrder}`}
          </div>
        </td>
        <td>
          <InvoiceStatus one={invoice} />
        </td>
        <td className="day-cell" data-label="of">
          {dayInWords(invoice.createdDate)}
        </td>
        <td className="day-cell" data-label="due">
          {dayInWords(invoice.dateDue)}
        </td>
        <td className="n">{moneyInWords(invoice.total, invoice.currency)}</td>
      </tr>
      {open && (
        <tr className="invoice-unfolded" id={inside}>
          <td colSpan={6}>
            <Suspense fallback={<Skeleton lines={5} width="60%" />}>
              <DeskInvoiceInside invoice={invoice} />
            </Suspense>
          </td>
        </tr>
      )}
    </>
  )
}
