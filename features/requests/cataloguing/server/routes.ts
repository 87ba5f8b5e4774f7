import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { App } from '#app/app.ts'
import { recordEvent, settleRequests } from '#features/requests/server/requests.ts'
import type { Input, Reply } from '#kit/contract.ts'
import type { Caller } from '#kit/server/caller.ts'
import { contentDisposition } from '#kit/server/files/file-name.ts'
import { plainText } from '#kit/server/plain-text.ts'
import { serve } from '#kit/server/serve.ts'
import { encodeRecord } from '#marc/iso2709/iso2709.ts'
import { enqueueMail } from '#platform/mail/server/mail.ts'
import { checkIn } from '../../check-in/server/check-in.ts'
import { findItems, lockOpenItems } from '../../check-in/server/hold-items.ts'
import { answerWithReason, answerWithRecord } from '../answers/server/leaving.ts'
import { cataloguingApi } from '../contract.ts'
import { assignWork, deskPeople } from './assign.ts'
import { lastWords } from './beside-works.ts'
import { compareWith } from './compare.ts'
import { messageMail } from './desk-mails.ts'
import { showQueue } from './queue.ts'
import { readRecord } from './read-record.ts'
import { recipientsOf } from './recipients.ts'
import { recordItems } from './record-items.ts'
import { asAsker } from './requested-items.ts'
import { stubOf } from './stub.ts'
import { itemDetails, itemsOfWork, showWork } from './work.ts'

export const cataloguingRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, cataloguingApi, {
    queue: (input, { caller }) => showQueue(app, caller, input),
    work: ({ itemId }, { signal }) => showWork(app, itemId, signal),
    stub: ({ itemId }, { reply }) => sendStub(app, itemId, reply),
    compareRecord: (given) => compareWith(app, given),
    assignWork: async (given, { caller, signal }) => {
      await assignWork(app, caller, given)
      return showWork(app, given.itemIds[0]!, signal)
    },
    deskPeopleToAssign: () => deskPeople(app),
    messageRequester: async (given, { caller, signal }) => {
      await messageRequester(app, caller, given)
      return showWork(app, given.itemIds[0]!, signal)
    },
    nothingToAnswer: async (given, { caller, signal }) => {
      await markSeen(app, caller, given)
      return showWork(app, given.itemId, signal)
    },
    checkIn: (given, { caller }) => checkIn(app, caller, given),
    undoCheckIn: (given, { caller }) => undoCheckIn(app, caller, given),
    readRecord: (given) => readRecord(app, given),
    attachRecord: (given, { caller }) => answerWithRecord(app, caller, given),
    declineItems: (given, { caller }) => answerWithReason(app, caller, given),
  })

/** Sends the stub as a file with one MARC 21 record in UTF-8. */
async function sendStub(app: Pick<App, 'db' | 'clock'>, itemId: string, reply: FastifyReply) {
  const details = await itemDetails(app, await itemsOfWork(app, itemId))
  const { bytes } = encodeRecord(stubOf(details, app.clock))
  return reply
    .headers({
      'content-type': 'application/marc',
      'content-disposition': contentDisposition(`${details[0]!.itemNumber}.mrc`),
      'cache-control': 'private, no-store',
    })
    .send(Buffer.from(bytes))
}

/** Marks a school's last message as needing no reply. A newer, unread message still waits. */
async function markSeen(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { userId }: Pick<Caller, 'userId'>,
  { messageIds }: Input<typeof cataloguingApi.nothingToAnswer>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ requestId: string }>`
      select request_id as "requestId" from (${lastWords}) as said
      where by_school and id in (${sql.join(messageIds)})`.execute(tx)
    for (const { requestId } of rows)
      await recordEvent(tx, { now: clock(), requestId, userId, byDesk: true, kind: 'seen' })
  })
}

/** Adds the message to each request's timeline and mails each requester. */
async function messageRequester(
  app: Pick<App, 'db' | 'clock' | 'queue' | 'env'>,
  caller: Caller,
  { itemIds, text }: Input<typeof cataloguingApi.messageRequester>,
): Promise<void> {
  const now = app.clock()
  const body = plainText(text)
  await app.db.transaction().execute(async (tx) => {
    const items = await findItems(tx, itemIds)
    for (const [requestId, ofRequest] of Map.groupBy(items, (item) => item.requestId))
      await recordEvent(tx, {
        now,
        requestId,
        itemId: ofRequest.length === 1 ? ofRequest[0]!.id : null,
        userId: caller.userId,
        byDesk: true,
        kind: 'message',
        body,
        data: { itemIds: ofRequest.map(({ id }) => id) },
      })
    await recordItems(tx, { now, userId: caller.userId, action: 'requester_written_to', after: { text: body } }, items)
    for (const { person, items: theirs } of await recipientsOf(tx, items))
      if (person.to !== undefined) await enqueueMail(app, { to: person.to, ...messageMail(app.env, theirs, body) }, tx)
  })
}

/** Reverts a mistaken scan and removes it from the timeline. */
async function undoCheckIn(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { userId }: Caller,
  { itemIds }: { itemIds: string[] },
): Promise<Reply<typeof cataloguingApi.undoCheckIn>> {
  return db.transaction().execute(async (tx) => {
    const items = (await lockOpenItems(tx, itemIds)).filter(({ status }) => status === 'RECEIVED')
    const ids = items.map(({ id }) => id)
    const requestIds = [...new Set(items.map(({ requestId }) => requestId))]
    if (ids.length > 0) {
      await tx
        .updateTable('catalogueItem')
        .set({ status: 'REQUESTED', receivedAt: null })
        .where('id', 'in', ids)
        .execute()
      const events = await tx
        .selectFrom('catalogueEvent')
        .select(['id', 'data'])
        .where('requestId', 'in', requestIds)
        .where('kind', '=', 'received')
        .execute()
      for (const event of events) {
        const noted = (event.data.itemIds ?? []) as string[]
        const left = noted.filter((id) => !ids.includes(id))
        if (left.length === noted.length) continue
        if (left.length === 0) await tx.deleteFrom('catalogueEvent').where('id', '=', event.id).execute()
        else
          await tx
            .updateTable('catalogueEvent')
            .set({ data: JSON.stringify({ itemIds: left }), itemId: left.length === 1 ? left[0]! : null })
            .where('id', '=', event.id)
            .execute()
      }
      await recordItems(tx, { now: clock(), userId, action: 'check_in_undone' }, items)
      await settleRequests(tx, requestIds, clock())
    }
    return { response: { items: (await findItems(tx, itemIds)).map(asAsker) } }
  })
}
