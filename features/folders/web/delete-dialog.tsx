import { useState } from 'react'
import { foldersApi } from '#features/folders/contract.ts'
import { call } from '#kit/web/call.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { focusNow } from './focus-now.ts'
import { sentencesOf } from './folder-notice.tsx'
import { counted } from './folder-words.ts'

/** Asks before a folder is deleted for the whole school. */
export function DeleteDialog({
  folder,
  onDeleted,
  onClose,
}: {
  folder: { id: string; listName: string; recordLength: number; shareToken: string | null }
  onDeleted: (sentence: string) => void
  onClose: () => void
}) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>()
  const remove = async () => {
    setBusy(true)
    setRefused(undefined)
    try {
      const { messages } = await call(foldersApi.deleteFolder, { folderId: folder.id })
      onClose()
      onDeleted(messages[0] ?? 'Folder deleted successfully')
    } catch (error) {
      const { text, more } = sentencesOf(error)
      setRefused([text, ...more])
      setBusy(false)
    }
  }
  return (
    <Dialog
      alert
      title="Delete this folder?"
      onClose={onClose}
      actions={
        <>
          <Button ref={focusNow} onClick={onClose}>
            Cancel
          </Button>
          <Button look="danger" busy={busy} onClick={remove}>
            Delete
          </Button>
        </>
      }
    >
      {refused && <ErrorBox messages={refused} />}
      <p className="folder-named">
        <strong>{folder.listName}</strong>, {counted(folder.recordLength, 'record')}
      </p>
      <p className="quiet">
        It is deleted for everybody of your school and cannot be brought back.
        {folder.shareToken !== null && ' Its link ends too.'} The records stay in the catalogue.
      </p>
    </Dialog>
  )
}
