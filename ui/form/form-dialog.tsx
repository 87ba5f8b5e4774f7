import './form-dialog.css'
import { CircleCheck } from 'lucide-react'
import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from '../button.tsx'
import { focusNow } from '../focus-now.ts'
import { Icon, type IconShape } from '../icon.tsx'
import { ErrorBox } from '../notices.tsx'
import { Dialog } from '../overlay/dialog.tsx'

/**
 * A dialog that is one form: why it was refused on top, and what sends it at the foot. Nothing is sent while it is busy.
 * Once it has been sent, what was `done` stands in its place.
 */
export function FormDialog({
  title,
  action,
  icon,
  busy,
  refused,
  done,
  doneActions,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  /** On the button that sends it. */
  action: string
  icon?: IconShape
  busy: boolean
  /** Sentences that belong to no field. */
  refused?: readonly string[] | undefined
  done?: ReactNode
  /** Other buttons than Close, which takes focus as the pressed button is gone. */
  doneActions?: ReactNode
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}) {
  const form = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSubmit()
  }
  if (done)
    return (
      <Dialog
        title={title}
        onClose={onClose}
        actions={
          doneActions ?? (
            <Button key="close" look="main" ref={focusNow} onClick={onClose}>
              Close
            </Button>
          )
        }
      >
        <div className="dialog-done">
          <Icon of={CircleCheck} />
          <div>{done}</div>
        </div>
      </Dialog>
    )
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="main" icon={icon} type="submit" form={form} busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} className="dialog-form" noValidate onSubmit={submit}>
        {refused && <ErrorBox messages={refused} />}
        {children}
      </form>
    </Dialog>
  )
}
