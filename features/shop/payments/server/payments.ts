import { createHash, randomBytes } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import { hourMs } from '#kit/day.ts'
import { type CardForm, paymentProblem } from '../contract.ts'
import { attemptHours, inProcessMinutes } from '../rules.ts'
import type { PaymentsPort } from './payments-port.ts'
import type { PaymentTables } from './tables.ts'

export type AttemptRow = Omit<PaymentTables['paymentAttempt'], keyof PaymentNotes> & PaymentNotes
type PaymentNotes = { cardMasked: string; resultText: string; holdReason: string; resolution: string }

/** The thing paid for: an order or an invoice. */
export type PaidFor = { orderId: string } | { invoiceId: string }

/** The payer's details for the card page. */
export type Payer = { country: string; email: string }

export type Beginning = {
  for: PaidFor
  /** Number of the invoice or order; the reference begins with it. */
  number: string
  customerId: string
  /** Null if an invoice is paid without signing in. */
  userId: string | null
  amountCents: number
  currency: string
  /** `begunByOf` the human check's answer. */
  begunBy: string
  payer: Payer
}

type Needs = Pick<App, 'clock' | 'env' | 'payments'>
type BeginNeeds = Needs & Pick<App, 'metrics'>

/** One answer of the human check begins one payment, for one thing and one caller. */
export const begunByOf = (answer: string, ...about: (string | null)[]): string =>
  createHash('sha256')
    .update(JSON.stringify([answer, ...about]))
    .digest('hex')

/** Throws `card_off` without a card page; call it before writing anything. */
export function cardPage({ payments }: Pick<App, 'payments'>): PaymentsPort {
  if (!payments) throw paymentProblem('card_off')
  return payments
}

/**
 * Begins a payment attempt, in the transaction that has locked the thing paid for, and returns the form for the card
 * page.
 */
export async function beginAttempt(
  app: BeginNeeds,
  tx: Db,
  beginning: Beginning,
): Promise<{ attempt: AttemptRow; form: CardForm }> {
  const page = cardPage(app)
  if (beginning.amountCents <= 0) throw paymentProblem('nothing_to_pay')
  const now = app.clock()
  const attempt = await tx
    .insertInto('paymentAttempt')
    .values({
      id: randomId(),
      ref: `${beginning.number}-${randomBytes(6).toString('hex').toUpperCase()}`,
      orderId: 'orderId' in beginning.for ? beginning.for.orderId : null,
      invoiceId: 'invoiceId' in beginning.for ? beginning.for.invoiceId : null,
      customerId: beginning.customerId,
      userId: beginning.userId,
      status: 'BEGUN',
      amountCents: beginning.amountCents,
      currency: beginning.currency,
      fpTimestamp: now.toISOString().replace(/\D/g, '').slice(0, 14),
      begunBy: beginning.begunBy,
      createdAt: now,
      expiresAt: new Date(now.getTime() + attemptHours * hourMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('paymentEvent')
    .values({
      id: randomId(),
      attemptId: attempt.id,
      happenedAt: now,
      kind: 'BEGUN',
      way: 'portal',
      amountCents: attempt.amountCents,
      userId: attempt.userId,
    })
    .execute()
  app.metrics.payments.inc({ outcome: 'begun' })
  return { attempt, form: formOf(page, app, attempt, beginning.payer) }
}

/** The attempt started with the same answer of the human check: a retry after a lost answer. */
export const repeatedAttempt = (db: Db, begunBy: string): Promise<AttemptRow | undefined> =>
  db.selectFrom('paymentAttempt').selectAll().where('begunBy', '=', begunBy).executeTakeFirst()

/** Recreates an attempt's form, for a retry. */
export const cardFormOf = (app: Needs, attempt: AttemptRow, payer: Payer): CardForm =>
  formOf(cardPage(app), app, attempt, payer)

/** Whether a payment may be pending: started a moment ago, or held for a person. Another attempt might pay twice. */
export async function attemptInProcess(db: Db, of: PaidFor, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - inProcessMinutes * 60_000)
  const found = await db
    .selectFrom('paymentAttempt')
    .where('orderId' in of ? 'orderId' : 'invoiceId', '=', 'orderId' in of ? of.orderId : of.invoiceId)
    .where((row) =>
      row.or([row('status', '=', 'HELD'), row.and([row('status', '=', 'BEGUN'), row('createdAt', '>', since)])]),
    )
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

/** 128 random bits: knowing an attempt's id grants access to its state. */
export const randomId = () => randomBytes(16).toString('hex')

const formOf = (page: PaymentsPort, { env }: Needs, attempt: AttemptRow, { country, email }: Payer) =>
  page.formOf({
    ref: attempt.ref,
    amountCents: attempt.amountCents,
    currency: attempt.currency,
    fpTimestamp: attempt.fpTimestamp,
    returnUrl: `${env.publicUrl}/rest/payment/return`,
    callbackUrl: `${env.publicUrl}/rest/payment/callback`,
    cancelUrl: `${env.publicUrl}/rest/payment/cancelled?id=${attempt.id}`,
    country,
    email,
  })
