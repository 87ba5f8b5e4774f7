import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import type { Input } from '#kit/contract.ts'
import { workKeyOf } from '../../server/work-key.ts'
import type { RequestedItem, requestedApi } from '../contract.ts'

type ItemInQuestion = Input<typeof requestedApi.requestedItems>['items'][number]

/** A title identifies nothing while the type is open. */
const keyOf = ({ resourceType, title, ...facts }: ItemInQuestion): string =>
  resourceType === ''
    ? workKeyOf({ ...facts, title: '', resourceType: 'BOOK' })
    : workKeyOf({ ...facts, title, resourceType })

/** One line for each item that the school has asked for: of its submitted request if there is one, the oldest first. */
export async function requestedItems(
  db: Db,
  customerId: string,
  { items, except }: Input<typeof requestedApi.requestedItems>,
): Promise<RequestedItem[]> {
  const keys = items.map(keyOf)
  const distinct = [...new Set(keys)].filter((key) => key !== '')
  if (distinct.length === 0) return []
  const rows = await db
    .selectFrom('catalogueRequest as request')
    .innerJoin('catalogueItem as item', 'item.requestId', 'request.id')
    .innerJoin('appUser as requester', 'requester.id', 'request.requestedById')
    .where('request.customerId', '=', customerId)
    .where('request.status', 'in', ['DRAFT', 'REQUESTED'])
    .where('item.status', 'in', ['DRAFT', 'REQUESTED', 'RECEIVED'])
    .where('item.workKey', '=', sql<string>`any(${distinct}::text[])`)
    .$if(except !== undefined, (all) => all.where('request.id', '<>', except!))
    .select(['item.workKey', 'item.status', 'request.id', 'request.requestNumber', 'request.requestedById'])
    .select(['requester.firstName', 'requester.lastName'])
    .orderBy('request.submittedAt', (by) => by.asc().nullsLast())
    .orderBy('request.createdAt')
    .orderBy('item.position')
    .execute()
  const first = new Map(rows.toReversed().map((row) => [row.workKey, row]))
  return keys.flatMap((key, position) => {
    const row = first.get(key)
    if (!row) return []
    const { id: requestId, requestNumber, requestedById, firstName, lastName } = row
    return [
      {
        position,
        requestId,
        requestNumber,
        status: row.status as RequestedItem['status'],
        requestedById,
        requestedBy: `${firstName} ${lastName}`.trim(),
      },
    ]
  })
}
