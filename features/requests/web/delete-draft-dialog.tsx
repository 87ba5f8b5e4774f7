import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { counted } from '#kit/web/format.ts'
import { replaceWith } from '#kit/web/history.ts'
import { announce } from '#ui/announce.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { requestsApi } from '../contract.ts'
import { deleteStoredDrafts } from '../form/web/stored-draft.ts'
import { forgetRequests } from './refresh-requests.ts'
import { requestsAddress } from './request-addresses.ts'

/** Asks before deleting a draft, then leads back to the list. */
export function DeleteDraftDialog({
  request,
  onClose,
}: {
  request: { id: string; items: readonly unknown[] }
  onClose: () => void
}) {
  const cache = useQueryClient()
  const remove = async () => {
    try {
      await call(requestsApi.removeCatalogueRequest, { id: request.id })
    } catch (error) {
      // Someone else has deleted it.
      if (problemOf(error).code !== 'request_not_found') throw error
    }
    deleteStoredDrafts(request.id)
    forgetRequests(cache)
    announce('Draft deleted')
    replaceWith(requestsAddress)
  }
  return (
    <ConfirmDialog title="Delete this draft?" action="Delete" onConfirm={remove} onClose={onClose}>
      <p className="num">
        Its {counted(request.items.length, 'item')} and their pictures will be deleted for everyone at your school.
      </p>
    </ConfirmDialog>
  )
}
