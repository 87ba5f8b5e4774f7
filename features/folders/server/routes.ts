import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { authoriseDownloads } from '#features/downloads/server/downloads.ts'
import type { Input, Reply } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/serve.ts'
import { folderProblem, foldersApi, type SavedFolder } from '../contract.ts'
import { downloadFolder, downloadTemporaryFolder } from './download-folder.ts'
import { emailFolder } from './email-folder.ts'
import { itemsNow } from './folder-records.ts'
import {
  deleteFolder,
  folderItems,
  folderName,
  listFolders,
  renameFolder,
  saveFolder,
  updateFolder,
} from './folders.ts'
import { checkId, ownFolder } from './own-folder.ts'

export function folderRoutes(http: FastifyInstance, app: App) {
  const downloads = (caller: SchoolCaller) => authoriseDownloads(caller, app.clock)
  serve(
    http,
    app,
    foldersApi,
    {
      downloadTemporaryFolder: (input, { caller, signal }) => downloadTemporaryFolder(app, caller, input, signal),
      emailFolder: (input, { caller }) => emailFolder(app, caller, input),
      saveFolder: (input, { caller }) => saveFolder(app, caller, input),
      listFolders: (_, { caller }) => listFolders(app.db, caller.customerId),
      deleteFolder: ({ folderId }, { caller }) => deleteFolder(app.db, caller.customerId, folderId),
      folderItems: ({ folderId }, { caller }) => folderItems(app, caller.customerId, folderId),
      folderName: ({ folderId }, { caller }) => folderName(app.db, caller.customerId, folderId),
      downloadFolder: (input, { caller, ...call }) => downloadFolder(app, caller, input, call),
      updateFolder: (input, { caller }) => updateFolder(app, caller.customerId, input),
      renameFolder: (input, { caller }) => renameFolder(app, caller.customerId, input),
      shareFolder: (input, { caller }) => shareFolder(app.db, caller.customerId, input),
      sharedFolder: ({ token }) => sharedFolder(app, token),
    },
    { downloadTemporaryFolder: downloads, downloadFolder: downloads },
  )
}

/**
 * Every signed-in person with the link sees the folder. Sharing a shared folder keeps its link; sharing it again after
 * the end gives a new one.
 */
async function shareFolder(
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

/** An unknown link and an expired one get the same answer. */
async function sharedFolder(
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
