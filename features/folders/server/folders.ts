import { randomUUID } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import type { Input } from '#kit/contract.ts'
import { normalised } from '#kit/normalised.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import {
  type FolderItem,
  folderProblem,
  type foldersApi,
  maxFolderNameLength,
  maxFolders,
  type SavedFolder,
} from '../contract.ts'
import { goneFromCatalogue, itemsNow, leftOut, recordsOf, toStore } from './folder-records.ts'
import { allFolders, checkId, ownFolder, storedFolder } from './own-folder.ts'
import { readBibIds } from './read-items.ts'

type Needs = Pick<App, 'db' | 'catalogue' | 'clock'>
type Saved = { response: SavedFolder; messages: string[] }

export async function listFolders(db: Db, customerId: string): Promise<{ response: SavedFolder[] }> {
  return { response: await allFolders(db, customerId) }
}

/** Saves the records that the catalogue has. A name is unique within a school, even for simultaneous saves. */
export async function saveFolder(
  app: Needs,
  { customerId, userId }: Pick<SchoolCaller, 'customerId' | 'userId'>,
  { folderName, searchFolderJson }: Input<typeof foldersApi.saveFolder>,
): Promise<Saved> {
  const { db, clock } = app
  const named = readFolderName(folderName)
  const requested = readBibIds(searchFolderJson)
  const items = await recordsOf(app, requested)
  if (items.length === 0) throw folderProblem('folder_empty')
  const now = clock()
  const folder = {
    id: randomUUID(),
    customerId,
    userId,
    ...named,
    ...toStore(items),
    shareToken: null,
    createdAt: now,
    updatedAt: now,
  }
  const saved = await db.transaction().execute(async (tx) => {
    await refuseOneTooMany(tx, customerId)
    return tx
      .insertInto('savedFolder')
      .values(folder)
      .onConflict((conflict) => conflict.columns(['customerId', 'nameKey']).doNothing())
      .returning('id')
      .executeTakeFirst()
  })
  if (!saved) throw await nameTaken(db, customerId, named.nameKey)
  return { response: await ownFolder(db, customerId, saved.id), messages: leftOut(requested.length - items.length) }
}

/** Records that have left the catalogue stay in the folder as long as the list names them. */
export async function updateFolder(
  app: Needs,
  customerId: string,
  { folderId, items: sent, updatedDate }: Input<typeof foldersApi.updateFolder>,
): Promise<Saved> {
  const { db, clock } = app
  const before = await storedFolder(db, customerId, folderId)
  const requested = readBibIds(sent)
  const items = await recordsOf(app, requested, before.items)
  if (items.length === 0) throw folderProblem('folder_empty')
  const seen = updatedDate === undefined ? undefined : new Date(updatedDate)
  await change(db, customerId, folderId, { ...toStore(items), updatedAt: clock() }, seen)
  return {
    response: await ownFolder(db, customerId, folderId),
    messages: ['Folder updated successfully', ...leftOut(requested.length - items.length)],
  }
}

export async function renameFolder(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  customerId: string,
  { folderId, folderName }: Input<typeof foldersApi.renameFolder>,
): Promise<{ response: SavedFolder }> {
  await ownFolder(db, customerId, folderId)
  const named = readFolderName(folderName)
  try {
    await change(db, customerId, folderId, { ...named, updatedAt: clock() })
  } catch (error) {
    throw isTaken(error) ? await nameTaken(db, customerId, named.nameKey) : error
  }
  return { response: await ownFolder(db, customerId, folderId) }
}

export async function deleteFolder(db: Db, customerId: string, folderId: string): Promise<{ messages: string[] }> {
  const gone = await db
    .deleteFrom('savedFolder')
    .where('id', '=', checkId(folderId))
    .where('customerId', '=', customerId)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw folderProblem('folder_not_found')
  return { messages: ['Folder deleted successfully'] }
}

export async function folderItems(
  app: Pick<App, 'db' | 'catalogue'>,
  customerId: string,
  folderId: string,
): Promise<{ response: FolderItem[]; messages: string[] }> {
  const { items } = await storedFolder(app.db, customerId, folderId)
  const response = await itemsNow(app, items)
  return { response, messages: goneFromCatalogue(response.filter(({ inCatalogue }) => !inCatalogue).length) }
}

export async function folderName(
  db: Db,
  customerId: string,
  folderId: string,
): Promise<{ listName: string; response: SavedFolder }> {
  const response = await ownFolder(db, customerId, folderId)
  return { listName: response.listName, response }
}

type Changes = { items?: string; itemCount?: number; name?: string; nameKey?: string; updatedAt: Date }

/** Changes a folder; with `seen`, only if it has not changed since then. */
async function change(db: Db, customerId: string, id: string, changes: Changes, seen?: Date) {
  let wanted = db
    .updateTable('savedFolder')
    .set(changes)
    .where('id', '=', checkId(id))
    .where('customerId', '=', customerId)
  if (seen) wanted = wanted.where('updatedAt', '=', seen)
  if (await wanted.returning('id').executeTakeFirst()) return
  // Changed, or deleted, since it was read.
  await ownFolder(db, customerId, id)
  throw folderProblem('folder_changed')
}

/** Locks the school's row, so that concurrent saves are counted one after the other. */
async function refuseOneTooMany(tx: Db, customerId: string) {
  await tx.selectFrom('customer').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('savedFolder')
    .where('customerId', '=', customerId)
    .select((folder) => folder.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxFolders) throw folderProblem('too_many_folders')
}

/** Names the folder that has the name, so that the page can offer to replace it. */
async function nameTaken(db: Db, customerId: string, nameKey: string) {
  const other = await db
    .selectFrom('savedFolder')
    .select('id')
    .where('customerId', '=', customerId)
    .where('nameKey', '=', nameKey)
    .executeTakeFirst()
  return refuse('folder_name_taken', other && { folderId: other.id })
}

/** PostgreSQL's `unique_violation`. */
const isTaken = (error: unknown) => (error as { code?: unknown }).code === '23505'

/**
 * A folder's name for display and for comparison: names that differ in case, in the encoding of an accent, in spaces or
 * in invisible characters are one name.
 */
function readFolderName(typed: string): { name: string; nameKey: string } {
  // Far above the limit: not worth normalising.
  if (typed.length > 16 * maxFolderNameLength) throw refuse('folder_name_too_long')
  const name = normalised(typed, 'NFC').replace(turning, '').replace(/\s+/gu, ' ').trim()
  if (/\p{Cc}/u.test(name)) throw refuse('folder_name_unreadable')
  const nameKey = keyOf(name)
  if (nameKey === '') throw refuse('folder_name_missing')
  if ([...name].length > maxFolderNameLength) throw refuse('folder_name_too_long')
  return { name, nameKey }
}

/** Bidi controls, which change the direction of the text after them, including the sentence around the name. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g
/** Format characters, fillers, variation selectors, and the Braille cell without dots. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Folds through upper case, so that `ß` equals `ss` and all forms of sigma are equal. */
const keyOf = (name: string) =>
  normalised(name.replace(unseen, '').replace(/\s+/gu, ' ').trim().toUpperCase().toLowerCase(), 'NFC')

type NameProblem = 'folder_name_missing' | 'folder_name_too_long' | 'folder_name_unreadable' | 'folder_name_taken'

/** The sentence is shown at the field too. */
function refuse(code: NameProblem, about?: { folderId: string }) {
  const { messages } = folderProblem(code)
  return folderProblem(code, { errors: { folderName: messages }, ...(about ? { about } : {}) })
}
