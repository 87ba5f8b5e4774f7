import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import { randomId } from './payments.ts'
import type { CardResult } from './payments-port.ts'
import type { PaymentEventKind, PaymentWay } from './tables.ts'

/** More of one kind is noise: what is proven by a fingerprint names few things, and a payer may change the others. */
const mostOfAKind = 50

export type News = { result: CardResult; way: PaymentWay; now: Date }

/** What became of this very result when it first came; undefined where it is new. */
export const earlierNews = (within: Db, attemptId: string, { txnId, resultCode, outcome }: CardResult) =>
  within
    .selectFrom('paymentEvent')
    .select('kind')
    .where('attemptId', '=', attemptId)
    .where('txnId', '=', txnId)
    .$if(outcome === 'APPROVED', (some) => some.where('kind', 'in', ['APPROVED', 'HELD']))
    .$if(outcome !== 'APPROVED', (some) => some.where('kind', '=', outcome).where('resultCode', '=', resultCode))
    .executeTakeFirst()

export async function noteNews(
  within: Db,
  attemptId: string,
  kind: PaymentEventKind,
  { result, way, now }: News,
  note = '',
): Promise<void> {
  const { noted } = await within
    .selectFrom('paymentEvent')
    .where('attemptId', '=', attemptId)
    .where('kind', '=', kind)
    .select(sql<number>`count(*)::int`.as('noted'))
    .executeTakeFirstOrThrow()
  if (noted >= mostOfAKind && kind !== 'APPROVED') return
  await within
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
    })
    .execute()
}

/** That the same news came again; once for each way that it can come. */
export async function noteRepeat(within: Db, attemptId: string, news: News): Promise<void> {
  const { result, way } = news
  const noted = await within
    .selectFrom('paymentEvent')
    .select('id')
    .where('attemptId', '=', attemptId)
    .where('kind', '=', 'REPEATED')
    .where('way', '=', way)
    .where('txnId', '=', result.txnId)
    .where('resultCode', '=', result.resultCode)
    .executeTakeFirst()
  if (!noted) await noteNews(within, attemptId, 'REPEATED', news)
}

/** One transaction pays once: whoever asks for another's waits here until that one is decided. */
export async function usedElsewhere(within: Db, attemptId: string, txnId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`card ${txnId}`}, 0))`.execute(within)
  const used = await within
    .selectFrom('paymentEvent')
    .select('id')
    .where('txnId', '=', txnId)
    .where('attemptId', '!=', attemptId)
    .where('kind', 'in', ['APPROVED', 'HELD'])
    .executeTakeFirst()
  return used !== undefined
}
