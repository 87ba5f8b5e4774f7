import type { FolderItem } from '#features/folders/contract.ts'
import { counted } from '#kit/web/format.ts'
import type { Notice } from './folder-notice.tsx'
import { addToFolder, folderItems, removeFromFolder } from './temporary-folder.ts'

/** Skips records that have left the catalogue. Undo keeps the records that were there before. */
export function putIntoTemporary(items: readonly FolderItem[], tell: (notice: Notice) => void): void {
  const held = new Set(folderItems().map(({ bibId }) => bibId))
  const fresh = items.filter(({ bibId, inCatalogue }) => inCatalogue && !held.has(bibId))
  const refusal = addToFolder(...fresh.map(({ inCatalogue: _, ...item }) => item))
  if (refusal) {
    tell({ text: refusal })
    return
  }
  const what = counted(fresh.length, 'record')
  tell({
    tone: 'ok',
    text: `${what} added to the temporary folder.`,
    link: { href: '/discover/temp/folder', label: 'Open it' },
    undo: () => {
      const missing = removeFromFolder(...fresh.map(({ bibId }) => bibId))
      tell(missing ? { text: missing } : { text: `${what} removed from the temporary folder.` })
    },
  })
}
