import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import type { Input, Reply } from '#kit/contract.ts'
import { folderProblem, type foldersApi, type SavedFolder } from '../contract.ts'
import { itemsNow } from './folder-records.ts'
import { checkId, ownFolder } from './own-folder.ts'

/** Whoever has the link and signs in sees the folder. Sharing that goes on keeps its link; a new one begins with another. */
export async function shareFolder(
  db: Db,
  customerId: string,
  { folderId, shared }: Input<typeof foldersApi.shareFolder>,
): Promise<{ response: SavedFolder }> {
  const link = shared ? sql<string>`coalesce(share_token, ${randomBytes(24).toString('base64url')})` : null
  await db
    .updateTable('savedFolder')
    .set({ shareToken: link })
    .where('id', '=', checkId(folderId))
    .where('customerId', '=', customerId)
    .execute()
  return { response: await ownFolder(db, customerId, folderId) }
}

/** A link that never was and one that has ended are the same to whoever follows it. */
export async function sharedFolder(
  app: Pick<App, 'db' | 'catalogue'>,
  token: string,
): Promise<Omit<Reply<typeof foldersApi.sharedFolder>, 'responseCode'>> {
  const found = /^[\w-]{32}$/.test(token)
    ? await app.db
        .selectFrom('savedFolder')
        .innerJoin('customer', 'customer.id', 'savedFolder.customerId')
        .where('shareToken', '=', token)
        .select(['savedFolder.name as listName', 'customer.name as sharedBy', 'updatedAt', 'items'])
        .executeTakeFirst()
    : undefined
  if (!found) throw folderProblem('folder_not_found')
  const { updatedAt, items, ...shown } = found
  return { response: { ...shown, updatedDate: updatedAt.toISOString(), items: await itemsNow(app, items) } }
}
