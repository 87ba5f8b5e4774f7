import { useId, useState } from 'react'
import { manageApi } from '#features/downloads/my-downloads/contract.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { focusNow } from '#ui/focus-now.ts'
import { TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useSending } from '#ui/form/use-sending.ts'
import { showToast } from '#ui/overlay/toast.tsx'
import type { ShownLine } from './use-request-list.ts'

export function RenameRequest({
  line: { id: requestId, requestName: former },
  onRenamed,
  onClose,
}: {
  line: ShownLine
  onRenamed: () => void
  onClose: () => void
}) {
  const [name, setName] = useState(former)
  const field = useId()
  const { busy, refusal, refuse, send } = useSending(field, (error) => ({ onField: problemOf(error).messages[0]! }))
  const rename = () => {
    const requestName = name.trim()
    if (requestName === former) return onClose()
    if (requestName === '') return refuse({ onField: 'Please enter a name' })
    void send(async () => {
      await call(manageApi.renameRequest, { requestId, requestName })
      showToast({ tone: 'ok', text: `“${former}” is now called “${requestName}”.` })
      onRenamed()
      onClose()
    })
  }
  return (
    <FormDialog
      title="Rename request"
      action="Rename"
      busy={busy}
      refused={refusal.beside}
      onSubmit={rename}
      onClose={onClose}
    >
      <TextField
        id={field}
        label="Name of the request"
        autoComplete="off"
        maxLength={200}
        ref={focusNow}
        value={name}
        error={refusal.onField}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
