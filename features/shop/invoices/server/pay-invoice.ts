import type { FastifyRequest } from 'fastify'
import type { App, Db } from '#app/app.ts'
import type { CardForm } from '#features/shop/payments/contract.ts'
import {
  beginAttempt,
  begunByOf,
  cardFormOf,
  cardPage,
  type Payer,
  repeatedAttempt,
} from '#features/shop/payments/server/payments.ts'
import type { Input } from '#kit/contract.ts'
import type { Caller } from '#kit/server/caller.ts'
import { networkOf } from '#kit/server/network-of.ts'
import { humanCheckProblem } from '#platform/human-check/contract.ts'
import { type Tries, takeTry, uncountTry } from '#platform/human-check/server/human-check.ts'
import { billingProblem, type payInvoiceApi } from '../../billing/contract.ts'
import { displayAmount } from '../../billing/rules.ts'
import { billToOf } from '../../billing/server/bill-to.ts'
import { hasPendingPayment } from '../../billing/server/money-on-its-way.ts'
import { sameAnswer } from '../../orders/server/same-answer.ts'
import type { InvoiceRow } from './invoice-reply.ts'

type Needs = Pick<App, 'db' | 'secretKey' | 'clock' | 'pause' | 'env' | 'humanCheck' | 'log' | 'payments' | 'metrics'>
/** Null if no one is signed in. */
type Asking = { caller: Caller | null; request: FastifyRequest }

/** Free wrong pairs per address. A school shares one address, so further pairs need a proof of work, not a wait. */
const pairsOf = (address: string): Tries => ({
  about: `invoice ${networkOf(address)}`,
  limits: [{ subject: `invoice:${networkOf(address)}`, free: 10, seconds: 3600 }],
})

/** The amount and the due date, for anyone with both numbers. */
export async function invoiceAmount(
  app: Pick<App, 'db' | 'secretKey' | 'clock'>,
  { customerNo, InvoiceNumber }: Input<typeof payInvoiceApi.invoiceAmount>,
  request: FastifyRequest,
): Promise<{ displayAmount: string; currency: string; dateDue: string }> {
  const invoice = await invoiceOfPair(app, { customerNo, invoiceNo: InvoiceNumber }, request)
  refuseUnlessPending(invoice)
  return { displayAmount: displayAmount(invoice.totalCents), currency: invoice.currency, dateDue: invoice.dueOn }
}

/** The form that leads to the card page. Idempotent per answer of the human check. */
export async function invoiceSecurePay(
  app: Needs,
  { customerNo, invoiceNumber, recaptcha_token: answer }: Input<typeof payInvoiceApi.invoiceSecurePay>,
  { caller, request }: Asking,
): Promise<{ response: CardForm }> {
  cardPage(app)
  const invoice = await invoiceOfPair(app, { customerNo, invoiceNo: invoiceNumber }, request)
  refuseUnlessPending(invoice)
  const payer = await payerOf(app.db, invoice, caller)
  const begunBy = begunByOf(answer ?? '', 'invoice', invoice.id, caller?.userId ?? null)
  const answered = await sameAnswer(app, answer, 'pay-invoice', () => begunForm(app, begunBy, payer))
  if ('found' in answered) return answered.found
  if (!answered.human) throw humanCheckProblem('not_a_person')
  return app.db.transaction().execute(async (tx) => {
    const held = await lockInvoice(tx, invoice)
    refuseUnlessPending(held)
    if (await hasPendingPayment(tx, held, app.clock())) throw billingProblem('payment_in_process')
    const { form } = await beginAttempt(app, tx, {
      for: { invoiceId: invoice.id },
      number: invoice.invoiceNo,
      customerId: invoice.customerId,
      userId: caller?.userId ?? null,
      amountCents: held.totalCents,
      currency: held.currency,
      begunBy,
      payer,
    })
    return { response: form }
  })
}

/** An attempt that has ended gets no form: the card page would charge a second time. */
async function begunForm(app: Needs, begunBy: string, payer: Payer): Promise<{ response: CardForm } | undefined> {
  const attempt = await repeatedAttempt(app.db, begunBy)
  const open = attempt?.status === 'BEGUN' && attempt.expiresAt > app.clock()
  return open ? { response: cardFormOf(app, attempt, payer) } : undefined
}

/** Every wrong pair gets the same answer: both numbers are always looked up. */
async function invoiceOfPair(
  app: Pick<App, 'db' | 'clock' | 'secretKey'>,
  { customerNo, invoiceNo }: { customerNo: string; invoiceNo: string },
  request: FastifyRequest,
): Promise<InvoiceRow> {
  const { db } = app
  const tries = pairsOf(request.ip)
  await takeTry(app, tries, request)
  const [customer, invoice] = await Promise.all([
    db.selectFrom('customer').select('id').where('customerNo', '=', customerNo.toUpperCase()).executeTakeFirst(),
    db.selectFrom('invoice').selectAll().where('invoiceNo', '=', invoiceNo.toUpperCase()).executeTakeFirst(),
  ])
  if (!invoice || invoice.customerId !== customer?.id) throw billingProblem('wrong_pair')
  await uncountTry(db, tries)
  return invoice
}

function refuseUnlessPending({ status }: Pick<InvoiceRow, 'status'>) {
  if (status === 'PAID') throw billingProblem('invoice_paid')
  if (status !== 'PENDING') throw billingProblem('invoice_ended')
}

/** Locks the order first, like everything else that locks both. */
async function lockInvoice(tx: Db, { id, orderId }: InvoiceRow): Promise<InvoiceRow> {
  if (orderId !== null)
    await tx.selectFrom('shopOrder').select('id').where('id', '=', orderId).forNoKeyUpdate().execute()
  return tx.selectFrom('invoice').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/** A stranger with the two numbers learns no address from the form. */
async function payerOf(db: Db, { customerId, billTo }: InvoiceRow, caller: Caller | null) {
  const { country, contacts } = billTo ?? (await billToOf(db, customerId))
  const own = caller?.customerId === customerId
  const email = (contacts.find(({ type }) => type === 'BILLING') ?? contacts[0])?.email ?? ''
  return { country, email: own ? email : '' }
}
