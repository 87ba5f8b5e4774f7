import { useState } from 'react'
import { searchesApi } from '#features/searches/contract.ts'
import { call } from '#kit/web/call.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { refusalOf } from './search-refusal.ts'

/** Asks before a search is removed: what it had found is forgotten with it. */
export function DeleteSearch({
  search,
  onDeleted,
  onClose,
}: {
  search: { id: string; name: string; mail: boolean }
  onDeleted: (sentence: string) => void
  onClose: () => void
}) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>()
  const remove = async () => {
    setBusy(true)
    setRefused(undefined)
    try {
      const { messages } = await call(searchesApi.deleteSearch, { id: search.id })
      onClose()
      onDeleted(messages[0] ?? '')
    } catch (error) {
      const { onField, beside } = refusalOf(error)
      setRefused(beside ?? [onField!])
      setBusy(false)
    }
  }
  return (
    <Dialog
      alert
      title="Remove this search?"
      onClose={onClose}
      actions={
        <>
          <Button ref={(button) => button?.focus()} onClick={onClose}>
            Cancel
          </Button>
          <Button look="danger" busy={busy} onClick={remove}>
            Remove
          </Button>
        </>
      }
    >
      {refused && <ErrorBox messages={refused} />}
      <p>
        <strong>{search.name}</strong>
      </p>
      <p className="quiet">{search.mail ? 'Its mails end. ' : ''}The records stay in the catalogue.</p>
    </Dialog>
  )
}
