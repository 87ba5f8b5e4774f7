import type { Db } from '#app/app.ts'
import { isOpen } from '#features/requests/rules.ts'
import { cataloguingProblem } from '../../cataloguing/contract.ts'
import { type RequestedItem, requestedItems } from '../../cataloguing/server/requested-items.ts'

/** Submitted items with their requester; an unknown id is refused. */
export async function findItems(db: Db, itemIds: string[]): Promise<RequestedItem[]> {
  const ids = [...new Set(itemIds)]
  const items = await requestedItems(db).where('item.id', 'in', ids).execute()
  if (items.length !== ids.length) throw cataloguingProblem('item_not_found')
  return items
}

/** Like `findItems`, but every item must be unanswered. */
export async function findOpenItems(db: Db, itemIds: string[]): Promise<RequestedItem[]> {
  const items = await findItems(db, itemIds)
  if (!items.every(({ status }) => isOpen(status))) throw cataloguingProblem('answered_meanwhile')
  return items
}

/**
 * Like `findOpenItems`, locked until the transaction ends, always in the same order: the second of two simultaneous
 * answers sees the first.
 */
export async function lockOpenItems(tx: Db, itemIds: string[]): Promise<RequestedItem[]> {
  await tx
    .selectFrom('catalogueItem')
    .select('id')
    .where('id', 'in', [...new Set(itemIds)])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return findOpenItems(tx, itemIds)
}
