import { searchesApi } from '#features/catalogue/searches/contract.ts'
import { call } from '#kit/web/call.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'

/** Confirms the deletion of a search, including the record of its matches. */
export function DeleteSearch({
  search,
  onDeleted,
  onClose,
}: {
  search: { id: string; name: string; mail: boolean }
  onDeleted: (sentence: string) => void
  onClose: () => void
}) {
  const remove = async () => {
    const { messages } = await call(searchesApi.deleteSearch, { id: search.id })
    onDeleted(messages[0] ?? '')
  }
  return (
    <ConfirmDialog title="Remove this search?" action="Remove" onConfirm={remove} onClose={onClose}>
      <p>
        <strong>{search.name}</strong>
      </p>
      <p className="quiet">{search.mail ? 'You’ll stop getting its emails. ' : ''}The records stay in the catalogue.</p>
    </ConfirmDialog>
  )
}
