import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { admitToDownloads } from '#features/downloads/server/downloads.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/serve.ts'
import { foldersApi } from '../contract.ts'
import { downloadFolder, downloadTemporaryFolder } from './download-folder.ts'
import { emailFolder } from './email-folder.ts'
import {
  deleteFolder,
  folderItems,
  folderName,
  listFolders,
  renameFolder,
  saveFolder,
  updateFolder,
} from './folders.ts'
import { sharedFolder, shareFolder } from './share-folder.ts'

export function folderRoutes(http: FastifyInstance, app: App) {
  const downloads = (caller: SchoolCaller) => admitToDownloads(caller, app.clock())
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
      downloadFolder: ({ folderId }, { caller, ...call }) => downloadFolder(app, caller, folderId, call),
      updateFolder: (input, { caller }) => updateFolder(app, caller.customerId, input),
      renameFolder: (input, { caller }) => renameFolder(app, caller.customerId, input),
      shareFolder: (input, { caller }) => shareFolder(app.db, caller.customerId, input),
      sharedFolder: ({ token }) => sharedFolder(app, token),
    },
    { downloadTemporaryFolder: downloads, downloadFolder: downloads },
  )
}
