import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { highestTotal } from '#features/catalogue/rules.ts'
import { authoriseSearch, searchAmong, searchTitles } from '#features/catalogue/server/catalogue.ts'
import type { DocumentHit, RecordId } from '#features/catalogue/server/catalogue-port.ts'
import { serve } from '#kit/server/serve.ts'
import { downloadedRecordsApi } from '../changed-records/contract.ts'
import {
  changedRecords,
  downloadedAmong,
  goneRecords,
  requestChanged,
} from '../changed-records/server/downloaded-records.ts'
import { downloadsApi } from '../contract.ts'
import { digitalContentRoutes } from '../digital-content/server/digital-content.ts'
import { checkIdentifiers } from '../matching/server/match-identifiers.ts'
import { manageApi } from '../my-downloads/contract.ts'
import { chooseRecords, removeItems, renameRequest } from '../my-downloads/server/change-request.ts'
import { downloadTogether } from '../my-downloads/server/download-together.ts'
import { hideRequests } from '../my-downloads/server/hide-requests.ts'
import { listRequests, requestsByDay } from '../my-downloads/server/list-requests.ts'
import { programsApi } from '../programs/contract.ts'
import { fileRequest, requestFiles } from '../programs/server/programs.ts'
import { authoriseDownloads, createRequest } from './create-request.ts'
import { downloadData, downloadFile, downloadHtml, downloadImage, requestDetails, requestStatus } from './downloads.ts'
import { itemFormats, requestItem } from './request-item.ts'

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
      titleSearch: async ({ bodybuilderquery }, { signal }) =>
        asHits(await searchTitles(app.catalogue, bodybuilderquery, signal)),
      viewItems: ({ bodybuilderquery }, { caller, signal }) =>
        viewItems(app, caller.customerId, bodybuilderquery, signal),
    },
    {
      createRequest: (caller) => authoriseDownloads(caller, app.clock),
      requestItem: (caller) => authoriseDownloads(caller, app.clock),
      titleSearch: authoriseSearch,
    },
  )
  digitalContentRoutes(http, app)
  serve(
    http,
    app,
    programsApi,
    {
      requestFiles: (input, { caller, ...sending }) => requestFiles(app, caller, input, sending),
      fileRequest: ({ requestId }, { caller, reply }) => fileRequest(app, caller, requestId, reply),
    },
    { requestFiles: (caller) => authoriseDownloads(caller, app.clock) },
  )
  serve(http, app, manageApi, {
    listRequests: (input, { caller }) => listRequests(app, caller, input),
    hideRequests: (input, { caller }) => hideRequests(app, caller, input),
    downloadTogether: ({ requestIds }, { caller, ...sending }) =>
      downloadTogether(app, caller.customerId, requestIds, sending),
    yearAndDay: (_, { caller }) => requestsByDay(app, caller.customerId),
    removeItems: (input, { caller, signal }) => removeItems(app, caller, input, signal),
    chooseRecords: (input, { caller, signal }) => chooseRecords(app, caller, input, signal),
    renameRequest: (input, { caller }) => renameRequest(app, caller.customerId, input),
  })
  serve(
    http,
    app,
    downloadedRecordsApi,
    {
      downloadedRecords: (input, { caller }) => downloadedAmong(app, caller.customerId, input),
      changedRecords: (page, { caller }) => changedRecords(app, caller.customerId, page),
      goneRecords: (page, { caller }) => goneRecords(app, caller.customerId, page),
      requestChanged: (_, { caller, signal }) => requestChanged(app, caller, signal),
    },
    { requestChanged: (caller) => authoriseDownloads(caller, app.clock) },
  )
}

/**
 * Searches the records that the school's requests found, including undecided ones. Those of authority requests are
 * headings.
 */
async function viewItems(
  { db, catalogue }: Pick<App, 'db' | 'catalogue'>,
  customerId: string,
  query: unknown,
  signal: AbortSignal,
) {
  return asHits(await searchAmong(catalogue, query, await recordsOfSchool(db, customerId), signal))
}

const asHits = ({ total, hits }: { total: number; hits: DocumentHit[] }) => ({
  hits: {
    total: Math.min(total, highestTotal),
    hits: hits.map(({ id, score, document }) => ({ _id: id, _score: score, _source: document })),
  },
})

async function recordsOfSchool(db: Db, customerId: string): Promise<RecordId[]> {
  const { rows } = await sql<{ id: RecordId }>`
    select distinct id from (
      select jsonb_array_elements_text(matched) as id from download_request
        where customer_id = ${customerId} and type <> 'AUTHORITY'
      union all
      select jsonb_array_elements_text(choice -> 'ids') from download_request,
        jsonb_array_elements(choices) as choice where customer_id = ${customerId}
    ) as found`.execute(db)
  return rows.map(({ id }) => id)
}
