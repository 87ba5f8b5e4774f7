import { useQuery, useQueryClient } from '@tanstack/react-query'
import { foldersApi } from '#features/folders/contract.ts'
import type { Problem } from '#kit/problem.ts'
import { type Answer, call } from '#kit/web/call.ts'

export type OpenFolder = {
  folder: Answer<typeof foldersApi.folderName>['response']
  items: Answer<typeof foldersApi.folderItems>['response']
  /** The server's sentences about the records, such as that some have left the catalogue. */
  messages: readonly string[]
}

/** Reads the folder's properties before its records, so that the records are never older than its date. */
export async function readFolder(folderId: string): Promise<OpenFolder> {
  const { response: folder } = await call(foldersApi.folderName, { folderId })
  const { response: items, messages } = await call(foldersApi.folderItems, { folderId })
  return { folder, items, messages }
}

/** A saved folder with its records. `show` displays a newer reading of it. */
export function useSavedFolder(folderId: string) {
  const cache = useQueryClient()
  const queryKey = ['saved-folder', folderId]
  const { data, error, refetch } = useQuery<OpenFolder, Problem>({
    queryKey,
    queryFn: () => readFolder(folderId),
    // Colleagues change it too.
    refetchOnMount: 'always',
  })
  const show = (open: OpenFolder) => {
    cache.setQueryData(queryKey, open)
    void cache.invalidateQueries({ queryKey: [foldersApi.listFolders.path] })
  }
  return { open: data, problem: error, again: () => void refetch(), show }
}
