import type { App } from '#app/app.ts'
import { type Accepted, answerOf } from './accept-result.ts'
import { randomId } from './payments.ts'

/** Somebody left the card page without paying: the next try need not wait. Money that comes later is taken all the same. */
export function leaveCardPage({ db, clock, metrics }: Pick<App, 'db' | 'clock' | 'metrics'>, id: string) {
  return db.transaction().execute(async (within): Promise<Accepted> => {
    const attempt = await within
      .selectFrom('paymentAttempt')
      .select(['id', 'status'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!attempt) return { answer: 'refused', reason: 'no attempt of ours' }
    if (attempt.status === 'BEGUN') {
      const now = clock()
      await within
        .updateTable('paymentAttempt')
        .set({ status: 'CANCELLED', endedAt: now })
        .where('id', '=', id)
        .execute()
      await within
        .insertInto('paymentEvent')
        .values({
          id: randomId(),
          attemptId: id,
          happenedAt: now,
          kind: 'CANCELLED',
          way: 'return',
          amountCents: null,
          userId: null,
        })
        .execute()
      metrics.payments.inc({ outcome: 'cancelled' })
    }
    return answerOf(within, id, false)
  })
}
