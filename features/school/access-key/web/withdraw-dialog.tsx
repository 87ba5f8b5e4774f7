import { accessKeyApi } from '#features/school/access-key/contract.ts'
import { call } from '#kit/web/call.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'

export function WithdrawDialog({ onClose }: { onClose: () => void }) {
  const withdraw = async () => {
    await call(accessKeyApi.withdrawAccessKey, {})
  }
  return (
    <ConfirmDialog
      title="Withdraw the access key?"
      action="Withdraw the access key"
      onConfirm={withdraw}
      onClose={onClose}
    >
      <p>Programs that use it stop working at once. You can make another key at any time.</p>
    </ConfirmDialog>
  )
}
