import { Ban, BellRing, FileDown, Landmark, Undo2 } from 'lucide-react'
import { lazy, type ReactNode, useState } from 'react'
import { deskBillingApi } from '#features/shop/billing/contract.ts'
import { paymentsApi } from '#features/shop/payments/contract.ts'
import { addressOf } from '#kit/web/call.ts'
import { formatBusinessDate } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import type { IconShape } from '#ui/icon.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Link } from '#ui/link.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { type DeskInvoiceView, reminderLabel } from './desk-invoice-labels.ts'
import { InvoiceInside } from './invoice-inside.tsx'
import { isOpen } from './invoice-labels.ts'

const loadDialogs = () => import('./desk-invoice-dialogs.tsx')
const EndDialog = lazy(async () => ({ default: (await loadDialogs()).EndDialog }))
const PaidDialog = lazy(async () => ({ default: (await loadDialogs()).PaidDialog }))
const RemindDialog = lazy(async () => ({ default: (await loadDialogs()).RemindDialog }))

type Act = 'paid' | 'remind' | 'cancel' | 'refund'

/** An invoice's details, and the desk's actions in its state. */
export function DeskInvoiceInside({ invoice }: { invoice: DeskInvoiceView }) {
  const { id: invoiceId, invoiceNumber, invoiceStatus, orderNumber, reminders, paidNote } = invoice
  const [act, setAct] = useState<Act>()
  // The payment of an order that was paid at once is found by the order's number.
  const { reply, problem, again } = useLatestReply(paymentsApi.deskPayments, { page: 1, text: invoiceNumber })
  const payments = reply?.response.filter(
    (each) => each.invoiceNumber === invoiceNumber || (orderNumber !== null && each.orderNumber === orderNumber),
  )
  const close = () => setAct(undefined)
  const button = (name: Act, icon: IconShape, label: string, danger = false) => (
    <Button
      look={danger ? 'danger' : undefined}
      icon={icon}
      onPointerEnter={prepareOverlays}
      onFocus={prepareOverlays}
      onClick={() => setAct(name)}
    >
      {label}
      <span className="only-heard"> {invoiceNumber}</span>
    </Button>
  )
  const facts: [string, ReactNode][] = [
    ['How it was paid', paidNote],
    [
      'Reminders',
      reminders.length > 0 &&
        reminders.map(({ kind, sentDate }) => (
          <div key={kind}>{[formatBusinessDate(sentDate), reminderLabel(kind)].filter(Boolean).join(', ')}</div>
        )),
    ],
  ]
  return (
    <InvoiceInside
      one={invoice}
      payments={{ lines: payments, failed: problem !== null, again }}
      order={orderNumber && <Link href={`/desk/orders?text=${encodeURIComponent(orderNumber)}`}>{orderNumber}</Link>}
      facts={facts}
      paymentHref={(id) => `/desk/payments/${encodeURIComponent(id)}`}
    >
      <LinkButton
        icon={FileDown}
        href={addressOf(deskBillingApi.deskInvoicePdf, { invoiceId })}
        target="_blank"
        rel="noopener"
      >
        PDF<span className="only-heard"> of {invoiceNumber}</span>
      </LinkButton>
      {isOpen(invoice) && (
        <>
          {button('paid', Landmark, 'Paid by transfer')}
          {button('remind', BellRing, 'Remind')}
          {button('cancel', Ban, 'Cancel invoice', true)}
        </>
      )}
      {invoiceStatus === 'Paid' && button('refund', Undo2, 'Refund', true)}
      <LazyPart key={act}>
        {act === 'paid' && <PaidDialog invoice={invoice} onClose={close} />}
        {act === 'remind' && <RemindDialog invoice={invoice} onClose={close} />}
        {(act === 'cancel' || act === 'refund') && <EndDialog invoice={invoice} way={act} onClose={close} />}
      </LazyPart>
    </InvoiceInside>
  )
}
