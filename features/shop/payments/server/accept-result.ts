import type { App, Db } from '#app/app.ts'
import { clockMinutes, type HoldReason } from '../rules.ts'
import { earlierNews, type News, recordNews, recordRepeat } from './ledger.ts'
import { type AttemptRow, cardPage } from './payments.ts'
import type { CardResult } from './payments-port.ts'
import type { Settles } from './settle.ts'
import type { PaymentWay } from './tables.ts'

/** The answer to a delivered result. Delivering it again gets the same answer. */
export type Accepted =
  | { answer: 'approved'; attempt: AttemptRow; receiptId: string; placedOrder?: true }
  | { answer: 'declined' | 'cancelled' | 'held'; attempt: AttemptRow }
  | { answer: 'refused'; reason: string }

export type AcceptNeeds = Pick<App, 'db' | 'clock' | 'queue' | 'env' | 'log' | 'payments' | 'metrics'>

/**
 * Applies a proven result: all or nothing. Locks the attempt's row, so that of fifty deliveries one does the work. A
 * paid attempt stays paid; a declined one may be paid later.
 */
export async function acceptResult(
  app: AcceptNeeds,
  settles: Settles,
  result: CardResult,
  way: PaymentWay,
): Promise<Accepted> {
  const news: News = { result, way, now: app.clock() }
  let isNew = true
  const accepted = await app.db.transaction().execute(async (tx) => {
    const attempt = await tx
      .selectFrom('paymentAttempt')
      .selectAll()
      .where('ref', '=', result.ref)
      .forUpdate()
      .executeTakeFirst()
    if (!attempt) return refused('not one of our payment attempts')
    const earlier = await earlierNews(tx, attempt.id, result)
    if (earlier) {
      isNew = false
      await recordRepeat(tx, attempt.id, news)
      return answerOf(tx, attempt.id, earlier.kind === 'HELD')
    }
    if (result.outcome !== 'APPROVED') return recordUnpaid(app, tx, attempt, news)
    const paid = (await receiptOf(tx, attempt.id)) !== undefined
    const wrong = reasonToHold(app, { attempt, paid, result })
    if (wrong) return hold(tx, { attempt, paid }, news, wrong)
    return pay(app, tx, settles, attempt, news)
  })
  if (isNew) count(app, result, accepted)
  const about = 'attempt' in accepted ? { ref: accepted.attempt.ref } : { reason: accepted.reason }
  app.log[accepted.answer === 'refused' || accepted.answer === 'held' ? 'warn' : 'info'](
    { ...about, way, answer: accepted.answer },
    'result of a card payment',
  )
  return accepted
}

/** Counts the result itself: a decline after the money is still a decline. */
function count({ metrics }: AcceptNeeds, { outcome }: CardResult, accepted: Accepted) {
  const unpaid = outcome !== 'APPROVED' && accepted.answer !== 'refused'
  metrics.payments.inc({ outcome: unpaid ? outcome.toLowerCase() : accepted.answer })
  if (accepted.answer === 'approved' && accepted.placedOrder) metrics.orders.inc({ way: 'card' })
}

/** Why arrived money cannot pay what it was for. Only signed values are checked. */
function reasonToHold(
  app: AcceptNeeds,
  { attempt, paid, result }: { attempt: AttemptRow; paid: boolean; result: CardResult },
): HoldReason | undefined {
  if (paid) return 'SECOND_APPROVAL'
  if (result.merchant !== cardPage(app).merchant) return 'OTHER_MERCHANT'
  if (result.amountCents !== attempt.amountCents) return 'OTHER_AMOUNT'
  const earliest = attempt.createdAt.getTime() - clockMinutes * 60_000
  if (result.at.getTime() < earliest || result.at > attempt.expiresAt) return 'TOO_LATE'
  // Earlier money for it still awaits a person's decision.
  if (attempt.status === 'HELD') return 'SECOND_APPROVAL'
  return undefined
}

async function pay(app: AcceptNeeds, tx: Db, settles: Settles, before: AttemptRow, news: News): Promise<Accepted> {
  const { txnId, cardMasked, resultText } = news.result
  const attempt = await change(tx, before, {
    status: 'APPROVED',
    txnId,
    cardMasked,
    resultText,
    endedAt: news.now,
    // It may have been marked as not paid before.
    holdReason: '',
    resolution: '',
    resolvedBy: null,
    resolvedAt: null,
  })
  const settled = await (attempt.orderId === null ? settles.invoice : settles.order)(app, tx, attempt)
  if ('held' in settled) return hold(tx, { attempt: before, paid: false }, news, settled.held)
  await recordNews(tx, attempt.id, 'APPROVED', news)
  return { answer: 'approved', attempt, ...settled }
}

/** A paid attempt stays paid; only its second money is held. */
async function hold(
  tx: Db,
  { attempt: before, paid }: { attempt: AttemptRow; paid: boolean },
  news: News,
  reason: string,
): Promise<Accepted> {
  await recordNews(tx, before.id, 'HELD', news, reason)
  if (before.status === 'HELD') return { answer: 'held', attempt: before }
  const waiting = { holdReason: reason, resolution: '', resolvedBy: null, resolvedAt: null } as const
  if (paid) return { answer: 'held', attempt: await change(tx, before, waiting) }
  const { txnId, cardMasked, resultText } = news.result
  const attempt = await change(tx, before, {
    ...waiting,
    status: 'HELD',
    txnId,
    cardMasked,
    resultText,
    endedAt: news.now,
  })
  return { answer: 'held', attempt }
}

async function recordUnpaid(app: AcceptNeeds, tx: Db, attempt: AttemptRow, news: News): Promise<Accepted> {
  const { outcome, merchant, amountCents, resultText, cardMasked } = news.result
  // No money has arrived: a person has nothing to decide.
  if (merchant !== cardPage(app).merchant || amountCents !== attempt.amountCents)
    return refused('declined for another merchant or amount')
  await recordNews(tx, attempt.id, outcome, news)
  const open = ['BEGUN', 'DECLINED', 'CANCELLED'].includes(attempt.status)
  if (open && outcome !== 'APPROVED')
    await change(tx, attempt, { status: outcome, resultText, cardMasked, endedAt: news.now })
  return answerOf(tx, attempt.id, false)
}

/** The answer to a result, by the attempt's state. `second`: the result is about a second payment. */
export async function answerOf(tx: Db, attemptId: string, second: boolean): Promise<Accepted> {
  const attempt = await tx
    .selectFrom('paymentAttempt')
    .selectAll()
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow()
  const receipt = await receiptOf(tx, attemptId)
  const stillHeld = second && attempt.resolution !== 'ACCEPTED'
  if (receipt && !stillHeld) return { answer: 'approved', attempt, receiptId: receipt.id }
  if (attempt.status === 'DECLINED') return { answer: 'declined', attempt }
  if (attempt.status === 'CANCELLED') return { answer: 'cancelled', attempt }
  return { answer: 'held', attempt }
}

const receiptOf = (tx: Db, attemptId: string) =>
  tx.selectFrom('receipt').select('id').where('attemptId', '=', attemptId).executeTakeFirst()

const change = (tx: Db, { id }: AttemptRow, to: Partial<AttemptRow>): Promise<AttemptRow> =>
  tx.updateTable('paymentAttempt').set(to).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

const refused = (reason: string): Accepted => ({ answer: 'refused', reason })
