import { useState } from 'react'
import { foldersApi } from '#features/folders/contract.ts'
import { Problem } from '#kit/problem.ts'
import { counted } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { changeFolder, withAdded } from '../../web/change-folder.ts'
import { describeLastChange } from '../../web/folder-addresses.ts'
import { messagesOf } from './folder-notice.tsx'
import { replaceRecords, type Saved } from './save-folder.ts'

/** The school has a folder with this name: replace its records, add these to it, or choose another name. */
export function NameTaken({
  title,
  folderId,
  items,
  onOther,
  onSaved,
  onClose,
}: {
  title: string
  folderId: string
  items: readonly { bibId: string }[]
  /** The person chooses another name. */
  onOther: (why?: unknown) => void
  onSaved: (saved: Saved) => void
  onClose: () => void
}) {
  const { reply, problem, again } = useLatestReply(foldersApi.folderName, { folderId })
  const folder = reply?.response
  const [busy, setBusy] = useState<'add' | 'replace'>()
  const [refused, setRefused] = useState<readonly string[]>()

  const save = async (how: 'add' | 'replace') => {
    setBusy(how)
    setRefused(undefined)
    try {
      if (how === 'replace') onSaved(await replaceRecords(folderId, items, folder?.updatedDate ?? null))
      else {
        const ids = items.map(({ bibId }) => bibId)
        const changed = await changeFolder(folderId, withAdded(ids))
        if (changed.is === 'done') onSaved({ folder: changed.open.folder, messages: changed.messages })
      }
    } catch (error) {
      // It has been deleted meanwhile: the name is free.
      if (error instanceof Problem && error.code === 'folder_not_found') return onOther(error)
      // Reloads its content before it is replaced.
      again()
      setRefused(messagesOf(error))
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button ref={focusNow} onClick={() => onOther()}>
            Change name
          </Button>
          <Button look="danger" busy={busy === 'replace'} onClick={() => save('replace')}>
            Replace records
          </Button>
          <Button look="main" busy={busy === 'add'} onClick={() => save('add')}>
            Add to folder
          </Button>
        </>
      }
    >
      {refused && <ErrorBox messages={refused} />}
      <p role="alert">A saved folder with this name already exists.</p>
      {folder ? (
        <p>
          <strong>{folder.listName}</strong>
          <br />
          <span className="quiet">
            {counted(folder.recordLength, 'record')}, {describeLastChange(folder)}
          </span>
        </p>
      ) : problem ? null : (
        <Skeleton lines={2} width="60%" />
      )}
      <p className="quiet">
        You can replace its records with these {counted(items.length, 'record')}, or add these at the end.
      </p>
    </Dialog>
  )
}
