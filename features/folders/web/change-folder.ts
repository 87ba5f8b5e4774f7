import { folderProblem } from '#features/folders/contract.ts'
import { Problem } from '#kit/problem.ts'
import { type OpenFolder, readFolder } from '../saved/web/use-saved-folder.ts'
import { replaceRecords } from '../temporary/web/save-folder.ts'

/** A change of a folder's list of record numbers. */
export type Change = (bibIds: readonly string[]) => string[]

export type Changed =
  | { is: 'done'; open: OpenFolder; before: readonly string[]; messages: readonly string[] }
  /** The folder differs from what the person has seen. */
  | { is: 'changed meanwhile'; newest: OpenFolder }

const idsOf = ({ items }: OpenFolder) => items.map(({ bibId }) => bibId)

/**
 * Applies a change to the folder's current state, never to an earlier reading, so that a colleague's work is kept. With
 * `seen`, it first checks that the records are still the same.
 */
export async function changeFolder(folderId: string, change: Change, seen?: OpenFolder, tries = 3): Promise<Changed> {
  const newest = await readFolder(folderId)
  const before = idsOf(newest)
  if (seen && before.join('\n') !== idsOf(seen).join('\n')) return { is: 'changed meanwhile', newest }
  const after = change(before)
  if (after.length === 0) throw folderProblem('folder_empty')
  if (after.join('\n') === before.join('\n')) return { is: 'done', open: newest, before, messages: [] }
  try {
    const items = after.map((bibId) => ({ bibId }))
    const { messages } = await replaceRecords(folderId, items, newest.folder.updatedDate)
    return { is: 'done', open: await readFolder(folderId), before, messages }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'folder_changed' || tries === 1) throw error
    // Changed between reading and writing.
    return changeFolder(folderId, change, seen, tries - 1)
  }
}

export const without =
  (gone: ReadonlySet<string>): Change =>
  (bibIds) =>
    bibIds.filter((bibId) => !gone.has(bibId))

/** Appends to the existing records. */
export const withAdded =
  (added: readonly string[]): Change =>
  (bibIds) => [...new Set([...bibIds, ...added])]

/** The former list, then the records added since; `taken` were added by the change that is undone. */
export const backTo =
  (before: readonly string[], taken: readonly string[] = []): Change =>
  (bibIds) => {
    const known = new Set([...before, ...taken])
    return [...before, ...bibIds.filter((bibId) => !known.has(bibId))]
  }
