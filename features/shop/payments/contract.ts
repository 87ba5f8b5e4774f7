import { z } from 'zod'
import { get, getOrPost, post, problems } from '#kit/contract.ts'

/** The specification's payment form data; the hidden form posts it under the card page's own names. */
export const CardForm = z.object({
  securePayURL: z.string(),
  billName: z.string(),
  merchantId: z.string(),
  primaryRef: z.string(),
  txnType: z.string(),
  /** Whole cents. */
  amount: z.string(),
  /** `YYYYMMDDHHMMSS`, GMT. */
  timestamp: z.string(),
  fingerprint: z.string(),
  returnURL: z.string(),
  returnURLText: z.string(),
  returnURLTarget: z.string(),
  /** Not in the specification: the card page notifies the server, and leads back a payer who gives up. */
  callbackURL: z.string(),
  cancelURL: z.string(),
  currency: z.string(),
  deliveryCountry: z.string(),
  billingCountry: z.string(),
  email: z.string(),
  display_receipt: z.enum(['yes', 'no']),
})
export type CardForm = z.infer<typeof CardForm>

/** A person's decision about a held payment; '' if none was needed. */
export const Resolution = z.enum(['', 'ACCEPTED', 'GIVEN_BACK', 'NOT_PAID'])
export type Resolution = z.infer<typeof Resolution>

export const PaymentState = z.enum(['BEGUN', 'APPROVED', 'DECLINED', 'CANCELLED', 'HELD', 'RESOLVED'])
export type PaymentState = z.infer<typeof PaymentState>

/** An entry of the ledger: one payment attempt. */
export const Payment = z.object({
  id: z.string(),
  /** The reference sent to the card page. */
  reference: z.string(),
  state: PaymentState,
  orderNumber: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
  amount: z.number(),
  currency: z.string(),
  createdDate: z.string(),
  endedDate: z.string().nullable(),
  transactionID: z.string(),
  /** Masked card number: `444433...111`. */
  card: z.string(),
  resultText: z.string(),
  /** Empty if the payer was not signed in. */
  paidBy: z.string(),
  resolution: Resolution,
  /** Null if there is none. */
  receiptId: z.string().nullable(),
})
export type Payment = z.infer<typeof Payment>

export const DeskPayment = Payment.extend({
  customerId: z.string(),
  organisation: z.string(),
  customerNo: z.string(),
  /** Why a person must or had to decide; '' if no one must. On an approved payment: money arrived a second time. */
  holdReason: z.string(),
  /** True while a person must decide. */
  held: z.boolean(),
  resolvedBy: z.string(),
  resolvedDate: z.string().nullable(),
})
export type DeskPayment = z.infer<typeof DeskPayment>

export const PaymentEvent = z.object({
  id: z.string(),
  happenedDate: z.string(),
  kind: z.string(),
  way: z.enum(['portal', 'return', 'callback', 'desk']),
  amount: z.number().nullable(),
  transactionID: z.string(),
  resultCode: z.string(),
  resultText: z.string(),
  by: z.string(),
  note: z.string(),
  /** Currency of the result; like the transaction and the text it is not signed. */
  currency: z.string(),
})
export type PaymentEvent = z.infer<typeof PaymentEvent>

const page = z.coerce.number().int().min(1).max(10_000).default(1)
/**
 * The card page's own parameters, parsed strictly by hand, because they may be repeated and a fingerprint covers them.
 */
const asSent = z.record(z.string(), z.unknown())

/** Called by the card page, and by browsers returning from it. */
export const cardPageApi = {
  paymentReturn: getOrPost('/rest/payment/return', {
    who: 'visitor',
    summary: 'The browser returns from the card page; the fingerprint is the proof',
    input: asSent,
    answers: 'redirect',
    changes: false,
  }),
  paymentCallback: getOrPost('/rest/payment/callback', {
    who: 'visitor',
    summary: 'The card page reports a result, server to server; the fingerprint is the proof',
    input: asSent,
    answers: 'text',
    changes: false,
  }),
  paymentCancelled: get('/rest/payment/cancelled', {
    who: 'visitor',
    summary: 'The browser returns from a cancelled card page; its random id is the proof',
    // The card page may add parameters.
    input: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
    answers: 'redirect',
    changes: false,
  }),
}

export const paymentsApi = {
  listPayments: get('/rest/payments', {
    who: 'staff',
    summary: 'All card payment attempts of the caller’s own customer, newest first, 50 a page',
    input: z.strictObject({ page }),
    reply: z.object({ response: z.array(Payment), totalCount: z.number().int() }),
  }),
  deskPayments: get('/rest/desk/payments', {
    who: 'desk',
    summary: 'All card payment attempts, newest first; `state=HELD` lists those held for review',
    input: z.strictObject({
      page,
      /** `HELD`: all that need a person's decision. */
      state: PaymentState.optional(),
      text: z.string().trim().max(200).optional(),
      customerId: z.string().max(100).optional(),
    }),
    reply: z.object({
      response: z.array(DeskPayment),
      totalCount: z.number().int(),
      /** Number of payments that need a person's decision. */
      held: z.number().int(),
    }),
  }),
  deskPayment: get('/rest/desk/payments/:id', {
    who: 'desk',
    summary: 'One payment attempt with all its events',
    input: z.strictObject({ id: z.string().max(100) }),
    reply: z.object({ response: DeskPayment.extend({ events: z.array(PaymentEvent) }) }),
  }),
  resolvePayment: post('/rest/desk/payments/:id/resolve', {
    who: 'desk',
    freshProof: 'always',
    summary: 'Decide on a held payment: accept it, mark it as refunded, or mark it as not received',
    input: z.strictObject({
      id: z.string().max(100),
      resolution: Resolution.exclude(['']),
      note: z.string().trim().min(1).max(500),
    }),
    reply: z.object({ response: DeskPayment }),
  }),
}

export const paymentProblem = problems({
  payment_not_found: [404, 'We couldn’t find this payment.'],
  not_held: [409, 'This payment has already been reviewed.'],
  paid_already: [409, 'This has already been paid. Please refund the money.'],
  ended_already: [409, 'The order or invoice was cancelled or refunded. Please refund the money.'],
  /** Sent to anyone who is not the card page. */
  result_refused: [400, 'This result doesn’t match any of our payments.'],
  nothing_to_pay: [409, 'There is nothing to pay.'],
  card_off: [503, 'Card payment is not available at the moment. Please request an invoice.'],
})
