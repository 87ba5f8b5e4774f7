import { FolderCheck, FolderHeart, FolderPlus } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { FolderItem } from '#features/catalogue/web/hit-facts.ts'
import { folderNameMissing, foldersApi } from '#features/folders/contract.ts'
import { call } from '#kit/web/call.ts'
import { counted } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { announce } from '#ui/announce.tsx'
import { TextDialog } from '#ui/form/text-dialog.tsx'
import { OverlayMenu } from '#ui/overlay/lazy-overlays.ts'
import type { OpenMenu } from '#ui/overlay/menu.tsx'
import { showToast, toastFailure, toastSuccess } from '#ui/overlay/toast.tsx'
import { words } from '../messages.ts'
import { folderJson } from '../temporary/web/save-folder.ts'
import { removeFromFolder, useFolderItems } from '../temporary/web/temporary-folder.ts'
import { backTo, changeFolder, withAdded } from './change-folder.ts'
import { refusalOf } from './refusal.ts'
import { addAll } from './whole-list-parts.tsx'

const shownFolders = 5

/** The temporary folder, the saved folders changed last, and a new one. `onNew` reads its name. */
export function FolderMenu({
  items,
  saves,
  anchor,
  close,
  onNew,
}: OpenMenu & {
  items: FolderItem[]
  /** Whether the person has saved folders. */
  saves: boolean
  onNew: () => void
}) {
  const { reply } = useLatestReply(foldersApi.listFolders, {}, { enabled: saves })
  const held = new Set(useFolderItems().map(({ bibId }) => bibId))
  const all = items.every(({ bibId }) => held.has(bibId))
  const saved = (reply?.response ?? []).slice(0, shownFolders)
  const groups: ComponentProps<typeof OverlayMenu>['groups'] = [
    {
      id: 'temporary',
      items: [{ id: 'temporary', label: words.temporaryFolder, icon: all ? FolderCheck : FolderPlus, ticked: all }],
    },
  ]
  if (saved.length > 0)
    groups.push({
      id: 'saved',
      label: words.savedFolders,
      items: saved.map(({ id, listName }) => ({ id: `saved ${id}`, label: listName, icon: FolderHeart })),
    })
  if (saves) groups.push({ id: 'new', items: [{ id: 'new', label: words.newFolder, icon: FolderPlus }] })
  const choose = (id: string) => {
    close()
    if (id === 'new') return onNew()
    const folder = saved.find((each) => id === `saved ${each.id}`)
    if (folder) return void addToSaved(folder, items)
    const change = () => (all ? removeFromFolder(...items.map(({ bibId }) => bibId)) : addAll(items).sentence)
    try {
      const sentence = change()
      announce(sentence ?? words.pageRemoved({ count: items.length }))
    } catch (error) {
      toastFailure(error)
    }
  }
  return <OverlayMenu label={words.chooseFolder} {...{ groups, anchor }} onClose={close} onChoose={choose} />
}

async function addToSaved({ id, listName }: { id: string; listName: string }, items: FolderItem[]) {
  const ids = items.map(({ bibId }) => bibId)
  try {
    const changed = await changeFolder(id, withAdded(ids))
    if (changed.is !== 'done') return
    const { before } = changed
    const known = new Set(before)
    const fresh = ids.filter((bibId) => !known.has(bibId))
    if (fresh.length === 0) return showToast({ text: words.allInNamed({ name: listName }) })
    const undo = () => void changeFolder(id, backTo(before, fresh)).catch(toastFailure)
    toastSuccess({
      text: words.addedToNamed({ records: counted(fresh.length, words.record, words.records), name: listName }),
      // A folder cannot be empty.
      ...(before.length > 0 && { action: { label: words.undo, act: undo } }),
    })
  } catch (error) {
    toastFailure(error)
  }
}

/** Saves the records as a new folder. */
export function NewFolder({ items, onClose }: { items: FolderItem[]; onClose: () => void }) {
  return (
    <TextDialog
      title={words.newFolderTitle}
      action={words.save}
      icon={FolderPlus}
      label={words.folderName}
      hint={`${counted(items.length, words.record, words.records)}. ${words.seenBySchool}`}
      missing={folderNameMissing}
      refusalOf={refusalOf}
      onSave={async (folderName) => {
        const { response } = await call(foldersApi.saveFolder, { folderName, searchFolderJson: folderJson(items) })
        const records = counted(response.recordLength, words.record, words.records)
        toastSuccess({ text: words.addedToNamed({ records, name: response.listName }) })
        onClose()
      }}
      onClose={onClose}
    />
  )
}
