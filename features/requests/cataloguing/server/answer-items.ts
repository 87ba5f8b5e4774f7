import type { Db } from '#app/app.ts'
import { noteEvent, settleRequests } from '#features/requests/server/requests.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Asker } from '../contract.ts'
import { noteItems } from './note-items.ts'
import { asAsker, type RequestedItem } from './requested-items.ts'

type Answer =
  | { status: 'DECLINED'; declineReason: string }
  | { status: 'CATALOGUED'; recordId: string; note: string; downloadRequestIds: Map<string, string> }

/** Answers locked items, records it on the timelines, and settles their requests. */
export async function answerItems(
  within: Db,
  { caller, now }: { caller: Caller; now: Date },
  items: RequestedItem[],
  answer: Answer,
): Promise<Asker[]> {
  for (const item of items) {
    const mailed =
      answer.status === 'DECLINED'
        ? { declineReason: answer.declineReason }
        : { recordId: answer.recordId, downloadRequestId: answer.downloadRequestIds.get(item.id) ?? null }
    await within
      .updateTable('catalogueItem')
      .set({ ...mailed, status: answer.status, answeredAt: now, answeredById: caller.userId })
      .where('id', '=', item.id)
      .execute()
    await noteEvent(within, {
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
  await noteItems(within, { now, userId: caller.userId, action, after }, items)
  await settleRequests(
    within,
    items.map(({ requestId }) => requestId),
    now,
  )
  return items.map((item) => asAsker({ ...item, status: answer.status }))
}
