import { type ReactNode, useState } from 'react'
import { problemOf } from '#kit/web/fetch-json.ts'
import { Button } from '../button.tsx'
import { focusNow } from '../focus-now.ts'
import { words } from '../messages.ts'
import { ErrorBox } from '../notices.tsx'
import { Dialog } from './dialog.tsx'

/** Replaces the question, such as by a key that is shown once; `close` labels its only button. */
export type Confirmed = { title?: string; text: ReactNode; close: string }

/**
 * Asks yes or no before a step. It closes after `onConfirm`, or shows what that returns. If it throws, the dialog stays
 * open and says why.
 */
export function ConfirmDialog({
  title,
  action,
  look = 'danger',
  cancel = words.cancel,
  undoable = false,
  messagesOf = (error) => problemOf(error).messages,
  onConfirm,
  onClose,
  children,
}: {
  title: string
  action: string
  /** The confirming button's look. */
  look?: 'danger' | 'main'
  cancel?: string
  /** The focus begins on yes. */
  undoable?: boolean
  messagesOf?: (error: unknown) => readonly string[]
  onConfirm: () => Promise<Confirmed> | Promise<void> | void
  onClose: () => void
  children: ReactNode
}) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>()
  const [confirmed, setConfirmed] = useState<Confirmed>()
  const confirm = async () => {
    setBusy(true)
    setRefused(undefined)
    try {
      const outcome = await onConfirm()
      if (outcome) setConfirmed(outcome)
      else onClose()
    } catch (error) {
      setRefused(messagesOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      alert
      title={confirmed?.title ?? title}
      onClose={onClose}
      actions={
        confirmed ? (
          <Button key="close" look="main" ref={focusNow} onClick={onClose}>
            {confirmed.close}
          </Button>
        ) : (
          <>
            <Button ref={undoable ? undefined : focusNow} onClick={onClose}>
              {cancel}
            </Button>
            <Button look={look} ref={undoable ? focusNow : undefined} busy={busy} onClick={() => void confirm()}>
              {action}
            </Button>
          </>
        )
      }
    >
      {refused && <ErrorBox messages={refused} />}
      {confirmed?.text ?? children}
    </Dialog>
  )
}
