import { useState } from 'react'
import { cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import { undoMinutes } from '#features/requests/cataloguing/rules.ts'
import { call } from '#kit/web/call.ts'
import { counted } from '#kit/web/format.ts'
import { TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useDeskForm } from '#ui/form/use-desk-form.ts'
import { toastSuccess } from '#ui/overlay/toast.tsx'
import { ReadyTexts } from '../../templates/web/ready-texts.tsx'
import { openAskers, type WorkView } from '../../web/work-labels.ts'

/** Declines several works for the same reason; a person with several of them gets one email. */
export function DeclineSeveral({
  works,
  onDone,
  onClose,
}: {
  works: readonly WorkView[]
  onDone: () => void
  onClose: () => void
}) {
  // The queue behind the dialog is polled; the dialog keeps to what was selected.
  const [chosen] = useState(works)
  const [reason, setReason] = useState('')
  const { busy, refused, errors, refuse, send } = useDeskForm((field) => `several-${field}`)
  const itemIds = chosen.flatMap((work) => openAskers(work).map(({ itemId }) => itemId))
  const decline = () => {
    if (reason.trim() === '') return refuse({ errors: { reason: 'Please enter a reason.' } })
    return void send(async () => {
      await call(cataloguingApi.declineItems, { itemIds, reason: reason.trim(), undoMinutes })
      toastSuccess(`${counted(itemIds.length, 'item')} declined. We’ll send the emails in ${undoMinutes} minutes.`)
      onDone()
    })
  }
  return (
    <FormDialog
      title="Decline the selected items"
      action={`Decline ${counted(itemIds.length, 'item')}`}
      busy={busy}
      refused={refused}
      onSubmit={decline}
      onClose={onClose}
    >
      <p className="anywhere">{chosen.map(({ name }) => name).join(' · ')}</p>
      <ReadyTexts kind="DECLINED" legend="Common reasons" works={chosen} text={reason} onChoose={setReason} />
      <TextField
        id="several-reason"
        required
        label="Reason"
        hint={`Emailed and shown on each request exactly as written, in ${undoMinutes} minutes. Until then you can undo it.`}
        rows={4}
        maxLength={4000}
        error={errors.reason}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
