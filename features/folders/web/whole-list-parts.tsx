import type { FolderItem } from '#features/catalogue/web/hit-facts.ts'
import { folderProblem, maxFolderItems } from '#features/folders/contract.ts'
import { counted, grouped } from '#kit/web/format.ts'
import { words } from '../messages.ts'
import {
  addToFolder,
  alreadyAdded,
  folderIsStored,
  folderItems,
  removeFromFolder,
} from '../temporary/web/temporary-folder.ts'

/** Adds all of these records to the temporary folder or, if it cannot hold them, none. */
export function addAll(items: FolderItem[]): { sentence: string; undo?: () => void } {
  const held = new Set(folderItems().map(({ bibId }) => bibId))
  const fresh = items.filter(({ bibId }) => !held.has(bibId))
  if (fresh.length === 0) return { sentence: alreadyAdded }
  if (held.size + fresh.length > maxFolderItems)
    throw folderProblem('folder_too_large', {
      messages: [words.tooMany({ max: grouped(maxFolderItems), held: grouped(held.size) })],
    })
  const wasStored = folderIsStored()
  const undo = () => void removeFromFolder(...fresh.map(({ bibId }) => bibId))
  addToFolder(...fresh)
  if (wasStored && !folderIsStored()) {
    undo()
    throw folderProblem('folder_too_large', {
      messages: [words.storageFull],
    })
  }
  const others = items.length - fresh.length
  const records = counted(fresh.length, words.record, words.records)
  const sentence = others > 0 ? words.addedBeside({ records, others: grouped(others) }) : words.added({ records })
  return { sentence, undo }
}
