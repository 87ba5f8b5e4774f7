import { foldersApi, type SavedFolder } from '#features/folders/contract.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'

type Listed = { bibId: string }

export type Saved = { folder: Pick<SavedFolder, 'id' | 'listName' | 'recordLength'>; messages: readonly string[] }
/** `taken`: the school has a folder with this name already. */
export type SaveOutcome = { is: 'saved'; saved: Saved } | { is: 'taken'; folderId: string }

/** The server has the records, so their numbers are enough. */
const numbersOf = (items: readonly Listed[]) => items.map(({ bibId }) => ({ bibId }))
export const folderJson = (items: readonly Listed[]): string => JSON.stringify(numbersOf(items))

export async function saveAs(folderName: string, items: readonly Listed[]): Promise<SaveOutcome> {
  try {
    const { response, messages } = await call(foldersApi.saveFolder, {
      folderName,
      searchFolderJson: folderJson(items),
      recordLength: items.length,
    })
    return { is: 'saved', saved: { folder: response, messages } }
  } catch (error) {
    if (error instanceof Problem && error.code === 'folder_name_taken' && error.about?.folderId)
      return { is: 'taken', folderId: error.about.folderId }
    throw error
  }
}

/** Replaces the records of a saved folder, unless it has changed since `seen`. */
export async function replaceRecords(folderId: string, items: readonly Listed[], seen: Date | null): Promise<Saved> {
  const { response, messages } = await call(foldersApi.updateFolder, {
    folderId,
    recordLength: items.length,
    items: numbersOf(items),
    ...(seen ? { updatedDate: seen.toISOString() } : {}),
  })
  return { folder: response, messages }
}
