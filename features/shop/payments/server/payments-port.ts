import type { FastifyInstance } from 'fastify'
import type { CardForm } from '../contract.ts'

/** A payment request to the card page. */
export type CardPayment = {
  /** Letters, digits and `-`, at most 40; never reused. */
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
 * A result as the card page reports it. Its fingerprint covers `ref`, `outcome`, `merchant`, `amountCents` and `at`;
 * the payer can change the rest on the way back, so nothing depends on it.
 */
export type CardResult = {
  ref: string
  outcome: 'APPROVED' | 'DECLINED' | 'CANCELLED'
  merchant: string
  amountCents: number
  /** Equal for the same signed content, no matter which unsigned values come with it. */
  proof: string
  /** Not signed; '' if it was not sent. */
  currency: string
  /** Not signed, like everything below except `at`. */
  txnId: string
  resultCode: string
  resultText: string
  cardMasked: string
  /** Moment by the card page's clock. */
  at: Date
}

/** A hosted card page: card data never reaches us. Bundled: the sandbox. In production: SecurePay's SecureFrame. */
export interface PaymentsPort {
  /** Address that the form is posted to; the page's CSP allows this form action. */
  page: string
  merchant: string
  /** Serves the bundled card page on our own origin. */
  servePage?(http: FastifyInstance): void
  /** The data of the hidden form. */
  formOf(request: CardPayment): CardForm
  /**
   * Reads a result from its names and values in their order. `refused` is the reason for the log: a repeated or
   * malformed parameter, or a wrong fingerprint.
   */
  resultOf(sent: readonly (readonly [name: string, value: string])[]): CardResult | { refused: string }
}
