import type { Db } from '#app/app.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import type { RequestedItem } from './requested-items.ts'

type Noted = { now: Date; userId: string; action: string; after?: Record<string, unknown> }

/** Records the desk's action on items of several schools in each school's audit log: one entry per request. */
export async function recordItems(tx: Db, { after, ...noted }: Noted, items: RequestedItem[]): Promise<void> {
  for (const ofRequest of Map.groupBy(items, ({ requestId }) => requestId).values()) {
    const { customerId, requestNumber: subject } = ofRequest[0]!
    const numbers = ofRequest.map(({ itemNumber }) => itemNumber)
    await recordAudit(tx, { ...noted, customerId, subject, after: { items: numbers, ...after } })
  }
}
