import { announce } from '#ui/announce.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { usePinActions } from './use-pin.ts'

export function NewPinDialog({
  to,
  onMailed,
  onClose,
}: {
  to: string
  onMailed: (to: string) => void
  onClose: () => void
}) {
  const { mailNewPin } = usePinActions()
  const mail = async () => {
    await mailNewPin()
    announce('New PIN sent')
    onMailed(to)
  }
  return (
    <ConfirmDialog title="Email a new PIN?" action="Email a new PIN" onConfirm={mail} onClose={onClose}>
      <p>
        We’ll email it to the primary contact, <strong>{to}</strong>. If you are the primary contact, your school’s
        current PIN will stop working now and anyone who unlocked changes will be locked out. Otherwise it works until
        someone uses the new one.
      </p>
    </ConfirmDialog>
  )
}
