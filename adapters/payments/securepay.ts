import type { CardForm } from '#features/payments/contract.ts'
import type { Asked, CardResult, PaymentsPort } from '#features/payments/server/payments-port.ts'
import { type FingerprintKind, requestFingerprint, resultFingerprint, sameFingerprint } from './fingerprint.ts'
import { momentOf } from './gmt-timestamp.ts'
import { membersOf } from './result-members.ts'

/** `page`: where the hidden form is posted to. The password never leaves the server. */
export type SecurePaySettings = { page: string; merchant: string; password: string; fingerprint: FingerprintKind }

/** A payment at once, without fraud check. */
const txnType = '0'
const outcomes = { 1: 'APPROVED', 2: 'DECLINED', 3: 'DECLINED', 4: 'CANCELLED' } as const

/** SecurePay's hosted page, SecureFrame: a form out, signed results in. */
export function openSecurePay({ page, merchant, password, fingerprint }: SecurePaySettings): PaymentsPort {
  const by = { kind: fingerprint, merchant, password }

  const formOf = (asked: Asked): CardForm => {
    const amount = String(asked.amountCents)
    return {
      securePayURL: page,
      billName: 'transact',
      merchantId: merchant,
      primaryRef: asked.ref,
      txnType,
      amount,
      timestamp: asked.fpTimestamp,
      fingerprint: requestFingerprint(by, { txnType, ref: asked.ref, amount, timestamp: asked.fpTimestamp }),
      returnURL: asked.returnUrl,
      returnURLText: 'Return to the portal',
      returnURLTarget: 'self',
      callbackURL: asked.callbackUrl,
      cancelURL: asked.cancelUrl,
      currency: asked.currency,
      deliveryCountry: asked.country,
      billingCountry: asked.country,
      email: asked.email,
      display_receipt: 'no',
    }
  }

  const resultOf = (sent: readonly (readonly [string, string])[]): CardResult | { refused: string } => {
    const members = membersOf(sent)
    if ('refused' in members) return members as { refused: string }
    const { refid, amount, timestamp, summarycode, txnid } = members
    // Signed for the merchant that it names: that it is ours is looked at with the attempt.
    const proven = resultFingerprint(
      { ...by, merchant: members.merchant },
      { ref: refid, amount, timestamp, summaryCode: summarycode },
    )
    if (!sameFingerprint(proven, members.fingerprint)) return { refused: 'the fingerprint is not theirs' }
    const at = momentOf(timestamp)
    if (!at) return { refused: 'timestamp is no moment' }
    const outcome = outcomes[summarycode as unknown as keyof typeof outcomes]
    if (outcome === 'APPROVED' && txnid === '') return { refused: 'approved without a transaction' }
    return {
      ref: refid,
      outcome,
      merchant: members.merchant,
      amountCents: centsOf(amount),
      proof: members.fingerprint.toLowerCase(),
      currency: members.currency,
      txnId: txnid,
      resultCode: members.rescode || summarycode,
      resultText: members.restext,
      cardMasked: members.pan,
      at,
    }
  }

  return { page, merchant, formOf, resultOf }
}

/** Whole cents, or units with two decimals. */
const centsOf = (amount: string) => Number(amount.includes('.') ? amount.replace('.', '') : amount)
