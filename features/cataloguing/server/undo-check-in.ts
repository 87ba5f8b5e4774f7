import type { App } from '#app/app.ts'
import { settleRequests } from '#features/requests/server/requests.ts'
import type { Reply } from '#kit/contract.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { cataloguingApi } from '../contract.ts'
import { asAsker } from './asked-items.ts'
import { findItems, holdOpenItems } from './hold-items.ts'
import { noteItems } from './note-items.ts'

/** What was scanned by mistake has not come; the timeline does not keep that it had. */
export async function undoCheckIn(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { userId }: Caller,
  { itemIds }: { itemIds: string[] },
): Promise<Reply<typeof cataloguingApi.undoCheckIn>> {
  return db.transaction().execute(async (within) => {
    const items = (await holdOpenItems(within, itemIds)).filter(({ status }) => status === 'RECEIVED')
    const ids = items.map(({ id }) => id)
    const requestIds = [...new Set(items.map(({ requestId }) => requestId))]
    if (ids.length > 0) {
      await within
        .updateTable('catalogueItem')
        .set({ status: 'REQUESTED', receivedAt: null })
        .where('id', 'in', ids)
        .execute()
      const events = await within
        .selectFrom('catalogueEvent')
        .select(['id', 'data'])
        .where('requestId', 'in', requestIds)
        .where('kind', '=', 'received')
        .execute()
      for (const event of events) {
        const noted = (event.data.itemIds ?? []) as string[]
        const left = noted.filter((id) => !ids.includes(id))
        if (left.length === noted.length) continue
        if (left.length === 0) await within.deleteFrom('catalogueEvent').where('id', '=', event.id).execute()
        else
          await within
            .updateTable('catalogueEvent')
            .set({ data: JSON.stringify({ itemIds: left }), itemId: left.length === 1 ? left[0]! : null })
            .where('id', '=', event.id)
            .execute()
      }
      await noteItems(within, { now: clock(), userId, action: 'check_in_undone' }, items)
      await settleRequests(within, requestIds, clock())
    }
    return { response: { items: (await findItems(within, itemIds)).map(asAsker) } }
  })
}
