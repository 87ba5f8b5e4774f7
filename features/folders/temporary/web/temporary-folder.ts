import { useSyncExternalStore } from 'react'
import type { FolderItem } from '#features/catalogue/web/hit-facts.ts'
import { words } from '../../messages.ts'

/** A record in the temporary folder, which lives as long as the browser's session unless its owner keeps it. */
export type TemporaryItem = FolderItem & {
  /** Always true: removed records are not kept. */
  added: boolean
  /** Whether its record has been viewed from the folder. */
  view: boolean
}

export const alreadyAdded = words.alreadyAdded
export const notInFolder = words.notInFolder

const storageName = 'temporary-folder'
const timeName = 'temporary-folder-changed'

/** A change of the folder: these records leave it, then those are appended unless they are in it. */
export type FolderChange = { remove: readonly string[]; add: readonly TemporaryItem[] }
/** `at`: of its last change, in milliseconds since 1970; 0 if there was none. */
export type FolderState = { items: readonly TemporaryItem[]; at: number }

/** Called after each change; `here`: it was made in this tab. */
type Listener = (change: FolderChange, here: boolean) => void
const listeners = new Set<Listener>()
let stored = true
/** The folder as this page found it. */
export const loadedFolder: FolderState = readStored()
let state = loadedFolder

export const folderState = (): FolderState => state
export const folderItems = (): readonly TemporaryItem[] => state.items

/** False if storage is full or disabled: the folder then lasts as long as the page. */
export const folderIsStored = (): boolean => stored

/** Returns the sentence to show if all of them were there already. */
export function addToFolder(...added: FolderItem[]): string | undefined {
  const known = idsIn(state.items)
  const fresh = added.filter(({ bibId }) => !known.has(bibId) && known.add(bibId))
  if (fresh.length === 0) return alreadyAdded
  changeFolder({ remove: [], add: fresh.map((item) => ({ ...item, added: true, view: false })) })
  return undefined
}

/** Returns the sentence to show if none of them was there. */
export function removeFromFolder(...bibIds: string[]): string | undefined {
  const known = idsIn(state.items)
  const gone = bibIds.filter((bibId) => known.has(bibId))
  if (gone.length === 0) return notInFolder
  changeFolder({ remove: gone, add: [] })
  return undefined
}

const none: readonly TemporaryItem[] = []
const noItems = () => none

export const useFolderItems = (): readonly TemporaryItem[] => useSyncExternalStore(onFolderChange, folderItems, noItems)

export const onFolderChange = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const idsIn = (items: readonly TemporaryItem[]) => new Set(items.map(({ bibId }) => bibId))

export function withChange(items: readonly TemporaryItem[], { remove, add }: FolderChange): TemporaryItem[] {
  const gone = new Set(remove)
  const rest = items.filter(({ bibId }) => !gone.has(bibId))
  const known = idsIn(rest)
  return [...rest, ...add.filter(({ bibId }) => !known.has(bibId))]
}

/** `here`: false for a change of another tab or device. */
export function changeFolder(made: FolderChange, { at = Date.now(), here = true } = {}) {
  keepItems(withChange(state.items, made), Math.max(at, state.at))
  for (const listener of [...listeners]) listener(made, here)
}

export function keepItems(items: TemporaryItem[], at = state.at) {
  state = { items, at }
  try {
    sessionStorage.setItem(storageName, JSON.stringify(items))
    sessionStorage.setItem(timeName, String(at))
    stored = true
  } catch {
    stored = false
  }
}

function readStored(): FolderState {
  try {
    const items: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? '[]')
    const at = Number(sessionStorage.getItem(timeName))
    return { items: Array.isArray(items) ? items.flatMap(readItem) : [], at: Number.isFinite(at) ? at : 0 }
  } catch {
    return { items: [], at: 0 }
  }
}

/** Another version of these pages may have written it: missing members get defaults. */
export function readItem(value: unknown): TemporaryItem[] {
  if (typeof value !== 'object' || value === null) return []
  const { bibId, itemTitle, itemContributor, dateIssuedMarc, isbn, issn, otherIdentifier, inScript, view } =
    value as Record<string, unknown>
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
      inScript: Array.isArray(inScript) ? inScript.filter((each) => textOf(each?.of) && textOf(each.text)) : undefined,
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
