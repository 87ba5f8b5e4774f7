import type { Selectable } from 'kysely'
import type { Db } from '#app/app.ts'
import { attachmentsOfRequests } from '../attachments/server/attachments.ts'
import { type Attachment, type CatalogueItem, type CatalogueRequest, requestProblem } from '../contract.ts'
import type { RequestTables } from './tables.ts'

export type RequestRow = Selectable<RequestTables['catalogueRequest']>
export type ItemRow = Selectable<RequestTables['catalogueItem']>

/** Another customer's request is reported as absent, not forbidden: its existence is private. */
export async function ownRequest(db: Db, customerId: string, id: string): Promise<RequestRow> {
  const row = await own(db, customerId, id).executeTakeFirst()
  if (!row) throw requestProblem('request_not_found')
  return row
}

/** Like `ownRequest`, locked until the transaction ends. */
export async function lockRequest(tx: Db, customerId: string, id: string): Promise<RequestRow> {
  const row = await own(tx, customerId, id).forUpdate().executeTakeFirst()
  if (!row) throw requestProblem('request_not_found')
  return row
}

const own = (db: Db, customerId: string, id: string) =>
  db.selectFrom('catalogueRequest').selectAll().where('id', '=', id).where('customerId', '=', customerId)

/** Items in the request's order. */
export const itemsOf = (db: Db, requestId: string): Promise<ItemRow[]> =>
  db.selectFrom('catalogueItem').selectAll().where('requestId', '=', requestId).orderBy('position').execute()

/** A request as it is shown. */
export async function requestReply(db: Db, { id }: { id: string }): Promise<CatalogueRequest> {
  const [shown] = await requestReplies(db, [id])
  if (!shown) throw requestProblem('request_not_found')
  return shown
}

/** Requests as shown, in the order of the ids; three queries, however many they are. */
export async function requestReplies(db: Db, ids: readonly string[]): Promise<CatalogueRequest[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('catalogueRequest')
    .innerJoin('appUser as requester', 'requester.id', 'requestedById')
    .leftJoin('appUser as changer', 'changer.id', 'updatedById')
    .where('catalogueRequest.id', 'in', ids)
    .selectAll('catalogueRequest')
    .select([
      'requester.firstName as requesterFirst',
      'requester.lastName as requesterLast',
      'changer.firstName as changerFirst',
      'changer.lastName as changerLast',
    ])
    .execute()
  const items = await db
    .selectFrom('catalogueItem')
    .selectAll()
    .where('requestId', 'in', ids)
    .orderBy('position')
    .execute()
  const files = await attachmentsOfRequests(db, ids)
  const itemsByRequest = Map.groupBy(items, ({ requestId }) => requestId)
  const shown = new Map(
    rows.map((row): [string, CatalogueRequest] => [
      row.id,
      {
        id: row.id,
        requestNumber: row.requestNumber,
        status: row.status,
        requestedById: row.requestedById,
        requestedBy: nameOf(row.requesterFirst, row.requesterLast),
        version: row.version,
        createdDate: row.createdAt.toISOString(),
        updatedDate: row.updatedAt.toISOString(),
        updatedBy: nameOf(row.changerFirst, row.changerLast),
        submittedDate: row.submittedAt?.toISOString() ?? null,
        items: (itemsByRequest.get(row.id) ?? []).map((item) => asItem(item, files.get(item.id))),
      },
    ]),
  )
  return ids.flatMap((id) => shown.get(id) ?? [])
}

export const asItem = (row: ItemRow, files: Attachment[] = []): CatalogueItem => ({
  id: row.id,
  itemNumber: row.itemNumber,
  status: row.status,
  resourceType: row.resourceType,
  physicalResource: row.physicalResource,
  title: row.title,
  standardNumber: row.standardNumber,
  url: row.url,
  publisher: row.publisher,
  publicationDate: row.publicationDate,
  publicationPlace: row.publicationPlace,
  subtitles: row.subtitles,
  authors: row.authors,
  series: row.series,
  pages: row.pages,
  additionalInfo: row.additionalInfo,
  files,
  depot: row.depotId,
  receivedDate: row.receivedAt?.toISOString() ?? null,
  answeredDate: row.answeredAt?.toISOString() ?? null,
  recordId: row.recordId,
  declineReason: row.declineReason,
  downloadRequestId: row.downloadRequestId,
})

const nameOf = (first: string | null, last: string | null) => `${first ?? ''} ${last ?? ''}`.trim()
