import { randomUUID } from 'node:crypto'
import type { Db } from '#app/app.ts'
import type { EventKind } from '../../rules.ts'

export type NewEvent = {
  requestId: string
  itemId?: string | null
  now: Date
  /** Null for jobs. */
  userId: string | null
  byDesk?: boolean
  kind: EventKind
  body?: string
  data?: Record<string, unknown>
}

/** Call it in the transaction that makes the change, so that the timeline matches it. */
export async function recordEvent(tx: Db, { now, data, itemId, ...event }: NewEvent): Promise<string> {
  const id = randomUUID()
  await tx
    .insertInto('catalogueEvent')
    .values({ ...event, id, itemId: itemId ?? null, happenedAt: now, data: JSON.stringify(data ?? {}) })
    .execute()
  return id
}
