import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import { randomId } from './payments.ts'
import type { CardResult } from './payments-port.ts'
import type { PaymentEventKind, PaymentWay } from './tables.ts'

/** Limit per kind: a fingerprint covers few values, and a payer can vary the others. */
const maxOfAKind = 50

export type News = { result: CardResult; way: PaymentWay; now: Date }

/** The outcome of this same result when it first arrived; undefined if it is new. */
export const earlierNews = (tx: Db, attemptId: string, result: CardResult) =>
  tx
    .selectFrom('paymentEvent')
    .select('kind')
    .where('attemptId', '=', attemptId)
    .where(isOf(result))
    .where('kind', 'in', ['APPROVED', 'HELD', 'DECLINED', 'CANCELLED'])
    .executeTakeFirst()

/** Before migration 030 an event stored only the transaction. */
const isOf = ({ proof, txnId, resultCode }: CardResult) =>
  sql<boolean>`(proof = ${proof} or (proof = '' and txn_id = ${txnId} and result_code = ${resultCode}))`

export async function recordNews(
  tx: Db,
  attemptId: string,
  kind: PaymentEventKind,
  { result, way, now }: News,
  note = '',
): Promise<void> {
  const { noted } = await tx
    .selectFrom('paymentEvent')
    .where('attemptId', '=', attemptId)
    .where('kind', '=', kind)
    .select(sql<number>`count(*)::int`.as('noted'))
    .executeTakeFirstOrThrow()
  if (noted >= maxOfAKind && kind !== 'APPROVED') return
  await tx
    .insertInto('paymentEvent')
    .values({
      id: randomId(),
      attemptId,
      happenedAt: now,
      kind,
      way,
      amountCents: result.amountCents,
      txnId: result.txnId,
      resultCode: result.resultCode,
      resultText: result.resultText,
      note,
      proof: result.proof,
      currency: result.currency,
    })
    .execute()
}

/** Records a repeated result, once per way it can arrive. */
export async function recordRepeat(tx: Db, attemptId: string, news: News): Promise<void> {
  const { result, way } = news
  const noted = await tx
    .selectFrom('paymentEvent')
    .select('id')
    .where('attemptId', '=', attemptId)
    .where('kind', '=', 'REPEATED')
    .where('way', '=', way)
    .where(isOf(result))
    .executeTakeFirst()
  if (!noted) await recordNews(tx, attemptId, 'REPEATED', news)
}
