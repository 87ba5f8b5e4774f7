import { counted, dateAndTime } from '#kit/web/format.ts'
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
      title="Someone has changed this folder"
      onClose={askLater}
      actions={
        <>
          <Button onClick={showNewest}>Discard my removals</Button>
          <Button look="main" busy={busy} onClick={updateNewest}>
            Apply my removals
          </Button>
        </>
      }
    >
      <p>
        It was changed on {dateAndTime(newest.folder.updatedDate)} and now has{' '}
        {counted(newest.folder.recordLength, 'record')}.
      </p>
      <p className="quiet">
        You can still remove the {counted(removed.size, 'record')} you chose. Nothing else will change.
      </p>
    </Dialog>
  )
}
