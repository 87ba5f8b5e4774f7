import { Info, Save, Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { counted } from '#kit/web/in-words.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { FolderChanges } from '../../saved/web/use-folder-changes.ts'
import { lazyDialogs } from '../../web/lazy-dialogs.ts'

const { Dialogs: Question, near } = lazyDialogs(
  async () => (await import('../../saved/web/changed-meanwhile.tsx')).ChangedMeanwhile,
)

/** The records that “Update” will remove, and the question when a colleague was faster. */
export function PendingRemoval({ changes }: { changes: FolderChanges }) {
  const { removed, busy, newest, takeBack, update } = changes
  const what = `${counted(removed.size, 'record')} will be removed from the folder.`
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
            <Button look="main" icon={Save} busy={busy} {...near} onClick={() => update()}>
              Update
            </Button>
          </span>
        </div>
      )}
      {newest && <Question newest={newest} changes={changes} />}
    </>
  )
}
