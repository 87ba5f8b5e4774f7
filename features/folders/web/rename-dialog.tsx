import './folder-dialogs.css'
import { type FormEvent, useId, useState } from 'react'
import { folderNameMissing, foldersApi } from '#features/folders/contract.ts'
import { call } from '#kit/web/call.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/field.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { focusNow } from './focus-now.ts'
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
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<ReturnType<typeof refusalOf>>({})
  const form = useId()
  const field = `${form}-name`

  const rename = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const folderName = name.trim()
    if (folderName === folder.listName) return onClose()
    setRefusal(folderName === '' ? { onField: folderNameMissing } : {})
    if (folderName === '') return document.getElementById(field)?.focus()
    setBusy(true)
    try {
      const { response } = await call(foldersApi.renameFolder, { folderId: folder.id, folderName })
      onRenamed(response.listName)
      onClose()
    } catch (error) {
      const refused = refusalOf(error)
      setRefusal(refused)
      if (refused.onField) document.getElementById(field)?.focus()
      setBusy(false)
    }
  }
  return (
    <Dialog
      title="Rename folder"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="main" type="submit" form={form} busy={busy}>
            Rename
          </Button>
        </>
      }
    >
      <form id={form} className="folder-form" noValidate onSubmit={rename}>
        {refusal.beside && <ErrorBox messages={refusal.beside} />}
        <TextField
          id={field}
          label="Folder name"
          autoComplete="off"
          ref={focusNow}
          value={name}
          error={refusal.onField}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
