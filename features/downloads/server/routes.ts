import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { highestTotal } from '#features/catalogue/rules.ts'
import { admitToSearch, newestOf, searchAmong, searchTitles } from '#features/catalogue/server/catalogue.ts'
import type { DocumentHit, RecordId } from '#features/catalogue/server/catalogue-port.ts'
import { collectionRecords } from '#features/downloads/collections/server/collections.ts'
import type { Input, Reply } from '#kit/contract.ts'
import type { Caller, SchoolCaller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/serve.ts'
import { itemTypes } from '#marc/crosswalk/item-types.ts'
import { keptApi } from '../changed-records/contract.ts'
import { changedRecords, downloadedAmong, goneRecords, requestChanged } from '../changed-records/server/kept-records.ts'
import { type DownloadRequest, downloadsApi, maxIdentities } from '../contract.ts'
import { askApi, askProblem, mostDigitalDays } from '../digital-content/contract.ts'
import { checkIdentifiers } from '../matching/server/match-identifiers.ts'
import { manageApi } from '../my-downloads/contract.ts'
import { chooseRecords, removeItems, renameRequest } from '../my-downloads/server/change-request.ts'
import { listRequests } from '../my-downloads/server/list-requests.ts'
import { admitToDownloads, createRequest, requestRecords } from './create-request.ts'
import { downloadData, downloadFile, downloadHtml, downloadImage, requestDetails, requestStatus } from './downloads.ts'
import { itemFormats, requestItem } from './request-item.ts'
import { cleanName, nameOfDays } from './request-name.ts'

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

function askRoutes(http: FastifyInstance, app: App) {
  const downloads = (caller: SchoolCaller) => admitToDownloads(caller, app.clock())
  const search = (caller: Caller | null) => admitToSearch(caller, app.clock().toISOString().slice(0, 10))
  serve(
    http,
    app,
    askApi,
    {
      titleSearch: async ({ bodybuilderquery }, { signal }) =>
        asHits(await searchTitles(app.catalogue, bodybuilderquery, signal)),
      viewItems: ({ bodybuilderquery }, { caller, signal }) =>
        viewItems(app, caller.customerId, bodybuilderquery, signal),
      createDigital: (input, { caller, signal }) => createDigital(app, caller, input, signal),
      countDigital: (days) => countDigital(app, days),
      createCollection: (input, { caller, signal }) => createCollection(app, caller, input, signal),
    },
    { titleSearch: search, createDigital: downloads, createCollection: downloads },
  )
}

/** Requests what the catalogue has of a collection, in the collection's order and under its name. */
async function createCollection(
  app: Pick<App, 'db' | 'catalogue' | 'queue' | 'clock' | 'metrics'>,
  caller: SchoolCaller,
  { collectionId, content }: Input<typeof askApi.createCollection>,
  signal: AbortSignal,
): Promise<{ response: DownloadRequest }> {
  const collection = await collectionRecords(app, collectionId)
  if (!collection) throw askProblem('collection_not_found')
  const { name, ids } = collection
  return requestRecords(app, caller, { type: 'COLLECTION', name, ids, content, asked: { collectionId } }, signal)
}

const dayMs = 86_400_000
const daysShown = 366

/** How many requests the school made, in UTC: all years, and the last days. Days without any are left out. */
async function requestsByDay(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  customerId: string,
): Promise<Reply<typeof manageApi.yearAndDay>> {
  const day = sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`
  const rows = await db
    .selectFrom('downloadRequest')
    .where('customerId', '=', customerId)
    .select(({ fn }) => [day.as('day'), fn.countAll().as('count'), fn.sum('matchedCount').as('records')])
    .groupBy(day)
    .orderBy(day)
    .execute()
  // A database counts in numbers too large for JSON, and sends them as text.
  const days = rows.map((row) => ({ day: row.day, count: Number(row.count), records: Number(row.records) }))
  const years = new Map<number, { year: number; count: number; records: number }>()
  for (const { day: on, count, records } of days) {
    const year = Number(on.slice(0, 4))
    const before = years.get(year) ?? { year, count: 0, records: 0 }
    years.set(year, { year, count: before.count + count, records: before.records + records })
  }
  const first = new Date(clock().getTime() - (daysShown - 1) * dayMs).toISOString().slice(0, 10)
  return { response: { years: [...years.values()], days: days.filter(({ day: on }) => on >= first) } }
}

/**
 * A search among the records that the school's requests found; what is still to be chosen from is among them. Those of
 * authority requests are headings.
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

type Days = { from: string; to: string }

/** Requests the digital content of these days. Of more than one request takes, the newest; the reply says so. */
async function createDigital(
  app: Pick<App, 'db' | 'catalogue' | 'queue' | 'clock' | 'metrics'>,
  caller: SchoolCaller,
  { from, to, bodybuilderquery, requestName, content }: Input<typeof askApi.createDigital>,
  signal: AbortSignal,
): Promise<{ response: DownloadRequest }> {
  const hold = digitalContent({ from, to })
  const { total, ids } = await newestOf(app.catalogue, { hold, query: bodybuilderquery, most: maxIdentities }, signal)
  return requestRecords(
    app,
    caller,
    {
      type: 'DIGITAL',
      name: cleanName(requestName) || nameOfDays(from, to),
      ids,
      content,
      asked: { from, to, ...(total > ids.length ? { total } : {}) },
    },
    signal,
  )
}

async function countDigital(
  { catalogue }: Pick<App, 'catalogue'>,
  days: Days,
): Promise<{ response: { count: number } }> {
  const [count = 0] = await catalogue.counts([{ kind: 'and', clauses: digitalContent(days) }])
  return { response: { count } }
}

const day = 86_400_000

/** What is of the category Digital and was catalogued on one of these days, both included. */
function digitalContent({ from, to }: Days) {
  const days = (Date.parse(to) - Date.parse(from)) / day
  if (days < 0) throw askProblem('range_backwards')
  if (days > mostDigitalDays) throw askProblem('range_too_long')
  return [
    { kind: 'values' as const, field: 'scisType' as const, values: [...itemTypes.Digital] },
    { kind: 'range' as const, field: 'voyagerCreateDate' as const, from, to },
  ]
}
