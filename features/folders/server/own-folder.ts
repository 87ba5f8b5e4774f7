import { sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Db } from '#app/app.ts'
import { folderProblem, type SavedFolder } from '../contract.ts'
import type { StoredItem } from './tables.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Another school's folder is reported as absent, not forbidden: its existence is private. */
export function checkId(id: string): string {
  if (!uuid.test(id)) throw folderProblem('folder_not_found')
  return id
}

/** The displayed columns of a folder, without its records. */
const columns = [
  'savedFolder.id',
  'savedFolder.name',
  'savedFolder.userId',
  'savedFolder.itemCount',
  'savedFolder.shareToken',
  'savedFolder.createdAt',
  'savedFolder.updatedAt',
  'appUser.firstName',
  'appUser.lastName',
] as const

const foldersOf = (db: Db, customerId: string) =>
  db
    .selectFrom('savedFolder')
    .innerJoin('appUser', 'appUser.id', 'savedFolder.userId')
    .where('savedFolder.customerId', '=', customerId)

export async function ownFolder(db: Db, customerId: string, id: string): Promise<SavedFolder> {
  const row = await foldersOf(db, customerId)
    .where('savedFolder.id', '=', checkId(id))
    .select(columns)
    .executeTakeFirst()
  if (!row) throw folderProblem('folder_not_found')
  return asReply(row)
}

/**
 * All folders of a school, the last changed first. They come as one JSON text: 20,000 separate rows would take four
 * times as long to read.
 */
export async function allFolders(db: Db, customerId: string): Promise<SavedFolder[]> {
  const { folders } = await foldersOf(db, customerId)
    .select(({ ref }) => {
      const folder = jsonBuildObject(Object.fromEntries(columns.map((column) => [column.split('.')[1]!, ref(column)])))
      return sql<Row[] | null>`json_agg(${folder} order by ${ref('updatedAt')} desc, ${ref('savedFolder.id')})`.as(
        'folders',
      )
    })
    .executeTakeFirstOrThrow()
  return (folders ?? []).map(asReply)
}

/** The folder's name and its records as they were saved. */
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

type Row = {
  id: string
  name: string
  userId: string
  itemCount: number
  shareToken: string | null
  /** Text if it comes from JSON. */
  createdAt: Date | string
  updatedAt: Date | string
  firstName: string
  lastName: string
}

const asReply = (row: Row): SavedFolder => ({
  id: row.id,
  listName: row.name,
  folderName: row.name,
  userId: row.userId,
  savedBy: `${row.firstName} ${row.lastName}`.trim(),
  recordLength: row.itemCount,
  createdDate: new Date(row.createdAt).toISOString(),
  updatedDate: new Date(row.updatedAt).toISOString(),
  shareToken: row.shareToken,
})
