import { type SelectQueryBuilder, sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { schoolDay } from '#features/account/time-zone/server/time-zone.ts'
import type { RecordId } from '#features/catalogue/server/catalogue-port.ts'
import type { Input, RawReply } from '#kit/contract.ts'
import { writtenDay } from '#kit/day.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { type DownloadRequest, maxIdentities } from '../../contract.ts'
import { requestRecords } from '../../server/create-request.ts'
import { changedPerPage, type downloadedRecordsApi, downloadedRecordsProblem } from '../contract.ts'

/** The records among these that the school has, each once, and whether the catalogue now has another version. */
export async function downloadedAmong(
  { db }: Pick<App, 'db'>,
  customerId: string,
  { bibIds }: Input<typeof downloadedRecordsApi.downloadedRecords>,
): Promise<RawReply<typeof downloadedRecordsApi.downloadedRecords>> {
  const ids = typeof bibIds === 'string' ? bibIds.split(',') : bibIds
  const rows = await db
    .selectFrom('downloadedRecord as downloaded')
    .leftJoin('knownRecord as known', 'known.recordId', 'downloaded.recordId')
    .where('customerId', '=', customerId)
    .where(sql<boolean>`downloaded.record_id in (select json_array_elements_text(${JSON.stringify(ids)}::json))`)
    .select(['downloaded.recordId as id', 'downloadedAt'])
    .select(sql<boolean>`coalesce(known.print <> downloaded.print and known.gone_at is null, false)`.as('changed'))
    .execute()
  return {
    response: rows.map(({ id, downloadedAt, changed }) => ({
      id,
      downloadedDate: downloadedAt.toISOString(),
      changed,
    })),
  }
}

type Page = { pageNumber?: number | undefined; pageSize?: number | undefined }
const pageOf = ({ pageNumber = 1, pageSize = changedPerPage }: Page) => ({
  limit: pageSize,
  offset: (pageNumber - 1) * pageSize,
})

/** Records of which the school has an older version, the latest change first. */
export async function changedRecords(
  { db, catalogue }: Pick<App, 'db' | 'catalogue'>,
  customerId: string,
  page: Page,
): Promise<RawReply<typeof downloadedRecordsApi.changedRecords>> {
  const { limit, offset } = pageOf(page)
  const rows = await latest(changedOf(db, customerId)).limit(limit).offset(offset).execute()
  const documents = await catalogue.documents(rows.map(({ recordId }) => recordId))
  const byId = new Map(documents.map((document) => [document.id, document]))
  return {
    response: rows.flatMap(({ recordId, downloadedAt, changedAt }) => {
      const document = byId.get(recordId)
      if (!document) return []
      const dates = { downloadedDate: downloadedAt.toISOString(), changedDate: changedAt!.toISOString() }
      return [{ _id: recordId, _score: null, _source: document, ...dates }]
    }),
    totalCount: await countOf(changedOf(db, customerId)),
    goneCount: await countOf(goneOf(db, customerId)),
  }
}

/** Records that the school has but the catalogue no longer does, the last removed first. */
export async function goneRecords(
  { db }: Pick<App, 'db'>,
  customerId: string,
  page: Page,
): Promise<RawReply<typeof downloadedRecordsApi.goneRecords>> {
  const { limit, offset } = pageOf(page)
  const rows = await goneOf(db, customerId)
    .select(['downloaded.recordId', 'downloadedAt', 'title', 'goneAt'])
    .orderBy('goneAt', 'desc')
    .orderBy('downloaded.recordId')
    .limit(limit)
    .offset(offset)
    .execute()
  return {
    response: rows.map(({ recordId, title, downloadedAt, goneAt }) => ({
      id: recordId,
      title,
      downloadedDate: downloadedAt.toISOString(),
      goneDate: goneAt!.toISOString(),
    })),
    totalCount: await countOf(goneOf(db, customerId)),
  }
}

/** A request of all changed records; if they exceed one request, of those that changed last. */
export async function requestChanged(
  app: Pick<App, 'db' | 'catalogue' | 'queue' | 'clock' | 'metrics' | 'recall'>,
  caller: SchoolCaller,
  signal: AbortSignal,
): Promise<{ response: DownloadRequest }> {
  const rows = await latest(changedOf(app.db, caller.customerId)).limit(maxIdentities).execute()
  const ids: RecordId[] = rows.map(({ recordId }) => recordId)
  if (ids.length === 0) throw downloadedRecordsProblem('nothing_changed')
  const name = `Records changed since you downloaded them, ${writtenDay(await schoolDay(app, caller.customerId))}`
  return requestRecords(app, caller, { type: 'IDENTIFIERS', name, ids }, signal)
}

const ofSchool = (db: Db, customerId: string) =>
  db
    .selectFrom('downloadedRecord as downloaded')
    .innerJoin('knownRecord as known', 'known.recordId', 'downloaded.recordId')
    .where('customerId', '=', customerId)

const changedOf = (db: Db, customerId: string) =>
  ofSchool(db, customerId)
    .where('changedAt', 'is not', null)
    .where('goneAt', 'is', null)
    .whereRef('known.print', '!=', 'downloaded.print')

const goneOf = (db: Db, customerId: string) => ofSchool(db, customerId).where('goneAt', 'is not', null)

const latest = (changed: ReturnType<typeof changedOf>) =>
  changed
    .select(['downloaded.recordId', 'downloadedAt', 'changedAt'])
    .orderBy('changedAt', 'desc')
    .orderBy('downloaded.recordId')

// biome-ignore lint/suspicious/noExplicitAny: counts the rows of any query
async function countOf(query: SelectQueryBuilder<any, any, any>): Promise<number> {
  const row = await query.select(sql<string>`count(*)`.as('count')).executeTakeFirstOrThrow()
  return Number(row.count)
}
