import type { ExportTable } from '#ui/save-table.ts'
import type { Order } from '#ui/table.tsx'
import type { ShownFolder } from './saved-folders-screen.tsx'

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

const compare: Record<string, (a: ShownFolder, b: ShownFolder) => number> = {
  name: (a, b) => collator.compare(a.listName, b.listName),
  records: (a, b) => a.recordLength - b.recordLength,
  person: (a, b) => collator.compare(a.savedBy, b.savedBy),
  changed: (a, b) => Number(a.updatedDate) - Number(b.updatedDate),
  shared: (a, b) => Number(a.shareToken !== null) - Number(b.shareToken !== null),
}

/** Equal ones keep the order of the server: the one that changed last first. */
export function sortFolders(folders: readonly ShownFolder[], { by, descending }: Order): ShownFolder[] {
  const turn = descending ? -1 : 1
  return [...folders].sort((a, b) => compare[by]!(a, b) * turn)
}

/** Those whose name or person has every typed word, in any case and with or without accents. */
export function findFolders(folders: readonly ShownFolder[], typed: string): readonly ShownFolder[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return folders
  return folders.filter(({ listName, savedBy }) => {
    const text = plain(`${listName} ${savedBy}`)
    return words.every((word) => text.includes(word))
  })
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export const foldersCsv = (folders: readonly ShownFolder[]): ExportTable => ({
  columns: ['Name', 'Records', 'Saved by', 'Created', 'Changed', 'Shared'],
  rows: folders.map((folder) => [
    folder.listName,
    folder.recordLength,
    folder.savedBy,
    folder.createdDate?.toISOString().slice(0, 10) ?? '',
    folder.updatedDate?.toISOString().slice(0, 10) ?? '',
    folder.shareToken === null ? 'no' : 'yes',
  ]),
})
