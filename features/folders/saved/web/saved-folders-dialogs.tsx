import type { Notice } from '../../temporary/web/folder-notice.tsx'
import { DeleteDialog } from '../../web/delete-dialog.tsx'
import { RenameDialog } from '../../web/rename-dialog.tsx'
import type { FolderView } from './saved-folders-screen.tsx'

export function SavedFoldersDialogs({
  what,
  folder,
  onDone,
  onClose,
}: {
  what: 'rename' | 'delete'
  folder: FolderView
  onDone: (notice: Notice) => void
  onClose: () => void
}) {
  if (what === 'rename')
    return (
      <RenameDialog
        folder={folder}
        onRenamed={(name) => onDone({ tone: 'ok', text: `“${folder.listName}” renamed to “${name}”.` })}
        onClose={onClose}
      />
    )
  return <DeleteDialog folder={folder} onDeleted={(text) => onDone({ tone: 'ok', text })} onClose={onClose} />
}
