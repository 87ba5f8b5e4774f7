import { Info, Save, Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { counted } from '#kit/web/format.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { SaveBeforeLeaving } from '#ui/form/save-before-leaving.tsx'
import { Icon } from '#ui/icon.tsx'
import { lazyDialogs } from '../../web/lazy-dialogs.ts'
import type { FolderChanges } from './use-folder-changes.ts'

const { Dialogs: Question, near } = lazyDialogs(async () => (await import('./changed-meanwhile.tsx')).ChangedMeanwhile)

/** Records that “Update” will remove, and the questions if a colleague was faster or someone leaves the page. */
export function PendingRemoval({ changes }: { changes: FolderChanges }) {
  const { removed, busy, newest, takeBack, update } = changes
  const records = counted(removed.size, 'record')
  const what = `${records} to remove. Choose “Update” to save.`
  useEffect(() => {
    if (removed.size > 0) announce(what)
  }, [removed.size, what])
  return (
    <>
      {removed.size > 0 && (
        <div className="folder-notice pending">
          <Icon of={Info} />
          <div>
            <p>{what}</p>
          </div>
          <span className="folder-actions flex gap-8 no-print">
            <Button icon={Undo2} onClick={takeBack}>
              Undo
            </Button>
            <Button look="main" icon={Save} busy={busy} {...near} onClick={() => void update()}>
              Update
            </Button>
          </span>
        </div>
      )}
      <SaveBeforeLeaving
        unsaved={removed.size > 0}
        title="Leave without updating?"
        action="Update and leave"
        save={() => update()}
      >
        <p>You removed {records} from this list, but the folder still has them.</p>
      </SaveBeforeLeaving>
      {newest && <Question newest={newest} changes={changes} />}
    </>
  )
}
