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
    announce('A new PIN is on its way')
    onMailed(to)
  }
  return (
    <ConfirmDialog title="Mail a new PIN?" action="Mail a new PIN" onConfirm={mail} onClose={onClose}>
      <p>
        It goes to the primary contact, <strong>{to}</strong>. If you are the primary contact, the PIN that your school
        has now stops working at once, and whoever has unlocked something is locked out; otherwise it works until the
        new one is used.
      </p>
    </ConfirmDialog>
  )
}
