import { words } from '../messages.ts'
import './form-dialog.css'
import { CircleCheck } from 'lucide-react'
import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from '../button.tsx'
import { focusNow } from '../focus-now.ts'
import { Icon, type IconShape } from '../icon.tsx'
import { ErrorBox } from '../notices.tsx'
import { Dialog } from '../overlay/dialog.tsx'

/**
 * A dialog with one form: refusals at the top, the submit button at the bottom. Busy forms cannot be submitted again.
 * After submission `done` replaces the form.
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
  /** Label of the submit button. */
  action: string
  icon?: IconShape | undefined
  busy: boolean
  /** Messages that belong to no field. */
  refused?: readonly string[] | undefined
  done?: ReactNode
  /** Additional buttons beside Close, which gets the focus of the pressed button. */
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
              {words.close}
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
          <Button onClick={onClose}>{words.cancel}</Button>
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
