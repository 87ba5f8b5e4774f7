import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { genericSentence } from '#kit/web/fetch-json.ts'
import { replaceWith } from '#kit/web/history.ts'
import { announce } from '#ui/announce.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { requestsApi } from '../contract.ts'
import { counted } from './item-words.ts'
import { requestsAddress } from './request-addresses.ts'
import type { ShownRequest } from './shown.ts'

/** Asks before a draft is thrown away, and leads back to the list. */
export function DeleteDraftDialog({ request, onClose }: { request: ShownRequest; onClose: () => void }) {
  const remove = async () => {
    try {
      await call(requestsApi.removeCatalogueRequest, { id: request.id })
      announce('Draft deleted')
      replaceWith(requestsAddress)
      return undefined
    } catch (error) {
      return error instanceof Problem ? error.messages : [genericSentence]
    }
  }
  return (
    <ConfirmDialog title="Delete this draft?" action="Delete" onConfirm={remove} onClose={onClose}>
      <p className="num">
        Its {counted(request.items.length, 'item')} and their pictures are gone then, for everybody of your school.
      </p>
    </ConfirmDialog>
  )
}
