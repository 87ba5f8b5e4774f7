import type { Db } from '#app/app.ts'
import { lockOpenItems } from '../../../check-in/server/hold-items.ts'
import { cataloguingProblem } from '../../contract.ts'
import type { RequestedItem } from '../../server/requested-items.ts'

/** An answer that is leaving now, and when it was given. */
export type Leaving = { id: string; createdAt: Date }

/**
 * Like `lockOpenItems`, but an item with another answer that is leaving counts as answered. The leaving answer is
 * deleted in the same transaction.
 */
export async function holdToAnswer(tx: Db, itemIds: string[], leaving?: Leaving): Promise<RequestedItem[]> {
  const items = await lockOpenItems(tx, itemIds)
  if (!items.every(({ answerId }) => answerId === null || answerId === leaving?.id))
    throw cataloguingProblem('answered_meanwhile')
  if (!leaving) return items
  const taken = await tx.deleteFrom('leavingAnswer').where('id', '=', leaving.id).returning('id').executeTakeFirst()
  if (!taken) throw cataloguingProblem('answered_meanwhile')
  return items.map((item) => ({ ...item, answerId: null, leavesAt: null }))
}
