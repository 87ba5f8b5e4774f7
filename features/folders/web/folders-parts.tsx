import { FolderCheck, FolderPlus } from 'lucide-react'
import type { FolderItem } from '#features/catalogue/web/hit-facts.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/overlay/toast.tsx'
import { addToFolder, removeFromFolder, useFolderItems } from '../temporary/web/temporary-folder.ts'

/** Number of records in the temporary folder. */
export const useFolderCount = (): number => useFolderItems().length

/** Adds a record to the temporary folder or removes it; `square` shows the icon alone. */
export function FolderToggle({ item, square = false }: { item: FolderItem; square?: boolean }) {
  const added = useFolderItems().some((each) => each.bibId === item.bibId)
  const toggle = () => {
    const refusal = added ? removeFromFolder(item.bibId) : addToFolder(item)
    if (refusal) showToast({ tone: 'warn', text: refusal })
    announce(refusal ?? `${item.itemTitle} ${added ? 'removed from' : 'added to'} the temporary folder`)
  }
  const name = added ? 'In folder' : 'Add to folder'
  return (
    <Button
      icon={added ? FolderCheck : FolderPlus}
      on={added}
      square={square}
      title={added ? 'Take out of the temporary folder' : 'Put into the temporary folder'}
      onClick={toggle}
    >
      {square ? `${name}: ${item.itemTitle}` : name}
      {!square && <span className="only-heard">: {item.itemTitle}</span>}
    </Button>
  )
}

/** Adds all of a page's records to the temporary folder, or removes them if all are there. */
export function FolderToggleAll({ items }: { items: FolderItem[] }) {
  const held = new Set(useFolderItems().map((item) => item.bibId))
  const all = items.length > 0 && items.every((item) => held.has(item.bibId))
  const toggle = () => {
    if (all) removeFromFolder(...items.map((item) => item.bibId))
    else addToFolder(...items)
    announce(`${items.length} records ${all ? 'removed from' : 'added to'} the temporary folder`)
  }
  return (
    <Button icon={all ? FolderCheck : FolderPlus} on={all} onClick={toggle}>
      {all ? 'Remove' : 'Save'} all {items.length}
      <span className="only-heard"> {all ? 'from' : 'to'} the temporary folder</span>
    </Button>
  )
}
