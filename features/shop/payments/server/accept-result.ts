import type { App, Db } from '#app/app.ts'
import { clockMinutes, type HoldReason } from '../rules.ts'
import { earlierNews, type News, noteNews, noteRepeat } from './ledger.ts'
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
  const accepted = await app.db.transaction().execute(async (within) => {
    const attempt = await within
      .selectFrom('paymentAttempt')
      .selectAll()
      .where('ref', '=', result.ref)
      .forUpdate()
      .executeTakeFirst()
    if (!attempt) return refused('not one of our payment attempts')
    const earlier = await earlierNews(within, attempt.id, result)
    if (earlier) {
      isNew = false
      await noteRepeat(within, attempt.id, news)
      return answerOf(within, attempt.id, earlier.kind === 'HELD')
    }
    if (result.outcome !== 'APPROVED') return noteUnpaid(app, within, attempt, news)
    const paid = (await receiptOf(within, attempt.id)) !== undefined
    const wrong = reasonToHold(app, { attempt, paid, result })
    if (wrong) return hold(within, { attempt, paid }, news, wrong)
    return pay(app, within, settles, attempt, news)
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

async function pay(app: AcceptNeeds, within: Db, settles: Settles, before: AttemptRow, news: News): Promise<Accepted> {
  const { txnId, cardMasked, resultText } = news.result
  const attempt = await change(within, before, {
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
  const settled = await (attempt.orderId === null ? settles.invoice : settles.order)(app, within, attempt)
  if ('held' in settled) return hold(within, { attempt: before, paid: false }, news, settled.held)
  await noteNews(within, attempt.id, 'APPROVED', news)
  return { answer: 'approved', attempt, ...settled }
}

/** A paid attempt stays paid; only its second money is held. */
async function hold(
  within: Db,
  { attempt: before, paid }: { attempt: AttemptRow; paid: boolean },
  news: News,
  reason: string,
): Promise<Accepted> {
  await noteNews(within, before.id, 'HELD', news, reason)
  if (before.status === 'HELD') return { answer: 'held', attempt: before }
  const waiting = { holdReason: reason, resolution: '', resolvedBy: null, resolvedAt: null } as const
  if (paid) return { answer: 'held', attempt: await change(within, before, waiting) }
  const { txnId, cardMasked, resultText } = news.result
  const attempt = await change(within, before, {
    ...waiting,
    status: 'HELD',
    txnId,
    cardMasked,
    resultText,
    endedAt: news.now,
  })
  return { answer: 'held', attempt }
}

async function noteUnpaid(app: AcceptNeeds, within: Db, attempt: AttemptRow, news: News): Promise<Accepted> {
  const { outcome, merchant, amountCents, resultText, cardMasked } = news.result
  // No money has arrived: a person has nothing to decide.
  if (merchant !== cardPage(app).merchant || amountCents !== attempt.amountCents)
    return refused('declined for another merchant or amount')
  await noteNews(within, attempt.id, outcome, news)
  const open = ['BEGUN', 'DECLINED', 'CANCELLED'].includes(attempt.status)
  if (open && outcome !== 'APPROVED')
    await change(within, attempt, { status: outcome, resultText, cardMasked, endedAt: news.now })
  return answerOf(within, attempt.id, false)
}

/** The answer from the attempt's state; `second`: about money beyond the payment. */
export async function answerOf(within: Db, attemptId: string, second: boolean): Promise<Accepted> {
  const attempt = await within
    .selectFrom('paymentAttempt')
    .selectAll()
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow()
  const receipt = await receiptOf(within, attemptId)
  const stillHeld = second && attempt.resolution !== 'ACCEPTED'
  if (receipt && !stillHeld) return { answer: 'approved', attempt, receiptId: receipt.id }
  if (attempt.status === 'DECLINED') return { answer: 'declined', attempt }
  if (attempt.status === 'CANCELLED') return { answer: 'cancelled', attempt }
  return { answer: 'held', attempt }
}

const receiptOf = (within: Db, attemptId: string) =>
  within.selectFrom('receipt').select('id').where('attemptId', '=', attemptId).executeTakeFirst()

const change = (within: Db, { id }: AttemptRow, to: Partial<AttemptRow>): Promise<AttemptRow> =>
  within.updateTable('paymentAttempt').set(to).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

const refused = (reason: string): Accepted => ({ answer: 'refused', reason })
