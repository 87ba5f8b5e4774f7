import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { focusNow } from '../focus-now.ts'
import { ErrorBox } from '../notices.tsx'
import { Dialog } from './dialog.tsx'

/**
 * Asks before something is deleted permanently. `onConfirm` returns the messages of a refusal; with none the dialog
 * closes.
 */
export function ConfirmDialog({
  title,
  action,
  onConfirm,
  onClose,
  children,
}: {
  title: string
  action: string
  onConfirm: () => Promise<readonly string[] | undefined>
  onClose: () => void
  children: ReactNode
}) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>()
  const confirm = async () => {
    setBusy(true)
    setRefused(undefined)
    const sentences = await onConfirm()
    if (!sentences) return onClose()
    setRefused(sentences)
    setBusy(false)
  }
  return (
    <Dialog
      alert
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button ref={focusNow} onClick={onClose}>
            Cancel
          </Button>
          <Button look="danger" busy={busy} onClick={confirm}>
            {action}
          </Button>
        </>
      }
    >
      {refused && <ErrorBox messages={refused} />}
      {children}
    </Dialog>
  )
}
