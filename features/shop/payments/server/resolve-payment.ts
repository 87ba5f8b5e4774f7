import type { App, Db } from '#app/app.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { paymentProblem, type Resolution } from '../contract.ts'
import { deskPayment } from './list-payments.ts'
import { type AttemptRow, randomId } from './payments.ts'
import type { Settles } from './settle.ts'

type Needs = Pick<App, 'db' | 'clock' | 'queue' | 'env' | 'log' | 'metrics'>
type Decided = { id: string; resolution: Exclude<Resolution, ''>; note: string }

/** A person of the desk decides about a held payment, once. */
export async function resolvePayment(app: Needs, settles: Settles, userId: string, decided: Decided) {
  const placedOrder = await app.db.transaction().execute(async (tx) => {
    const attempt = await tx
      .selectFrom('paymentAttempt')
      .selectAll()
      .where('id', '=', decided.id)
      .forUpdate()
      .executeTakeFirst()
    if (!attempt) throw paymentProblem('payment_not_found')
    if (attempt.holdReason === '' || attempt.resolvedAt !== null) throw paymentProblem('not_held')
    const settled = decided.resolution === 'ACCEPTED' ? await pay(app, tx, settles, attempt) : undefined
    await recordDecision(app, tx, userId, attempt, decided)
    return settled?.placedOrder
  })
  if (placedOrder) app.metrics.orders.inc({ way: 'card' })
  return deskPayment(app.db, decided.id)
}

/** Applies the money, as an approval would have. */
async function pay(app: Needs, tx: Db, settles: Settles, attempt: AttemptRow) {
  // It is paid: the held money arrived a second time.
  if (attempt.status !== 'HELD') throw paymentProblem('paid_already')
  const settled = await (attempt.orderId === null ? settles.invoice : settles.order)(app, tx, attempt)
  if ('held' in settled) throw paymentProblem(settled.held === 'ENDED' ? 'ended_already' : 'paid_already')
  return settled
}

async function recordDecision(app: Needs, tx: Db, userId: string, attempt: AttemptRow, { resolution, note }: Decided) {
  const now = app.clock()
  await tx
    .updateTable('paymentAttempt')
    .set({
      status: attempt.status === 'HELD' ? 'RESOLVED' : attempt.status,
      resolution,
      resolvedBy: userId,
      resolvedAt: now,
    })
    .where('id', '=', attempt.id)
    .execute()
  await tx
    .insertInto('paymentEvent')
    .values({
      id: randomId(),
      attemptId: attempt.id,
      happenedAt: now,
      kind: 'RESOLVED',
      way: 'desk',
      amountCents: null,
      txnId: attempt.txnId ?? '',
      resultCode: resolution,
      userId,
      note,
    })
    .execute()
  await recordAudit(tx, {
    now,
    customerId: attempt.customerId,
    userId,
    action: 'payment_resolved',
    subject: attempt.ref,
    after: { resolution, note },
  })
}
