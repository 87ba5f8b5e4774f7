import './invoice-inside.css'
import type { ReactNode } from 'react'
import { formatBusinessDate, formatDay } from '#kit/web/format.ts'
import { Skeleton } from '#ui/notices.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { BillItems, BillTotals } from '../../billing/web/bill-parts.tsx'
import type { PaymentView } from '../../billing/web/payment-labels.ts'
import { PaymentLines } from '../../billing/web/payment-lines.tsx'
import type { InvoiceView } from './invoice-labels.ts'

type Loaded = { lines: readonly PaymentView[] | undefined; failed: boolean; again: () => void }

/** An invoice's details: lines, dates, numbers and payments. */
export function InvoiceInside({
  one,
  payments,
  order,
  facts = [],
  paymentHref,
  children,
}: {
  one: InvoiceView
  payments: Loaded
  /** The invoice's order, as a link if there is a screen for it. */
  order?: ReactNode
  facts?: [label: string, value: ReactNode][]
  /** Links to a payment's own page, if there is one. */
  paymentHref?: (id: string) => string
  /** Actions. */
  children?: ReactNode
}) {
  const { invoiceNumber, invoiceStatus, createdDate, dateDue, paidDate, endedDate, endedReason, purchaseOrder } = one
  const all: [string, ReactNode][] = [
    ['Invoice date', formatDay(createdDate)],
    ['Due date', formatDay(dateDue)],
    ['Paid', formatBusinessDate(paidDate)],
    [invoiceStatus === 'Refunded' ? 'Refunded' : 'Cancelled', formatBusinessDate(endedDate)],
    ['Reason', endedReason],
    ['Order', order ?? one.orderNumber],
    ['Purchase order', purchaseOrder],
    ...facts,
  ]
  return (
    <div className="invoice-inside card stack">
      <div className="billed">
        <BillItems items={one.items} currency={one.currency} label={`What ${invoiceNumber} bills`} />
        <BillTotals sums={one} hasPostage={one.shipping > 0} />
        {children && <div className="acts flow gap-8 mt-16">{children}</div>}
      </div>
      <div className="beside">
        <dl className="facts stack">
          {all
            .filter(([, value]) => value)
            .map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd className="num">{value}</dd>
              </div>
            ))}
        </dl>
        <h3 className="remark weight-500">Payments</h3>
        <Payments {...payments} hrefOf={paymentHref} paid={invoiceStatus === 'Paid' || invoiceStatus === 'Refunded'} />
      </div>
    </div>
  )
}

function Payments({
  lines,
  failed,
  again,
  paid,
  hrefOf,
}: Loaded & { paid: boolean; hrefOf: ((id: string) => string) | undefined }) {
  if (failed && !lines)
    return (
      <p className="why">
        We couldn’t load the payments. <TextButton onClick={again}>Try again</TextButton>
      </p>
    )
  if (!lines) return <Skeleton lines={2} width="80%" />
  const byCard = lines.some(({ state }) => state === 'APPROVED')
  return (
    <>
      {lines.length > 0 && <PaymentLines payments={lines} hrefOf={hrefOf} />}
      {!byCard && <p className="why">{paid ? 'Paid another way.' : lines.length === 0 && 'No payments yet.'}</p>}
    </>
  )
}
