import {
  changeFolder,
  type FolderChange,
  folderItems,
  folderState,
  idsIn,
  keepItems,
  readItem,
  type TemporaryItem,
} from './temporary-folder.ts'

// Changes that few screens make.

export const emptyFolder = (): void => changeFolder({ remove: [...idsIn(folderItems())], add: [] })

/** Undoes a removal: the folder as it was, then the records added since. */
export function restoreFolder(before: readonly TemporaryItem[]): void {
  const known = idsIn(before)
  const since = folderItems().filter((item) => !known.has(item.bibId))
  changeFolder({ remove: [...idsIn(folderItems())], add: [...before, ...since] })
}

export function markViewed(bibId: string): void {
  if (!folderItems().some((item) => item.bibId === bibId && !item.view)) return
  keepItems(folderItems().map((item) => (item.bibId === bibId ? { ...item, view: true } : item)))
  applyToFolder({ remove: [], add: [] }, folderState().at)
}

/** Makes a change of another tab or device here too. */
export function applyToFolder({ remove, add }: FolderChange, at: number): void {
  changeFolder({ remove, add: add.flatMap(readItem) }, { at, here: false })
}

/** The change that turns a folder of these records into this one. */
export function changeSince(bibIds: Iterable<string>): FolderChange {
  const before = new Set(bibIds)
  const now = idsIn(folderItems())
  return {
    remove: [...before].filter((bibId) => !now.has(bibId)),
    add: folderItems().filter(({ bibId }) => !before.has(bibId)),
  }
}
