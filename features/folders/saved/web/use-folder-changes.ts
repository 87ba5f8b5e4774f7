import { useMemo, useState } from 'react'
import { folderProblem } from '#features/folders/contract.ts'
import { counted } from '#kit/web/format.ts'
import type { Notice } from '../../temporary/web/folder-notice.tsx'
import { folderItems } from '../../temporary/web/temporary-folder.ts'
import { backTo, type Change, type Changed, changeFolder, withAdded, without } from '../../web/change-folder.ts'
import type { OpenFolder } from './use-saved-folder.ts'

const none: ReadonlySet<string> = new Set()
const updated = 'Folder updated successfully'

export type FolderChanges = ReturnType<typeof useFolderChanges>

/** Changes of an open folder: removals wait for “Update”; every update can be undone. */
export function useFolderChanges(
  open: OpenFolder,
  {
    onChanged,
    tell,
    fail,
  }: { onChanged: (open: OpenFolder) => void; tell: (notice: Notice) => void; fail: (error: unknown) => void },
) {
  const { id } = open.folder
  const [removed, setRemoved] = useState(none)
  const [busy, setBusy] = useState(false)
  /** Another person has changed the folder since it was shown. */
  const [newest, setNewest] = useState<OpenFolder>()
  const shown = useMemo(
    () => (removed.size === 0 ? open.items : open.items.filter(({ bibId }) => !removed.has(bibId))),
    [open.items, removed],
  )

  /** Whether it was made. */
  const make = async (
    change: Change,
    seen: OpenFolder | undefined,
    done: (changed: Changed & { is: 'done' }) => void,
  ): Promise<boolean> => {
    setBusy(true)
    try {
      const changed = await changeFolder(id, change, seen)
      if (changed.is === 'changed meanwhile') setNewest(changed.newest)
      else {
        onChanged(changed.open)
        done(changed)
      }
      return changed.is === 'done'
    } catch (error) {
      fail(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  const tellUpdated = (messages: readonly string[], back: Change) =>
    tell({
      tone: 'ok',
      text: messages[0] ?? updated,
      more: messages.slice(1),
      undo: () =>
        void make(back, undefined, ({ messages: again }) =>
          tell({ tone: 'ok', text: again[0] ?? updated, more: ['Change undone.'] }),
        ),
    })

  const update = async (seen: OpenFolder | undefined = open): Promise<boolean> => {
    if (shown.length === 0) {
      tell({
        tone: 'bad',
        text: folderProblem('folder_empty').messages[0],
        more: ['A saved folder needs at least one record. Delete the folder, or undo the removal.'],
      })
      return false
    }
    return make(without(removed), seen, ({ before, messages }) => {
      setRemoved(none)
      setNewest(undefined)
      tellUpdated(messages, backTo(before))
    })
  }
  const addTemporary = () => {
    const added = folderItems().map(({ bibId }) => bibId)
    if (added.length === 0) return fail(folderProblem('folder_empty'))
    void make(withAdded(added), undefined, ({ before, open: now, messages }) => {
      const count = now.items.length - before.length
      // An added record is no longer to be removed.
      setRemoved((waiting) => new Set([...waiting].filter((bibId) => !added.includes(bibId))))
      if (count <= 0) return tell({ text: 'All of these records are already in this folder.', more: messages.slice(1) })
      const known = new Set(before)
      const fresh = added.filter((bibId) => !known.has(bibId))
      tellUpdated(
        [messages[0] ?? updated, `${counted(count, 'record')} added.`, ...messages.slice(1)],
        backTo(before, fresh),
      )
    })
  }
  return {
    shown,
    removed,
    busy,
    newest,
    remove: (bibIds: string[]) => setRemoved((before) => new Set([...before, ...bibIds])),
    takeBack: () => setRemoved(none),
    update,
    /** Saves the newest state with the removals on top, or shows it without them. */
    updateNewest: () => void update(newest),
    showNewest: () => {
      if (newest) onChanged(newest)
      setRemoved(none)
      setNewest(undefined)
    },
    askLater: () => setNewest(undefined),
    addTemporary,
  }
}
