import { foldersApi } from '#features/folders/contract.ts'
import { call } from '#kit/web/call.ts'
import { counted } from '#kit/web/format.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { messagesOf } from '../temporary/web/folder-notice.tsx'

/** Confirms the deletion of a folder for the whole school. */
export function DeleteDialog({
  folder,
  onDeleted,
  onClose,
}: {
  folder: { id: string; listName: string; recordLength: number; shareToken: string | null }
  onDeleted: (sentence: string) => void
  onClose: () => void
}) {
  const remove = async () => {
    const { messages } = await call(foldersApi.deleteFolder, { folderId: folder.id })
    onDeleted(messages[0] ?? 'Folder deleted successfully')
  }
  return (
    <ConfirmDialog
      title="Delete this folder?"
      action="Delete"
      messagesOf={messagesOf}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        <strong>{folder.listName}</strong>, {counted(folder.recordLength, 'record')}
      </p>
      <p className="quiet">
        It will be deleted for everyone at your school, and you can’t undo this.
        {folder.shareToken !== null && ' Its link will stop working.'} The records stay in the catalogue.
      </p>
    </ConfirmDialog>
  )
}
