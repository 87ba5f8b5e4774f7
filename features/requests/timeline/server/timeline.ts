import type { App, Db } from '#app/app.ts'
import { requestRecords } from '#features/downloads/server/downloads.ts'
import type { Input, Reply } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { requestProblem } from '../../contract.ts'
import { isOpen } from '../../rules.ts'
import { itemsOf, ownRequest, requestReply } from '../../server/own-request.ts'
import { queuePlaces } from '../../server/queue-places.ts'
import { settleRequests } from '../../server/settle-request.ts'
import type { TimelineEvent, timelineApi } from '../contract.ts'
import { recordEvent } from './events.ts'

type Needs = Pick<App, 'db' | 'clock' | 'env'>

/** A school's view of a request, without the desk's assignments and read marks. */
export async function timeline(
  { db, env }: Pick<App, 'db' | 'env'>,
  customerId: string,
  id: string,
): Promise<Reply<typeof timelineApi.timeline>> {
  const request = await ownRequest(db, customerId, id)
  const events = await eventsOf(db)
    .where('requestId', '=', request.id)
    .where('kind', 'not in', ['assigned', 'seen'])
    .orderBy('happenedAt')
    .orderBy('catalogueEvent.id')
    .execute()
  return {
    response: {
      events: events.map((event) => asEvent(event, env.providerName)),
      places: await queuePlaces(db, request.id),
    },
  }
}

/** Requests where the desk awaits a reply from the school, latest first. */
export async function waitingMessages(db: Db, customerId: string): Promise<Reply<typeof timelineApi.waitingMessages>> {
  const last = await db
    .selectFrom('catalogueEvent')
    .innerJoin('catalogueRequest', 'catalogueRequest.id', 'requestId')
    .where('customerId', '=', customerId)
    .where('status', '=', 'REQUESTED')
    .where('kind', '=', 'message')
    .distinctOn('requestId')
    .select(['requestId', 'happenedAt', 'byDesk'])
    .orderBy('requestId')
    .orderBy('happenedAt', 'desc')
    .execute()
  return {
    response: last
      .filter(({ byDesk }) => byDesk)
      .sort((a, b) => b.happenedAt.getTime() - a.happenedAt.getTime())
      .map(({ requestId, happenedAt }) => ({ requestId, happenedDate: happenedAt.toISOString() })),
  }
}

/** The desk reads it in its queue. Drafts have no messages. */
export async function sendMessage(
  { db, clock, env }: Needs,
  { customerId, userId }: SchoolCaller,
  { id, text }: Input<typeof timelineApi.sendMessage>,
): Promise<Reply<typeof timelineApi.sendMessage>> {
  const eventId = await db.transaction().execute(async (tx) => {
    const request = await ownRequest(tx, customerId, id)
    if (request.status === 'DRAFT') throw requestProblem('not_submitted')
    return recordEvent(tx, { requestId: request.id, now: clock(), userId, kind: 'message', body: text })
  })
  const event = await eventsOf(db).where('catalogueEvent.id', '=', eventId).executeTakeFirstOrThrow()
  return { response: asEvent(event, env.providerName) }
}

/** Idempotent: a withdrawn item stays withdrawn. */
export async function withdrawItem(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { customerId, userId }: SchoolCaller,
  { id, itemId }: Input<typeof timelineApi.withdrawItem>,
): Promise<Reply<typeof timelineApi.withdrawItem>> {
  const request = await ownRequest(db, customerId, id)
  // Searched in memory: the sent id may not be a UUID.
  const requested = (await itemsOf(db, request.id)).find((each) => each.id === itemId)
  if (!requested) throw requestProblem('item_not_found')
  await db.transaction().execute(async (tx) => {
    const item = await tx
      .selectFrom('catalogueItem')
      .select('status')
      .where('id', '=', requested.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!item) throw requestProblem('item_not_found')
    if (item.status === 'DRAFT') throw requestProblem('not_submitted')
    if (item.status === 'WITHDRAWN') return
    if (!isOpen(item.status)) throw requestProblem('item_answered')
    const now = clock()
    await tx
      .updateTable('catalogueItem')
      .set({ status: 'WITHDRAWN', answeredAt: now, answeredById: userId })
      .where('id', '=', requested.id)
      .execute()
    await recordEvent(tx, { requestId: request.id, itemId: requested.id, now, userId, kind: 'withdrawn' })
    await settleRequests(tx, [request.id], now)
  })
  return { response: await requestReply(db, request) }
}

/** All records in one file, each once: several items may share a record. */
export async function downloadCatalogued(
  app: Pick<App, 'db' | 'catalogue' | 'queue' | 'clock' | 'metrics' | 'recall'>,
  caller: SchoolCaller,
  { id }: Input<typeof timelineApi.downloadCatalogued>,
  signal: AbortSignal,
): Promise<Reply<typeof timelineApi.downloadCatalogued>> {
  const { requestNumber, items } = await requestReply(app.db, await ownRequest(app.db, caller.customerId, id))
  const catalogued = items.filter(({ recordId }) => recordId !== null)
  if (catalogued.length === 0) throw requestProblem('nothing_catalogued')
  return requestRecords(
    app,
    caller,
    {
      type: 'IDENTIFIERS',
      name: `Catalogue request ${requestNumber}`,
      ids: catalogued.map(({ recordId }) => recordId!),
    },
    signal,
  )
}

const eventsOf = (db: Db) =>
  db
    .selectFrom('catalogueEvent')
    .leftJoin('appUser', 'appUser.id', 'userId')
    .select([
      'catalogueEvent.id',
      'itemId',
      'happenedAt',
      'byDesk',
      'kind',
      'body',
      'firstName',
      'lastName',
      'username',
    ])

type EventRow = Awaited<ReturnType<ReturnType<typeof eventsOf>['execute']>>[number]

/** Schools see the provider's name for the desk's people. */
function asEvent({ happenedAt, body, ...row }: EventRow, providerName: string): TimelineEvent {
  const name = `${row.firstName ?? ''} ${row.lastName ?? ''}`.trim() || (row.username ?? '')
  return {
    id: row.id,
    happenedDate: happenedAt.toISOString(),
    kind: row.kind,
    by: row.byDesk ? providerName : name,
    byDesk: row.byDesk,
    text: body,
    itemId: row.itemId,
  }
}
