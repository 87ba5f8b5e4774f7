import { counted, dateAndTime } from '#kit/web/in-words.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import type { FolderChanges } from './use-folder-changes.ts'
import type { OpenFolder } from './use-saved-folder.ts'

/** Asks what to do when a colleague has changed the folder since it was shown. */
export function ChangedMeanwhile({ newest, changes }: { newest: OpenFolder; changes: FolderChanges }) {
  const { removed, busy, updateNewest, showNewest, askLater } = changes
  return (
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
        Since you opened it, the folder was changed, on {dateAndTime(newest.folder.updatedDate)}. It has{' '}
        {counted(newest.folder.recordLength, 'record')} now.
      </p>
      <p className="quiet">
        Your removal of {counted(removed.size, 'record')} can be made in the folder as it is now; nothing else of it
        changes.
      </p>
    </Dialog>
  )
}
