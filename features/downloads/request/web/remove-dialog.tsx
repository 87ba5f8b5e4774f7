import type { DownloadRequest } from '#features/downloads/contract.ts'
import { manageApi } from '#features/downloads/my-downloads/contract.ts'
import { call } from '#kit/web/call.ts'
import { counted, grouped } from '#kit/web/format.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'

/** Confirms the removal of records from a request's file. */
export function RemoveDialog({
  requestId,
  ids,
  of,
  onRemoved,
  onRefused,
  onClose,
}: {
  requestId: string
  ids: string[]
  /** Number of records in the file. */
  of: number
  onRemoved: (changed: DownloadRequest) => void
  /** Another person may have changed or downloaded it meanwhile. */
  onRefused: () => void
  onClose: () => void
}) {
  const remove = async () => {
    try {
      const { response } = await call(manageApi.removeItems, { requestId, identities: ids })
      onRemoved(response)
    } catch (error) {
      onRefused()
      throw error
    }
  }
  const left = of - ids.length
  return (
    <ConfirmDialog
      title={`Remove ${counted(ids.length, 'record')} from the file?`}
      action="Remove"
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        {left === 0
          ? 'There will be nothing left to download.'
          : `We’ll update the file with the remaining ${left === 1 ? 'record' : `${grouped(left)} records`}.`}{' '}
        To get them back, request them again.
      </p>
    </ConfirmDialog>
  )
}
