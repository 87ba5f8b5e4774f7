import { useId, useState } from 'react'
import { deskBillingApi } from '#features/shop/billing/contract.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { moneyInWords } from '#kit/web/in-words.ts'
import { Checkbox, TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { sentencesOf, tellDone, useDeskForm, useRefresh } from '#ui/form/use-desk-form.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import type { ShownDeskInvoice } from './desk-invoice-words.ts'

type DialogProps = { invoice: ShownDeskInvoice; onClose: () => void }

/** A form for the desk's note on an invoice; after a concurrent change the list shows the other person's result. */
function useWritten(field: string, missing: string) {
  const made = useId()
  const id = `${made}-${field}`
  const [text, setText] = useState('')
  const form = useDeskForm(() => id)
  const refresh = useRefresh()
  const send = (work: (written: string) => Promise<void>) => {
    if (text.trim() === '') return form.refuse({ errors: { [field]: missing } })
    return void form.send(async () => {
      try {
        await work(text.trim())
      } catch (error) {
        if (error instanceof Problem && error.status === 409) void refresh()
        throw error
      }
    })
  }
  const props = {
    id,
    rows: 3,
    maxLength: 500,
    value: text,
    error: form.errors[field],
    onChange: (event: { target: { value: string } }) => setText(event.target.value),
  }
  return { busy: form.busy, refused: form.refused, props, send }
}

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
  const { busy, refused, props, send } = useWritten('reason', 'Please write down why.')
  return (
    <FormDialog
      title={`${title} ${invoiceNumber}`}
      action={action}
      busy={busy}
      refused={refused}
      onClose={onClose}
      onSubmit={() =>
        send(async (reason) => {
          await call(endpoint, { invoiceId, reason, endSubscriptions: orderNumber !== null && endSubscriptions })
          tellDone(`${invoiceNumber} of ${organisation} ${done}`)
          onClose()
        })
      }
    >
      <p>
        {moneyInWords(total, currency)} of {organisation}. {what}
      </p>
      <TextField label="Reason" hint="Stands on the invoice, where the school reads it." {...props} />
      {orderNumber !== null && (
        <Checkbox
          label="End what was bought by it today"
          checked={endSubscriptions}
          onChange={(event) => setEnd(event.target.checked)}
        />
      )}
    </FormDialog>
  )
}

/** Records a payment made by other means than a card here. */
export function PaidDialog({ invoice, onClose }: DialogProps) {
  const { id: invoiceId, invoiceNumber, organisation, total, currency } = invoice
  const { busy, refused, props, send } = useWritten('note', 'Please write down how it was paid.')
  return (
    <FormDialog
      title={`${invoiceNumber} was paid`}
      action="Note the payment"
      busy={busy}
      refused={refused}
      onClose={onClose}
      onSubmit={() =>
        send(async (note) => {
          await call(deskBillingApi.markInvoicePaid, { invoiceId, note })
          tellDone(`${invoiceNumber} of ${organisation} is paid.`)
          onClose()
        })
      }
    >
      <p>
        {organisation} has paid the whole of {moneyInWords(total, currency)} by bank transfer or cheque.
      </p>
      <TextField
        label="How it was paid"
        hint="Such as the day and the reference on the bank’s statement. The school does not see it."
        {...props}
      />
    </FormDialog>
  )
}

/** Mails a reminder now. */
export function RemindDialog({ invoice, onClose }: DialogProps) {
  const refresh = useRefresh()
  const { id: invoiceId, invoiceNumber, organisation, total, currency } = invoice
  return (
    <ConfirmDialog
      title={`Remind ${organisation}?`}
      action="Mail the reminder"
      onClose={onClose}
      onConfirm={async () => {
        try {
          await call(deskBillingApi.remindOfInvoice, { invoiceId })
        } catch (error) {
          void refresh()
          return sentencesOf(error).refused ?? Object.values(sentencesOf(error).errors)
        }
        void refresh()
        tellDone(`${organisation} is reminded of ${invoiceNumber}.`)
        return undefined
      }}
    >
      <p>
        Its contacts for invoices get a mail about {invoiceNumber}, {moneyInWords(total, currency)}, with the invoice as
        PDF and a link to pay it.
      </p>
    </ConfirmDialog>
  )
}
