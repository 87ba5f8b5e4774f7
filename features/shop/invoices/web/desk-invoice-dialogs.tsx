import { useState } from 'react'
import { deskBillingApi } from '#features/shop/billing/contract.ts'
import { call } from '#kit/web/call.ts'
import { moneyInWords } from '#kit/web/in-words.ts'
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
    done: 'is cancelled.',
    what: 'It is kept, and its number is not given again. Its order is cancelled with it.',
  },
  refund: {
    title: 'Refund invoice',
    action: 'Note the refund',
    endpoint: deskBillingApi.refundInvoice,
    done: 'is refunded.',
    what: 'This notes that the money was given back; give it back at the bank or on the card provider’s pages first.',
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
      hint="Stands on the invoice, where the school reads it."
      rows={3}
      maxLength={500}
      missing="Please write down why."
      refusalOf={refusalAt('reason')}
      onSave={async (reason) => {
        await change(
          () => call(endpoint, { invoiceId, reason, endSubscriptions: orderNumber !== null && endSubscriptions }),
          `${invoiceNumber} of ${organisation} ${done}`,
        )
        onClose()
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <p>
            {moneyInWords(total, currency)} of {organisation}. {what}
          </p>
          {field}
          {orderNumber !== null && (
            <Checkbox
              label="End what was bought by it today"
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
      title={`${invoiceNumber} was paid`}
      action="Note the payment"
      label="How it was paid"
      hint="Such as the day and the reference on the bank’s statement. The school does not see it."
      rows={3}
      maxLength={500}
      missing="Please write down how it was paid."
      refusalOf={refusalAt('note')}
      onSave={async (note) => {
        await change(
          () => call(deskBillingApi.markInvoicePaid, { invoiceId, note }),
          `${invoiceNumber} of ${organisation} is paid.`,
        )
        onClose()
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <p>
            {organisation} has paid the whole of {moneyInWords(total, currency)} by bank transfer or cheque.
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
      action="Mail the reminder"
      onClose={onClose}
      onConfirm={() =>
        change(
          () => call(deskBillingApi.remindOfInvoice, { invoiceId }),
          `${organisation} is reminded of ${invoiceNumber}.`,
        )
      }
    >
      <p>
        Its contacts for invoices get a mail about {invoiceNumber}, {moneyInWords(total, currency)}, with the invoice as
        PDF and a link to pay it.
      </p>
    </ConfirmDialog>
  )
}
