import type { FastifyInstance } from 'fastify'
import type { CardForm } from '../contract.ts'

/** What the card page is asked to take. */
export type Asked = {
  /** Letters, digits and `-`, at most 40; unique for ever. */
  ref: string
  amountCents: number
  currency: string
  /** `YYYYMMDDHHMMSS`, GMT. */
  fpTimestamp: string
  returnUrl: string
  callbackUrl: string
  cancelUrl: string
  country: string
  email: string
}

/**
 * What the card page says has come of it. Its fingerprint proves `ref`, `outcome`, `merchant`, `amountCents` and `at`;
 * whoever pays can change the rest on the way back, so the rest decides nothing.
 */
export type CardResult = {
  ref: string
  outcome: 'APPROVED' | 'DECLINED' | 'CANCELLED'
  merchant: string
  amountCents: number
  /** The same for the same signed content, whatever else is sent with it. */
  proof: string
  /** Not signed; '' where it was not sent. */
  currency: string
  /** Not signed, as all that follows but `at`. */
  txnId: string
  resultCode: string
  resultText: string
  cardMasked: string
  /** By the card page's clock. */
  at: Date
}

/** A hosted card page: no card data ever comes to us. Embedded: the sandbox. In earnest: SecurePay's SecureFrame. */
export interface PaymentsPort {
  /** Where the form is posted to; the page's policy lets forms go there. */
  page: string
  merchant: string
  /** Of the bundled one: its page is on our own origin. */
  servePage?(http: FastifyInstance): void
  /** What the hidden form posts. */
  formOf(asked: Asked): CardForm
  /**
   * Reads a result as it was sent, names and values in their order. `refused` names the reason for the log: a repeated
   * parameter, one of another form, a fingerprint that is not theirs.
   */
  resultOf(sent: readonly (readonly [name: string, value: string])[]): CardResult | { refused: string }
}
