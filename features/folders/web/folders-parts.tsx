import { useQuery } from '@tanstack/react-query'
import { ChevronDown, FolderCheck, FolderPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { currentUser } from '#features/account/web/account-parts.tsx'
import type { FolderItem } from '#features/catalogue/web/hit-facts.ts'
import { lazyWhenIdle } from '#kit/web/use-when-idle.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { MenuTrigger } from '#ui/overlay/menu.tsx'
import { showToast } from '#ui/overlay/toast.tsx'
import { words } from '../messages.ts'
import { addToFolder, removeFromFolder, useFolderItems } from '../temporary/web/temporary-folder.ts'

/** Number of records in the temporary folder. */
export const useFolderCount = (): number => useFolderItems().length

/** Connects the folder with other tabs and with the account of a school's staff. */
export const ConnectFolder = lazyWhenIdle(async () => (await import('../temporary/web/kept-folder.ts')).ConnectFolder)

const loadMenu = () => import('./folder-menu.tsx')
const FolderMenu = lazy(async () => ({ default: (await loadMenu()).FolderMenu }))
const NewFolder = lazy(async () => ({ default: (await loadMenu()).NewFolder }))

/** Opens the menu of folders for these records; `of` names them. Without `label` it is a chevron beside another button. */
export function FolderMenuButton({ items, label, of }: { items: FolderItem[]; label?: string; of: string }) {
  const { data: me } = useQuery(currentUser)
  const [naming, setNaming] = useState(false)
  const saves = isSchoolStaff(me ?? null)
  if (!saves && label === undefined) return null
  return (
    <>
      <MenuTrigger
        square={label === undefined}
        icon={label === undefined ? ChevronDown : FolderPlus}
        className={label === undefined ? 'folder-menu' : undefined}
        onNear={() => void loadMenu().catch(() => undefined)}
        menu={(open) => <FolderMenu {...{ items, saves }} {...open} onNew={() => setNaming(true)} />}
      >
        {label ?? `${words.chooseFolder}: ${of}`}
        {label !== undefined && <Icon of={ChevronDown} small />}
      </MenuTrigger>
      {naming && (
        <Suspense>
          <NewFolder items={items} onClose={() => setNaming(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Adds a record to the temporary folder or removes it; `square` shows the icon alone. Staff choose other folders beside it. */
export function FolderToggle({
  item,
  square = false,
  ...rest
}: {
  item: FolderItem
  square?: boolean
  'aria-keyshortcuts'?: string
}) {
  const added = useFolderItems().some((each) => each.bibId === item.bibId)
  const toggle = () => {
    const refusal = added ? removeFromFolder(item.bibId) : addToFolder(item)
    if (refusal) showToast({ tone: 'warn', text: refusal })
    announce(
      refusal ?? (added ? words.titleRemoved({ title: item.itemTitle }) : words.titleAdded({ title: item.itemTitle })),
    )
  }
  const name = added ? words.inFolder : words.addToFolder
  return (
    <span className="split-button flex">
      <Button
        className="grow"
        icon={added ? FolderCheck : FolderPlus}
        on={added}
        square={square}
        title={added ? words.removeHint : words.addHint}
        onClick={toggle}
        {...rest}
      >
        {square ? `${name}: ${item.itemTitle}` : name}
        {!square && <span className="only-heard">: {item.itemTitle}</span>}
      </Button>
      <FolderMenuButton items={[item]} of={item.itemTitle} />
    </span>
  )
}

/** Adds all of a page's records to the temporary folder, or removes them if all are there. */
export function FolderToggleAll({ items }: { items: FolderItem[] }) {
  const held = new Set(useFolderItems().map((item) => item.bibId))
  const all = items.length > 0 && items.every((item) => held.has(item.bibId))
  const count = items.length
  const toggle = () => {
    if (all) removeFromFolder(...items.map((item) => item.bibId))
    else addToFolder(...items)
    announce(all ? words.pageRemoved({ count }) : words.pageAdded({ count }))
  }
  return (
    <Button icon={all ? FolderCheck : FolderPlus} on={all} onClick={toggle}>
      {all ? words.removeAll({ count }) : words.saveAll({ count })}
      <span className="only-heard"> {all ? words.fromFolder : words.toFolder}</span>
    </Button>
  )
}
