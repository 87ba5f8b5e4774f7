import { useSyncExternalStore } from 'react'

/** A record in the temporary folder, which lives as long as the browser's session. */
export type FolderItem = {
  bibId: string
  itemTitle: string
  itemContributor: string
  dateIssuedMarc: string
  isbn: string[]
  issn: string[]
  otherIdentifier: string[]
}

export const alreadyAdded = 'Item already added to temp folder'
export const notInFolder = 'Item doesnt exist in the folder'

const storageName = 'temporary-folder'
const listeners = new Set<() => void>()
let items = readStored()

export const folderItems = (): readonly FolderItem[] => items

/** The sentence to be shown when it was there already, else nothing. */
export function addToFolder(...added: FolderItem[]): string | undefined {
  const known = new Set(items.map((item) => item.bibId))
  const fresh = added.filter((item) => !known.has(item.bibId))
  if (fresh.length === 0) return alreadyAdded
  keep([...items, ...fresh])
  return undefined
}

/** The sentence to be shown when none of them was there, else nothing. */
export function removeFromFolder(...bibIds: string[]): string | undefined {
  const rest = items.filter((item) => !bibIds.includes(item.bibId))
  if (rest.length === items.length) return notInFolder
  keep(rest)
  return undefined
}

export const emptyFolder = (): void => keep([])

export const useFolderItems = (): readonly FolderItem[] => useSyncExternalStore(listen, folderItems)

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function keep(next: FolderItem[]) {
  items = next
  try {
    sessionStorage.setItem(storageName, JSON.stringify(next))
  } catch {
    // Storage is full or switched off: the folder lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function readStored(): FolderItem[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isItem) : []
  } catch {
    return []
  }
}

function isItem(value: unknown): value is FolderItem {
  return typeof value === 'object' && value !== null && typeof (value as FolderItem).bibId === 'string'
}
