import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { downloadsApi } from '../contract.ts'
import { keptApi } from '../kept-contract.ts'
import { manageApi } from '../manage-contract.ts'
import { askRoutes } from './ask-routes.ts'
import { chooseRecords, removeItems, renameRequest } from './change-request.ts'
import { admitToDownloads, createRequest } from './create-request.ts'
import { downloadData, downloadFile, downloadHtml, downloadImage, requestDetails, requestStatus } from './downloads.ts'
import { changedRecords, downloadedAmong, goneRecords, requestChanged } from './kept-records.ts'
import { listRequests } from './list-requests.ts'
import { checkIdentifiers } from './match-identifiers.ts'
import { itemFormats, requestItem } from './request-item.ts'
import { requestsByDay } from './requests-by-day.ts'

export function downloadRoutes(http: FastifyInstance, app: App) {
  serve(
    http,
    app,
    downloadsApi,
    {
      createRequest: (input, { caller, signal }) => createRequest(app, caller, input, signal),
      checkIdentifiers: ({ identifiers }) => checkIdentifiers(app.catalogue, identifiers),
      requestDetails: ({ requestId }, { caller }) => requestDetails(app, caller.customerId, requestId),
      requestStatus: ({ requestId }, { caller }) => requestStatus(app, caller.customerId, requestId),
      downloadFile: ({ requestId }, { caller, ...sending }) => downloadFile(app, caller.customerId, requestId, sending),
      downloadData: ({ requestId }, { caller, ...sending }) => downloadData(app, caller.customerId, requestId, sending),
      downloadImage: ({ requestId }, { caller, ...sending }) =>
        downloadImage(app, caller.customerId, requestId, sending),
      downloadHtml: (input, { caller, ...sending }) => downloadHtml(app, caller.customerId, input, sending),
      itemFormats: ({ bibId }, { caller }) => itemFormats(app, caller.customerId, bibId),
      requestItem: (input, { caller, signal }) => requestItem(app, caller, input, signal),
    },
    {
      createRequest: (caller) => admitToDownloads(caller, app.clock()),
      requestItem: (caller) => admitToDownloads(caller, app.clock()),
    },
  )
  askRoutes(http, app)
  serve(http, app, manageApi, {
    listRequests: (input, { caller }) => listRequests(app, caller.customerId, input),
    yearAndDay: (_, { caller }) => requestsByDay(app, caller.customerId),
    removeItems: (input, { caller, signal }) => removeItems(app, caller, input, signal),
    chooseRecords: (input, { caller, signal }) => chooseRecords(app, caller, input, signal),
    renameRequest: (input, { caller }) => renameRequest(app, caller.customerId, input),
  })
  serve(
    http,
    app,
    keptApi,
    {
      downloadedRecords: (input, { caller }) => downloadedAmong(app, caller.customerId, input),
      changedRecords: (page, { caller }) => changedRecords(app, caller.customerId, page),
      goneRecords: (page, { caller }) => goneRecords(app, caller.customerId, page),
      requestChanged: (_, { caller, signal }) => requestChanged(app, caller, signal),
    },
    { requestChanged: (caller) => admitToDownloads(caller, app.clock()) },
  )
}
