import { useState } from 'react'
import { deskBillingApi } from '#features/shop/billing/contract.ts'
import { call } from '#kit/web/call.ts'
import { formatMoney } from '#kit/web/format.ts'
import { Checkbox } from '#ui/form/field.tsx'
import { TextDialog } from '#ui/form/text-dialog.tsx'
import { useDeskChange } from '#ui/form/use-desk-form.ts'
import { refusalAt } from '#ui/form/use-sending.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import type { DeskInvoiceView } from './desk-invoice-labels.ts'

type DialogProps = { invoice: DeskInvoiceView; onClose: () => void }

const ways = {
  cancel: {
    title: 'Cancel invoice',
    action: 'Cancel invoice',
    endpoint: deskBillingApi.cancelInvoice,
    done: 'was cancelled.',
    what: 'The invoice and its number are kept. Its order is cancelled too.',
  },
  refund: {
    title: 'Refund invoice',
    action: 'Record refund',
    endpoint: deskBillingApi.refundInvoice,
    done: 'was refunded.',
    what: 'This only records the refund. Refund the money at the bank or on the card provider’s site first.',
  },
}

/** Cancels an unpaid invoice, or records the refund of a paid one. */
export function EndDialog({ invoice, way, onClose }: DialogProps & { way: keyof typeof ways }) {
  const { id: invoiceId, invoiceNumber, organisation, total, currency, orderNumber } = invoice
  const { title, action, endpoint, done, what } = ways[way]
  const [endSubscriptions, setEnd] = useState(true)
  const change = useDeskChange()
  return (
    <TextDialog
      title={`${title} ${invoiceNumber}`}
      action={action}
      label="Reason"
      hint="Shown to the school on the invoice."
      rows={3}
      maxLength={500}
      missing="Please enter a reason."
      refusalOf={refusalAt('reason')}
      onSave={async (reason) => {
        await change(
          () => call(endpoint, { invoiceId, reason, endSubscriptions: orderNumber !== null && endSubscriptions }),
          `${invoiceNumber} for ${organisation} ${done}`,
        )
        onClose()
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <p>
            {formatMoney(total, currency)}, {organisation}. {what}
          </p>
          {field}
          {orderNumber !== null && (
            <Checkbox
              label="End its subscriptions today"
              checked={endSubscriptions}
              onChange={(event) => setEnd(event.target.checked)}
            />
          )}
        </>
      )}
    </TextDialog>
  )
}

/** Records a payment made by other means than a card here. */
export function PaidDialog({ invoice, onClose }: DialogProps) {
  const { id: invoiceId, invoiceNumber, organisation, total, currency } = invoice
  const change = useDeskChange()
  return (
    <TextDialog
      title={`Mark ${invoiceNumber} as paid`}
      action="Mark as paid"
      label="How it was paid"
      hint="For example, the date and reference on the bank statement. Not shown to the school."
      rows={3}
      maxLength={500}
      missing="Please enter how it was paid."
      refusalOf={refusalAt('note')}
      onSave={async (note) => {
        await change(
          () => call(deskBillingApi.markInvoicePaid, { invoiceId, note }),
          `${invoiceNumber} for ${organisation} was marked as paid.`,
        )
        onClose()
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <p>
            Confirm that {organisation} has paid {formatMoney(total, currency)} in full by bank transfer or cheque.
          </p>
          {field}
        </>
      )}
    </TextDialog>
  )
}

/** Mails a reminder now. */
export function RemindDialog({ invoice, onClose }: DialogProps) {
  const change = useDeskChange()
  const { id: invoiceId, invoiceNumber, organisation, total, currency } = invoice
  return (
    <ConfirmDialog
      title={`Remind ${organisation}?`}
      action="Email reminder"
      onClose={onClose}
      onConfirm={() =>
        change(
          () => call(deskBillingApi.remindOfInvoice, { invoiceId }),
          `We emailed ${organisation} a reminder for ${invoiceNumber}.`,
        )
      }
    >
      <p>
        We’ll email its invoicing contacts about {invoiceNumber}, {formatMoney(total, currency)}, with the invoice as
        PDF and a payment link.
      </p>
    </ConfirmDialog>
  )
}
