import { useId, useState } from 'react'
import { folderNameMissing, foldersApi } from '#features/folders/contract.ts'
import { call } from '#kit/web/call.ts'
import { focusNow } from '#ui/focus-now.ts'
import { TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useSending } from '#ui/form/use-sending.ts'
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
  const [name, setName] = useState(folder.listName)
  const field = useId()
  const { busy, refusal, refuse, send } = useSending(field, refusalOf)

  const rename = () => {
    const folderName = name.trim()
    if (folderName === folder.listName) return onClose()
    if (folderName === '') return refuse({ onField: folderNameMissing })
    void send(async () => {
      const { response } = await call(foldersApi.renameFolder, { folderId: folder.id, folderName })
      onRenamed(response.listName)
      onClose()
    })
  }
  return (
    <FormDialog
      title="Rename folder"
      action="Rename"
      busy={busy}
      refused={refusal.beside}
      onSubmit={rename}
      onClose={onClose}
    >
      <TextField
        id={field}
        label="Folder name"
        autoComplete="off"
        ref={focusNow}
        value={name}
        error={refusal.onField}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
