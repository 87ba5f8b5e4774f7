import { useSyncExternalStore } from 'react'
import type { FolderItem } from '#features/catalogue/web/hit-facts.ts'

/** A record in the temporary folder, which lives as long as the browser's session. */
export type TemporaryItem = FolderItem & {
  /** Always true: removed records are not kept. */
  added: boolean
  /** Its record has been viewed from the folder. */
  view: boolean
}

export const alreadyAdded = 'Item already added to temp folder'
export const notInFolder = 'Item doesnt exist in the folder'

const storageName = 'temporary-folder'
const listeners = new Set<() => void>()
let stored = true
let items = readStored()

export const folderItems = (): readonly TemporaryItem[] => items

/** False if storage is full or disabled: the folder then lasts as long as the page. */
export const folderIsStored = (): boolean => stored

/** Returns the sentence to show if all of them were there already. */
export function addToFolder(...added: FolderItem[]): string | undefined {
  const known = new Set(items.map((item) => item.bibId))
  const fresh = added.filter(({ bibId }) => !known.has(bibId) && known.add(bibId))
  if (fresh.length === 0) return alreadyAdded
  keep([...items, ...fresh.map((item) => ({ ...item, added: true, view: false }))])
  return undefined
}

/** Returns the sentence to show if none of them was there. */
export function removeFromFolder(...bibIds: string[]): string | undefined {
  const gone = new Set(bibIds)
  const rest = items.filter((item) => !gone.has(item.bibId))
  if (rest.length === items.length) return notInFolder
  keep(rest)
  return undefined
}

export const emptyFolder = (): void => keep([])

/** Undoes a removal: the folder as it was, then the records added since. */
export function restoreFolder(before: readonly TemporaryItem[]): void {
  const known = new Set(before.map((item) => item.bibId))
  keep([...before, ...items.filter((item) => !known.has(item.bibId))])
}

export function markViewed(bibId: string): void {
  if (items.some((item) => item.bibId === bibId && !item.view))
    keep(items.map((item) => (item.bibId === bibId ? { ...item, view: true } : item)))
}

export const useFolderItems = (): readonly TemporaryItem[] => useSyncExternalStore(listen, folderItems)

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function keep(next: TemporaryItem[]) {
  items = next
  try {
    sessionStorage.setItem(storageName, JSON.stringify(next))
    stored = true
  } catch {
    stored = false
  }
  for (const listener of listeners) listener()
}

function readStored(): TemporaryItem[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? '[]')
    return Array.isArray(stored) ? stored.flatMap(readItem) : []
  } catch {
    return []
  }
}

/** Another version of these pages may have written it: missing members get defaults. */
function readItem(value: unknown): TemporaryItem[] {
  if (typeof value !== 'object' || value === null) return []
  const { bibId, itemTitle, itemContributor, dateIssuedMarc, isbn, issn, otherIdentifier, view } = value as Record<
    string,
    unknown
  >
  if (typeof bibId !== 'string' || bibId === '') return []
  return [
    {
      bibId,
      itemTitle: textOf(itemTitle) || `Record ${bibId}`,
      itemContributor: textOf(itemContributor),
      dateIssuedMarc: textOf(dateIssuedMarc),
      isbn: textsOf(isbn),
      issn: textsOf(issn),
      otherIdentifier: textsOf(otherIdentifier),
      added: true,
      view: view === true,
    },
  ]
}

function textOf(value: unknown) {
  return typeof value === 'string' ? value : ''
}

function textsOf(value: unknown) {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
}
