import { Save, Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { counted, dateInWords } from './folder-words.ts'
import type { FolderChanges } from './use-folder-changes.ts'

/** What “Update” will take out of the folder, and the question when a colleague was quicker. */
export function PendingRemoval({ changes }: { changes: FolderChanges }) {
  const { removed, busy, newest, takeBack, update, updateNewest, showNewest, askLater } = changes
  const what = `${counted(removed.size, 'record')} will be removed from the folder.`
  useEffect(() => {
    if (removed.size > 0) announce(what)
  }, [removed.size, what])
  return (
    <>
      {removed.size > 0 && (
        <div className="folder-notice pending">
          <div>
            <p>{what}</p>
          </div>
          <Button icon={Undo2} onClick={takeBack}>
            Undo
          </Button>
          <Button look="main" icon={Save} busy={busy} onClick={() => update()}>
            Update
          </Button>
        </div>
      )}
      {newest && (
        <Dialog
          alert
          title="Somebody has changed this folder"
          onClose={askLater}
          actions={
            <>
              <Button onClick={showNewest}>Show it without my removals</Button>
              <Button look="main" busy={busy} onClick={updateNewest}>
                Remove mine from it
              </Button>
            </>
          }
        >
          <p>
            Since you opened it, the folder was changed, on {dateInWords(newest.folder.updatedDate)}. It has{' '}
            {counted(newest.folder.recordLength, 'record')} now.
          </p>
          <p className="quiet">
            Your removal of {counted(removed.size, 'record')} can be made in the folder as it is now; nothing else of it
            changes.
          </p>
        </Dialog>
      )}
    </>
  )
}
