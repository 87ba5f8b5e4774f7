import type { App, Db } from '#app/app.ts'
import { makeReceipt, receiptIdOf } from '#features/shop/billing/server/make-receipt.ts'
import { begunByOf } from '#features/shop/payments/server/payments.ts'
import type { Input, Reply } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { humanCheckProblem } from '#platform/human-check/contract.ts'
import { orderProblem, type ordersApi } from '../contract.ts'
import { inProcessSentence } from '../rules.ts'
import { isInProcess, linesOfOrder, lockCart, requireOpen } from './held-cart.ts'
import { mayRequestInvoice } from './invoice-allowed.ts'
import { makeOrder } from './make-order.ts'
import { placeOrder } from './place-order.ts'
import { sameAnswer } from './same-answer.ts'
import { givesSubscription, lockCustomer } from './start-subscriptions.ts'

type Needs = Pick<App, 'db' | 'clock' | 'pause' | 'queue' | 'humanCheck' | 'log' | 'metrics'>
type Answer = Omit<Reply<typeof ordersApi.requestInvoice>, 'responseCode'>

/** One cart makes one order. Idempotent per answer of the human check: a retry gets the same receipt. */
export async function requestInvoice(
  app: Needs,
  caller: SchoolCaller,
  { id, recaptcha_token, purchaseOrder }: Input<typeof ordersApi.requestInvoice>,
): Promise<Answer> {
  const requestKey = begunByOf(recaptcha_token ?? '', 'request-invoice', caller.userId, id)
  const answered = await sameAnswer(app, recaptcha_token, 'request-invoice', () => requested(app.db, requestKey))
  if ('found' in answered) return answered.found
  if (!answered.human) return refused(humanCheckProblem('not_a_person').messages[0])
  const placed = await app.db.transaction().execute(async (tx) => {
    const { cart, order } = await lockCart(tx, caller.customerId, id)
    if (order && order.status !== 'AWAITING_PAYMENT') return refused(orderProblem('cart_gone').messages[0])
    requireOpen(cart, order, app.clock())
    if (await isInProcess(app, tx, order)) return refused(inProcessSentence)
    if (!(await mayRequestInvoice(app, tx, caller.customerId))) throw orderProblem('invoice_not_allowed')
    // Locked before a number is taken: waiting for this customer must not block the number series.
    await lockCustomer(tx, caller.customerId)
    const made = await makeOrder(app, tx, { caller, cart, order, purchaseOrder })
    const { userId } = caller
    const { invoiceId, subscriptionOrder } = await placeOrder(app, tx, made, { paid: false, requestKey, userId })
    const receiptId = await makeReceipt(app, tx, { kind: 'INVOICE_REQUESTED', invoiceId, subscriptionOrder })
    return { subscriptionOrder, errorMessage: null, id: receiptId }
  })
  if (placed.id) app.metrics.orders.inc({ way: 'invoice' })
  return placed
}

const refused = (errorMessage: string): Answer => ({ subscriptionOrder: false, errorMessage, id: null })

async function requested(db: Db, requestKey: string): Promise<Answer | undefined> {
  const order = await db
    .selectFrom('shopOrder')
    .innerJoin('invoice', 'invoice.orderId', 'shopOrder.id')
    .where('requestKey', '=', requestKey)
    .select(['shopOrder.id', 'invoice.id as invoiceId'])
    .executeTakeFirst()
  if (!order) return undefined
  const id = await receiptIdOf(db, { requestedInvoiceId: order.invoiceId })
  const subscriptionOrder = givesSubscription(await linesOfOrder(db, order.id))
  return { subscriptionOrder, errorMessage: null, id: id ?? null }
}
