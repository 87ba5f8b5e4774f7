import { flushSync } from 'react-dom'
import type { FolderItem } from '#features/catalogue/web/hit-facts.ts'
import { goWithNotice, type Notice } from '../../temporary/web/folder-notice.tsx'
import { DeleteDialog } from '../../web/delete-dialog.tsx'
import { EmailFolder } from '../../web/email-folder.tsx'
import { RemoveDialog } from '../../web/remove-dialog.tsx'
import { RenameDialog } from '../../web/rename-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'
import type { OpenFolder } from './use-saved-folder.ts'

export type SavedFolderDialog = 'email' | 'share' | 'rename' | 'delete' | 'remove'

export function SavedFolderDialogs({
  what,
  open,
  items,
  ownAddress,
  tell,
  onChanged,
  chosen,
  onRemove,
  onDiscard,
  onClose,
}: {
  what: SavedFolderDialog
  open: OpenFolder
  /** In display order. */
  items: readonly FolderItem[]
  ownAddress: string
  tell: (notice: Notice) => void
  onChanged: (open: OpenFolder) => void
  /** Number of records to remove. */
  chosen: number
  onRemove: () => void
  /** Forgets removals that were not saved. */
  onDiscard: () => void
  onClose: () => void
}) {
  const { folder } = open
  if (what === 'email') return <EmailFolder items={items} ownAddress={ownAddress} onClose={onClose} />
  if (what === 'share')
    return (
      <ShareDialog
        folder={folder}
        onChanged={(shareToken) => onChanged({ ...open, folder: { ...folder, shareToken } })}
        onClose={onClose}
      />
    )
  if (what === 'remove')
    return (
      <RemoveDialog count={chosen} onRemove={onRemove} onClose={onClose}>
        Choose “Update” to remove {chosen === 1 ? 'it' : 'them'} from the folder.
      </RemoveDialog>
    )
  if (what === 'rename')
    return (
      <RenameDialog
        folder={folder}
        onRenamed={(listName) => {
          onChanged({ ...open, folder: { ...folder, listName } })
          tell({ tone: 'ok', text: `Folder renamed to “${listName}”.` })
        }}
        onClose={onClose}
      />
    )
  return (
    <DeleteDialog
      folder={folder}
      onDeleted={(text) => {
        onChanged(open)
        // Removals that were not saved are gone with the folder: leaving loses nothing.
        flushSync(onDiscard)
        goWithNotice('/savedList', { tone: 'ok', text })
      }}
      onClose={onClose}
    />
  )
}
