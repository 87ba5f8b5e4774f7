import type { Db } from '#app/app.ts'
import { isOpen, type RequestStatus } from '../rules.ts'

/**
 * A request is answered when each of its items is: CATALOGUED where some item was, else DECLINED. To be called in the
 * transaction that has answered items, after their rows have changed; it holds the requests until that ends.
 */
export async function settleRequests(within: Db, requestIds: readonly string[], now: Date): Promise<void> {
  for (const id of [...new Set(requestIds)].sort()) {
    const { status } = await within
      .selectFrom('catalogueRequest')
      .select('status')
      .where('id', '=', id)
      // Not `forUpdate`, which waits for whoever has noted something on its timeline: two who answer items of one request
      // at the same moment have both done so, and would wait for each other.
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    // Read once the request is held: another answer at the same moment is seen by one of the two.
    const items = await within.selectFrom('catalogueItem').select('status').where('requestId', '=', id).execute()
    await within
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
