import { FolderInput, FolderOutput, Mail, MoreHorizontal, Pencil, Share2, Trash2, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { prepareOverlays } from '#ui/lazy-overlays.ts'
import { MenuButton } from '#ui/menu.tsx'
import { Status } from '#ui/tags.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { DownloadFolder } from './download-folder.tsx'
import { EmailFolder } from './email-folder.tsx'
import { FolderBar, FolderHead } from './folder-bar.tsx'
import { FolderNotice, goAndTell, useNotice } from './folder-notice.tsx'
import { changedInWords, counted } from './folder-words.ts'
import { PendingRemoval } from './pending-removal.tsx'
import { PrintList } from './print-list.tsx'
import { putIntoTemporary } from './put-into-temporary.ts'
import { RecordTable } from './record-table.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { useFolderItems } from './temporary-folder.ts'
import { useFolderChanges } from './use-folder-changes.ts'
import { useFolderOrder } from './use-folder-order.ts'
import type { OpenFolder } from './use-saved-folder.ts'
import { useSelection } from './use-selection.ts'

type Open = 'email' | 'share' | 'rename' | 'delete'

/** A saved folder whose records are there. Records that are removed leave it with “Update”. */
export function SavedFolder({
  open,
  ownAddress,
  onChanged,
}: {
  open: OpenFolder
  ownAddress: string
  onChanged: (open: OpenFolder) => void
}) {
  const { folder } = open
  const { notice, tell, fail } = useNotice()
  const changes = useFolderChanges(open, { onChanged, tell, fail })
  const { order, choose, sorted } = useFolderOrder(changes.shown)
  const selection = useSelection(useMemo(() => sorted.map(({ bibId }) => bibId), [sorted]))
  const [dialog, setDialog] = useState<Open>()
  const waiting = useFolderItems().length
  const close = () => setDialog(undefined)
  const gone = open.items.filter(({ inCatalogue }) => !inCatalogue).length

  const removeChosen = () => {
    if (selection.chosen.size === 0)
      return tell({ tone: 'bad', toast: true, text: 'No records to remove were selected' })
    changes.remove([...selection.chosen])
    selection.clear()
  }
  const lazily = { onPointerEnter: prepareOverlays, onFocus: prepareOverlays }
  return (
    <>
      <title>{folder.listName}</title>
      <FolderHead
        title={folder.listName}
        facts={
          <>
            {counted(folder.recordLength, 'record')}, {changedInWords(folder)}
            {folder.shareToken !== null && (
              <>
                {' '}
                <Status icon={Share2}>Shared</Status>
              </>
            )}
          </>
        }
      >
        <Button icon={Mail} {...lazily} onClick={() => setDialog('email')}>
          E-mail list
        </Button>
        <Button icon={Share2} {...lazily} onClick={() => setDialog('share')}>
          Share
        </Button>
        <MenuButton
          icon={MoreHorizontal}
          label="More for this folder"
          groups={[
            {
              id: 'temporary',
              label: 'Temporary folder',
              items: [
                {
                  id: 'add',
                  label:
                    waiting > 0 ? `Add its ${counted(waiting, 'record')} to this one` : 'Add its records to this one',
                  icon: FolderInput,
                },
                { id: 'take', label: 'Put all of these into it', icon: FolderOutput },
              ],
            },
            {
              id: 'folder',
              label: 'Saved folder',
              items: [
                { id: 'rename', label: 'Rename', icon: Pencil },
                { id: 'delete', label: 'Delete', icon: Trash2 },
              ],
            },
          ]}
          onChoose={(id) => {
            if (id === 'add') changes.addTemporary()
            else if (id === 'take') putIntoTemporary(sorted, tell)
            else setDialog(id as Open)
          }}
        >
          More
        </MenuButton>
        <DownloadFolder folder={folder} look="main" onFailure={fail} />
      </FolderHead>
      {gone > 0 && (
        <p className="hint">
          {gone === 1 ? 'One record is' : `${gone.toLocaleString()} records are`} no longer in the catalogue and will
          not be in the file.
        </p>
      )}
      <FolderNotice notice={notice} />
      <PendingRemoval changes={changes} />
      <FolderBar name={folder.listName} items={sorted} order={order} onOrder={choose}>
        <Button icon={X} onClick={removeChosen}>
          Remove selected{selection.chosen.size > 0 && ` (${selection.chosen.size.toLocaleString()})`}
        </Button>
      </FolderBar>
      <RecordTable
        caption={`Records of ${folder.listName}`}
        items={sorted}
        selection={selection}
        onRemove={({ bibId }) => changes.remove([bibId])}
      />
      <PrintList items={sorted} />
      {dialog === 'email' && (
        <EmailFolder
          items={sorted}
          ownAddress={ownAddress}
          onSent={(text) => tell({ tone: 'ok', text })}
          onClose={close}
        />
      )}
      {dialog === 'share' && (
        <ShareDialog
          folder={folder}
          onChanged={(shareToken) => onChanged({ ...open, folder: { ...folder, shareToken } })}
          onClose={close}
        />
      )}
      {dialog === 'rename' && (
        <RenameDialog
          folder={folder}
          onRenamed={(listName) => {
            onChanged({ ...open, folder: { ...folder, listName } })
            tell({ tone: 'ok', toast: true, text: `The folder is now called “${listName}”.` })
          }}
          onClose={close}
        />
      )}
      {dialog === 'delete' && (
        <DeleteDialog
          folder={folder}
          onDeleted={(text) => {
            onChanged(open)
            goAndTell('/savedList', { tone: 'ok', toast: true, text })
          }}
          onClose={close}
        />
      )}
    </>
  )
}
