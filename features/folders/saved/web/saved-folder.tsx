import { FolderInput, FolderOutput, Mail, MoreHorizontal, Pencil, Share2, Trash2, X } from 'lucide-react'
import { lazy, useMemo, useState } from 'react'
import { counted, grouped } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { MenuButton } from '#ui/overlay/menu.tsx'
import { useSelection } from '#ui/table/use-selection.ts'
import { Status } from '#ui/tags.tsx'
import { FolderNotice, useNotice } from '../../temporary/web/folder-notice.tsx'
import { putIntoTemporary } from '../../temporary/web/put-into-temporary.ts'
import { useFolderItems } from '../../temporary/web/temporary-folder.ts'
import { DownloadFolder } from '../../web/download-folder.tsx'
import { describeLastChange } from '../../web/folder-addresses.ts'
import { FolderBar, FolderHead } from '../../web/folder-bar.tsx'
import { lazyDialogs } from '../../web/lazy-dialogs.ts'
import { PrintList } from '../../web/print-list.tsx'
import { RecordTable } from '../../web/record-table.tsx'
import { useFolderOrder } from '../../web/use-folder-order.ts'
import type { SavedFolderDialog } from './saved-folder-dialogs.tsx'
import { useFolderChanges } from './use-folder-changes.ts'
import type { OpenFolder } from './use-saved-folder.ts'

const { Dialogs, near, usePrepared } = lazyDialogs(
  async () => (await import('./saved-folder-dialogs.tsx')).SavedFolderDialogs,
)

const PendingRemoval = lazy(async () => ({
  default: (await import('./pending-removal.tsx')).PendingRemoval,
}))

/** A loaded saved folder. Removed records leave it with “Update”. */
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
  const { notice, tell, clear, fail } = useNotice()
  const changes = useFolderChanges(open, { onChanged, tell, fail })
  const { order, choose, sorted } = useFolderOrder(changes.shown)
  const selection = useSelection(useMemo(() => sorted.map(({ bibId }) => bibId), [sorted]))
  const [dialog, setDialog] = useState<SavedFolderDialog>()
  const waiting = useFolderItems().length
  usePrepared()

  const remove = (bibIds: string[]) => {
    // An old notice could be mistaken for the result of this action.
    clear()
    changes.remove(bibIds)
  }
  const removeChosen = () => {
    if (selection.chosen.size === 0) return tell({ tone: 'bad', text: 'No records to remove were selected' })
    setDialog('remove')
  }
  return (
    <>
      <title>{folder.listName}</title>
      <FolderHead
        title={folder.listName}
        facts={
          <>
            {counted(folder.recordLength, 'record')}, {describeLastChange(folder)}
            {folder.shareToken !== null && (
              <>
                {' '}
                <Status icon={Share2}>Shared</Status>
              </>
            )}
          </>
        }
      >
        <Button icon={Mail} {...near} onClick={() => setDialog('email')}>
          Email list
        </Button>
        <Button icon={Share2} {...near} onClick={() => setDialog('share')}>
          Share
        </Button>
        <MenuButton
          icon={MoreHorizontal}
          label="More actions for this folder"
          groups={[
            {
              id: 'temporary',
              label: 'Temporary folder',
              items: [
                {
                  id: 'add',
                  label:
                    waiting > 0
                      ? `Copy its ${counted(waiting, 'record')} to this folder`
                      : 'Copy its records to this folder',
                  icon: FolderInput,
                },
                { id: 'take', label: 'Copy all of this folder to it', icon: FolderOutput },
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
            else setDialog(id as SavedFolderDialog)
          }}
        >
          More
        </MenuButton>
        <DownloadFolder folder={folder} look="main" />
      </FolderHead>
      {open.messages.map((message) => (
        <p key={message} className="hint aside measure-wide mt-8 no-print">
          {message}
        </p>
      ))}
      <FolderNotice notice={notice} />
      {(changes.removed.size > 0 || changes.newest) && (
        <LazyPart quiet>
          <PendingRemoval changes={changes} />
        </LazyPart>
      )}
      <FolderBar name={folder.listName} items={sorted} order={order} onOrder={choose} chosen={selection.chosen}>
        <Button icon={X} {...near} onClick={removeChosen}>
          Remove selected{selection.chosen.size > 0 && ` (${grouped(selection.chosen.size)})`}
        </Button>
      </FolderBar>
      <RecordTable
        caption={`Records of ${folder.listName}`}
        items={sorted}
        selection={selection}
        onRemove={({ bibId }) => remove([bibId])}
      />
      <PrintList items={sorted} />
      {dialog && (
        <Dialogs
          what={dialog}
          open={open}
          items={sorted}
          ownAddress={ownAddress}
          tell={tell}
          onChanged={onChanged}
          chosen={selection.chosen.size}
          onRemove={() => {
            remove([...selection.chosen])
            selection.clear()
          }}
          onDiscard={changes.takeBack}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}
