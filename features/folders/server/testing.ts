import type { Person, TestApp } from '#app/testing.ts'
import { book } from '#features/downloads/server/testing.ts'
import { foldersApi } from '../contract.ts'

export const books = [
  { id: '1000001', title: 'The BFG', isbns: ['9780141365428'] },
  { id: '1000002', title: 'The hobbit', isbns: ['0261103342'] },
  { id: '1000003', title: 'Matilda' },
  { id: '1000004', title: 'School magazine', issn: '0036-6854' },
].map(book)

export const items = (...bibIds: string[]) => bibIds.map((bibId) => ({ bibId }))

/** A saved folder with these records, by default two. */
export async function savedFolder(
  app: TestApp,
  folderName: string,
  { person = 'hillview', bibIds = ['1000002', '1000001'] }: { person?: Person; bibIds?: string[] } = {},
) {
  const saved = await app.as(person)(foldersApi.saveFolder, { folderName, searchFolderJson: items(...bibIds) })
  return saved.response
}
