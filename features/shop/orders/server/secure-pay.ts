import type { App } from '#app/app.ts'
import type { BillTo } from '#features/shop/billing/rules.ts'
import { contactNamed } from '#features/shop/billing/rules.ts'
import type { CardForm } from '#features/shop/payments/contract.ts'
import {
  beginAttempt,
  begunByOf,
  cardFormOf,
  cardPage,
  repeatedAttempt,
} from '#features/shop/payments/server/payments.ts'
import type { Input } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { orderProblem, type ordersApi } from '../contract.ts'
import { isInProcess, lockCart, requireOpen } from './held-cart.ts'
import { makeOrder } from './make-order.ts'
import { sameAnswer } from './same-answer.ts'

type Needs = Pick<App, 'db' | 'clock' | 'pause' | 'env' | 'payments' | 'humanCheck' | 'log' | 'metrics'>
type Answer = { response: CardForm | null; disableButtons?: boolean }

/** One cart makes one order, whose payment attempts run one at a time. Idempotent per answer of the human check. */
export async function securePay(
  app: Needs,
  caller: SchoolCaller,
  { id, recaptcha_token, purchaseOrder }: Input<typeof ordersApi.securePay>,
): Promise<Answer> {
  cardPage(app)
  const begunBy = begunByOf(recaptcha_token ?? '', 'pay-now', caller.userId, id)
  const answered = await sameAnswer(app, recaptcha_token, 'pay-now', () => begunForm(app, begunBy))
  if ('found' in answered) return answered.found
  if (!answered.human) return { response: null }
  return app.db.transaction().execute(async (tx) => {
    const { cart, order } = await lockCart(tx, caller.customerId, id)
    requireOpen(cart, order, app.clock())
    if (await isInProcess(app, tx, order)) return { response: null, disableButtons: true }
    const made = await makeOrder(app, tx, { caller, cart, order, purchaseOrder })
    const { form } = await beginAttempt(app, tx, {
      for: { orderId: made.id },
      number: made.orderNo,
      customerId: caller.customerId,
      userId: caller.userId,
      amountCents: made.totalCents,
      currency: made.currency,
      begunBy,
      payer: payerOf(made.billTo),
    })
    return { response: form }
  })
}

/** An attempt that has ended gets no form: the card page would charge a second time. */
async function begunForm(app: Needs, begunBy: string): Promise<Answer | undefined> {
  const attempt = await repeatedAttempt(app.db, begunBy)
  if (!attempt?.orderId) return undefined
  if (attempt.status === 'APPROVED') throw orderProblem('cart_gone')
  if (attempt.status === 'HELD') return { response: null, disableButtons: true }
  if (attempt.status !== 'BEGUN' || attempt.expiresAt <= app.clock()) return { response: null }
  const { billTo } = await app.db
    .selectFrom('shopOrder')
    .select('billTo')
    .where('id', '=', attempt.orderId)
    .executeTakeFirstOrThrow()
  return { response: cardFormOf(app, attempt, payerOf(billTo)) }
}

const payerOf = ({ country, contacts }: BillTo) => ({ country, email: contactNamed(contacts)?.email ?? '' })
