import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App, Db } from '#app/app.ts'
import { displayAmount } from '#features/shop/billing/rules.ts'
import { takeFormsOnly } from '#kit/server/refuse-unreadable-text.ts'
import { mounted, serve } from '#kit/server/serve.ts'
import { cardPageApi, paymentProblem, paymentsApi } from '../contract.ts'
import { type Accepted, acceptResult, answerOf } from './accept-result.ts'
import { deskPayment, listDeskPayments, listPayments } from './list-payments.ts'
import { type AttemptRow, cardPage, randomId } from './payments.ts'
import type { CardResult } from './payments-port.ts'
import { resolvePayment } from './resolve-payment.ts'
import type { Settles } from './settle.ts'

export async function paymentRoutes(http: FastifyInstance, app: App, settles: Settles) {
  serve(http, app, paymentsApi, {
    listPayments: ({ page }, { caller }) => listPayments(app.db, caller.customerId, page),
    deskPayments: (input) => listDeskPayments(app.db, input),
    deskPayment: ({ id }) => deskPayment(app.db, id),
    resolvePayment: (decided, { caller }) => resolvePayment(app, settles, caller.userId, decided),
  })

  const known = mounted.get(http) ?? []
  mounted.set(http, known)
  await http.register(async (part) => {
    mounted.set(part, known)
    // Kept in order, to detect repeated names.
    takeFormsOnly(part, { bodyLimit, as: (form) => ({ form }) })
    serve(part, app, cardPageApi, {
      paymentReturn: (_, call) =>
        leadBack(app, call, async () => {
          const result = readResult(app, call.request)
          return result ? wayBack(app.db, await acceptResult(app, settles, result, 'return')) : problemPage('result')
        }),
      paymentCancelled: ({ id }, call) =>
        leadBack(app, call, async () => wayBack(app.db, await leaveCardPage(app, id))),
      paymentCallback: async (_, { request }) => {
        onlyByReading(request)
        const result = readResult(app, request)
        const accepted = result && (await acceptResult(app, settles, result, 'callback'))
        if (!accepted || accepted.answer === 'refused') throw paymentProblem('result_refused')
        return 'OK'
      },
    })
  })
}

/** Leads a returning browser to a page, never to an error. */
async function leadBack(
  app: App,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  where: () => Promise<string>,
) {
  onlyByReading(request)
  const path = await where().catch((error: Error) => {
    app.log.error({ err: error }, 'the way back from the card page')
    return problemPage('later')
  })
  return reply.redirect(path, 303)
}

/** A HEAD request only checks the address: it changes nothing. */
function onlyByReading({ method }: FastifyRequest) {
  if (method === 'HEAD') throw paymentProblem('result_refused')
}

/** Largest body of a result, in bytes. */
const bodyLimit = 16 * 1024

/** Query and body parameters together, in their order. */
function sentBy(request: FastifyRequest): [name: string, value: string][] {
  const from = request.url.indexOf('?')
  const query = from < 0 ? '' : request.url.slice(from + 1)
  const { form = '' } = (request.body ?? {}) as { form?: string }
  return [...new URLSearchParams(query), ...new URLSearchParams(form)]
}

/** The proven result. A refusal's reason is logged, never its content. */
function readResult(app: Pick<App, 'payments' | 'log' | 'metrics'>, request: FastifyRequest) {
  const read: CardResult | { refused: string } = cardPage(app).resultOf(sentBy(request))
  if (!('refused' in read)) return read
  app.log.warn({ reason: read.refused, route: request.routeOptions.url }, 'result of a card payment refused')
  app.metrics.payments.inc({ outcome: 'refused' })
  return undefined
}

/** Ends an abandoned attempt, so that the next one need not wait. Money that arrives later is still accepted. */
function leaveCardPage({ db, clock, metrics }: Pick<App, 'db' | 'clock' | 'metrics'>, id: string) {
  return db.transaction().execute(async (tx): Promise<Accepted> => {
    const attempt = await tx
      .selectFrom('paymentAttempt')
      .select(['id', 'status'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!attempt) return { answer: 'refused', reason: 'not one of our payment attempts' }
    if (attempt.status === 'BEGUN') {
      const now = clock()
      await tx.updateTable('paymentAttempt').set({ status: 'CANCELLED', endedAt: now }).where('id', '=', id).execute()
      await tx
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
    return answerOf(tx, id, false)
  })
}

/** For unreadable results; `later`: the check itself failed. */
const problemPage = (problem: 'result' | 'later') => `/payment?problem=${problem}`

/**
 * The page that the browser goes to after the card page. Its parameters are for people: the page reads the database.
 */
async function wayBack(db: Db, accepted: Accepted): Promise<string> {
  if (accepted.answer === 'refused') return problemPage('result')
  const { attempt } = accepted
  if (accepted.answer === 'held') return `/payment/receipt?${new URLSearchParams({ id: attempt.id, held: 'true' })}`
  if (accepted.answer === 'approved') return receiptPage(db, accepted)
  const page = attempt.orderId === null ? await invoicePage(db, attempt) : await reviewPage(db, attempt)
  const [path, query] = page
  return `${path}?${new URLSearchParams({ ...query, payment: accepted.answer })}`
}

async function receiptPage(db: Db, { attempt, receiptId }: Accepted & { answer: 'approved' }) {
  const { createdAt } = await db
    .selectFrom('receipt')
    .select('createdAt')
    .where('id', '=', receiptId)
    .executeTakeFirstOrThrow()
  const shown = new URLSearchParams({
    id: receiptId,
    // In the specification `true` means an order that is still to be paid.
    subscriptionOrder: 'false',
    payNow: 'true',
    transactionID: attempt.txnId ?? '',
    receiptDate: createdAt.toISOString(),
    amount: displayAmount(attempt.amountCents),
  })
  return `/payment/receipt?${shown}`
}

async function invoicePage(db: Db, { invoiceId }: AttemptRow): Promise<[string, Record<string, string>]> {
  const { customerNo, invoiceNo } = await db
    .selectFrom('invoice')
    .innerJoin('customer', 'customer.id', 'invoice.customerId')
    .select(['customerNo', 'invoiceNo'])
    .where('invoice.id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  return [`/payInvoice/${encodeURIComponent(customerNo)}/${encodeURIComponent(invoiceNo)}`, {}]
}

async function reviewPage(db: Db, { orderId }: AttemptRow): Promise<[string, Record<string, string>]> {
  const { cartId } = await db
    .selectFrom('shopOrder')
    .select('cartId')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return ['/orderDetails', { cmsId: cartId }]
}
