import type { Db } from '#app/app.ts'
import { folderProblem, type SavedFolder } from '../contract.ts'
import type { StoredItem } from './tables.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Another school's folder is reported as absent, not forbidden: its existence is private. */
export function checkId(id: string): string {
  if (!uuid.test(id)) throw folderProblem('folder_not_found')
  return id
}

/** Folders of a school as they are shown; their records are not read. */
export const foldersOf = (db: Db, customerId: string) =>
  db
    .selectFrom('savedFolder')
    .innerJoin('appUser', 'appUser.id', 'savedFolder.userId')
    .where('savedFolder.customerId', '=', customerId)
    .select(['savedFolder.id', 'name', 'userId', 'itemCount', 'shareToken', 'savedFolder.createdAt', 'updatedAt'])
    .select(['firstName', 'lastName'])

type Row = Awaited<ReturnType<ReturnType<typeof foldersOf>['executeTakeFirstOrThrow']>>

export async function ownFolder(db: Db, customerId: string, id: string): Promise<SavedFolder> {
  const row = await foldersOf(db, customerId).where('savedFolder.id', '=', checkId(id)).executeTakeFirst()
  if (!row) throw folderProblem('folder_not_found')
  return asReply(row)
}

/** Its name and its records as they were saved. */
export async function storedFolder(
  db: Db,
  customerId: string,
  id: string,
): Promise<{ name: string; items: StoredItem[] }> {
  const row = await db
    .selectFrom('savedFolder')
    .select(['name', 'items'])
    .where('id', '=', checkId(id))
    .where('customerId', '=', customerId)
    .executeTakeFirst()
  if (!row) throw folderProblem('folder_not_found')
  return row
}

export const asReply = (row: Row): SavedFolder => ({
  id: row.id,
  listName: row.name,
  folderName: row.name,
  userId: row.userId,
  savedBy: `${row.firstName} ${row.lastName}`.trim(),
  recordLength: row.itemCount,
  createdDate: row.createdAt.toISOString(),
  updatedDate: row.updatedAt.toISOString(),
  shareToken: row.shareToken,
})
