import type { Db } from '#app/app.ts'
import { isOpen, type RequestStatus } from '../rules.ts'

/**
 * A request is answered once all its items are: CATALOGUED if any item was, else DECLINED. Call it in the transaction
 * that answers items, after updating their rows; it locks the requests.
 */
export async function settleRequests(tx: Db, requestIds: readonly string[], now: Date): Promise<void> {
  for (const id of [...new Set(requestIds)].sort()) {
    const { status } = await tx
      .selectFrom('catalogueRequest')
      .select('status')
      .where('id', '=', id)
      // `forUpdate` would conflict with inserts on the request's timeline: two concurrent answers have both made one
      // and would deadlock.
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    // Read under the lock: of two concurrent answers the second sees the first.
    const items = await tx.selectFrom('catalogueItem').select('status').where('requestId', '=', id).execute()
    await tx
      .updateTable('catalogueRequest')
      .set((row) => ({
        status: answerOf(
          status,
          items.map((item) => item.status),
        ),
        version: row('version', '+', 1),
        updatedAt: now,
      }))
      .where('id', '=', id)
      .execute()
  }
}

function answerOf(status: RequestStatus, items: Parameters<typeof isOpen>[0][]): RequestStatus {
  if (status === 'DRAFT' || items.some(isOpen)) return status
  return items.includes('CATALOGUED') ? 'CATALOGUED' : 'DECLINED'
}
