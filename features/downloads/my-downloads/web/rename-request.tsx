import { manageApi } from '#features/downloads/my-downloads/contract.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { TextDialog } from '#ui/form/text-dialog.tsx'
import { toastSuccess } from '#ui/overlay/toast.tsx'
import type { RequestLineView } from './request-row.ts'

export function RenameRequest({
  line: { id: requestId, requestName: former },
  onRenamed,
  onClose,
}: {
  line: RequestLineView
  onRenamed: () => void
  onClose: () => void
}) {
  return (
    <TextDialog
      title="Rename request"
      action="Rename"
      label="Request name"
      initial={former}
      maxLength={200}
      missing="Please enter a name"
      refusalOf={(error) => ({ onField: problemOf(error).messages[0] })}
      onSave={async (requestName) => {
        if (requestName !== former) {
          await call(manageApi.renameRequest, { requestId, requestName })
          toastSuccess(`“${former}” renamed to “${requestName}”.`)
          onRenamed()
        }
        onClose()
      }}
      onClose={onClose}
    />
  )
}
