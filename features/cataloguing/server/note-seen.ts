import { sql } from 'kysely'
import type { App } from '#app/app.ts'
import { noteEvent } from '#features/requests/server/requests.ts'
import type { Input } from '#kit/contract.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { cataloguingApi } from '../contract.ts'
import { lastWords } from './beside-works.ts'

/** A school's last word needs no answer. One that it has written meanwhile, and nobody has read, still waits. */
export async function noteSeen(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { userId }: Pick<Caller, 'userId'>,
  { messageIds }: Input<typeof cataloguingApi.nothingToAnswer>,
): Promise<void> {
  await db.transaction().execute(async (within) => {
    const { rows } = await sql<{ requestId: string }>`
      select request_id as "requestId" from (${lastWords}) as said
      where by_school and id in (${sql.join(messageIds)})`.execute(within)
    for (const { requestId } of rows)
      await noteEvent(within, { now: clock(), requestId, userId, byDesk: true, kind: 'seen' })
  })
}
