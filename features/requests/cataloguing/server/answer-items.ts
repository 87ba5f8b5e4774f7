import type { App, Db } from '#app/app.ts'
import { recordEvent, settleRequests } from '#features/requests/server/requests.ts'
import type { Input, Reply } from '#kit/contract.ts'
import type { Caller } from '#kit/server/caller.ts'
import { plainText } from '#kit/server/plain-text.ts'
import { enqueueMail } from '#platform/mail/server/mail.ts'
import { holdToAnswer, type Leaving } from '../answers/server/hold-to-answer.ts'
import type { Asker, cataloguingApi } from '../contract.ts'
import { declinedMail } from './desk-mails.ts'
import { recipientsOf } from './recipients.ts'
import { recordItems } from './record-items.ts'
import { asAsker, type RequestedItem } from './requested-items.ts'

type Answer =
  | { status: 'DECLINED'; declineReason: string }
  | { status: 'CATALOGUED'; recordId: string; note: string; downloadRequestIds: Map<string, string> }

/**
 * Answers locked items, records it on the timelines, and settles their requests. `decidedAt`: of an answer that could
 * be undone; what a school writes after it has not been read yet.
 */
export async function answerItems(
  tx: Db,
  { caller, now, decidedAt = now }: { caller: Pick<Caller, 'userId'>; now: Date; decidedAt?: Date | undefined },
  items: RequestedItem[],
  answer: Answer,
): Promise<Asker[]> {
  for (const item of items) {
    const mailed =
      answer.status === 'DECLINED'
        ? { declineReason: answer.declineReason }
        : { recordId: answer.recordId, downloadRequestId: answer.downloadRequestIds.get(item.id) ?? null }
    await tx
      .updateTable('catalogueItem')
      .set({ ...mailed, status: answer.status, answeredAt: decidedAt, answeredById: caller.userId })
      .where('id', '=', item.id)
      .execute()
    await recordEvent(tx, {
      now,
      requestId: item.requestId,
      itemId: item.id,
      userId: caller.userId,
      byDesk: true,
      kind: answer.status === 'DECLINED' ? 'declined' : 'catalogued',
      body: answer.status === 'DECLINED' ? answer.declineReason : answer.note,
      data: mailed,
    })
  }
  const declined = answer.status === 'DECLINED'
  const after = declined ? { declineReason: answer.declineReason } : { recordId: answer.recordId }
  const action = declined ? 'items_declined' : 'items_catalogued'
  await recordItems(tx, { now, userId: caller.userId, action, after }, items)
  await settleRequests(
    tx,
    items.map(({ requestId }) => requestId),
    now,
  )
  return items.map((item) => asAsker({ ...item, status: answer.status }))
}

/** Declines items with a reason, once. */
export async function declineItems(
  app: Pick<App, 'db' | 'clock' | 'queue' | 'env'>,
  caller: Pick<Caller, 'userId'>,
  { itemIds, reason }: Pick<Input<typeof cataloguingApi.declineItems>, 'itemIds' | 'reason'>,
  leaving?: Leaving,
): Promise<Reply<typeof cataloguingApi.declineItems>> {
  const declineReason = plainText(reason)
  return app.db.transaction().execute(async (tx) => {
    const items = await holdToAnswer(tx, itemIds, leaving)
    const response = await answerItems(tx, { caller, now: app.clock(), decidedAt: leaving?.createdAt }, items, {
      status: 'DECLINED',
      declineReason,
    })
    for (const { person, items: theirs } of await recipientsOf(tx, items))
      if (person.to !== undefined)
        await enqueueMail(app, { to: person.to, ...declinedMail(app.env, theirs, declineReason) }, tx)
    return { response: { items: response, answerId: null, leavesDate: null } }
  })
}
