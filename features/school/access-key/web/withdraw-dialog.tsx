import { accessKeyApi } from '#features/school/access-key/contract.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'

export function WithdrawDialog({ onClose }: { onClose: () => void }) {
  const withdraw = async () => {
    try {
      await call(accessKeyApi.withdrawAccessKey, {})
    } catch (error) {
      return problemOf(error).messages
    }
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
