import { folderNameMissing, foldersApi } from '#features/folders/contract.ts'
import { call } from '#kit/web/call.ts'
import { TextDialog } from '#ui/form/text-dialog.tsx'
import { refusalOf } from './refusal.ts'

export function RenameDialog({
  folder,
  onRenamed,
  onClose,
}: {
  folder: { id: string; listName: string }
  onRenamed: (listName: string) => void
  onClose: () => void
}) {
  return (
    <TextDialog
      title="Rename folder"
      action="Rename"
      label="Folder name"
      initial={folder.listName}
      missing={folderNameMissing}
      refusalOf={refusalOf}
      onSave={async (folderName) => {
        if (folderName !== folder.listName)
          onRenamed((await call(foldersApi.renameFolder, { folderId: folder.id, folderName })).response.listName)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
