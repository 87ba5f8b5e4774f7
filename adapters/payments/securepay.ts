import type { CardForm } from '#features/shop/payments/contract.ts'
import type { CardPayment, CardResult, PaymentsPort } from '#features/shop/payments/server/payments-port.ts'
import { type FingerprintKind, requestFingerprint, resultFingerprint, sameFingerprint } from './fingerprint.ts'
import { momentOf } from './gmt-timestamp.ts'
/** `page`: the address that the hidden form posts to. The password stays on the server. */
export type SecurePaySettings = { page: string; merchant: string; password: string; fingerprint: FingerprintKind }

/** An immediate payment without fraud check. */
const txnType = '0'
const outcomes = { 1: 'APPROVED', 2: 'DECLINED', 3: 'DECLINED', 4: 'CANCELLED' } as const

/** SecureFrame, SecurePay's hosted page: a form out, signed results in. */
export function openSecurePay({ page, merchant, password, fingerprint }: SecurePaySettings): PaymentsPort {
  const by = { kind: fingerprint, merchant, password }

  const formOf = (request: CardPayment): CardForm => {
    const amount = String(request.amountCents)
    return {
      securePayURL: page,
      billName: 'transact',
      merchantId: merchant,
      primaryRef: request.ref,
      txnType,
      amount,
      timestamp: request.fpTimestamp,
      fingerprint: requestFingerprint(by, { txnType, ref: request.ref, amount, timestamp: request.fpTimestamp }),
      returnURL: request.returnUrl,
      returnURLText: 'Return to the portal',
      returnURLTarget: 'self',
      callbackURL: request.callbackUrl,
      cancelURL: request.cancelUrl,
      currency: request.currency,
      deliveryCountry: request.country,
      billingCountry: request.country,
      email: request.email,
      display_receipt: 'no',
    }
  }

  const resultOf = (sent: readonly (readonly [string, string])[]): CardResult | { refused: string } => {
    const members = membersOf(sent)
    if ('refused' in members) return members as { refused: string }
    const { refid, amount, timestamp, summarycode, txnid } = members
    // Verified for the merchant it names; the payment attempt's check shows whether that is ours.
    const proven = resultFingerprint(
      { ...by, merchant: members.merchant },
      { ref: refid, amount, timestamp, summaryCode: summarycode },
    )
    if (!sameFingerprint(proven, members.fingerprint)) return { refused: 'the fingerprint is not theirs' }
    const at = momentOf(timestamp)
    if (!at) return { refused: 'timestamp is not a valid time' }
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
const centsOf = (amount: string) => Number(amount.replace('.', ''))

/** The format of each member that we read. Others are ignored. */
const forms = {
  summarycode: /^[1-4]$/,
  rescode: /^[0-9A-Za-z]{0,6}$/,
  // Printable ASCII without `|`, which separates the members in a fingerprint.
  restext: /^[\x20-\x7b\x7d\x7e]{0,200}$/,
  refid: /^[A-Za-z0-9 ._-]{1,60}$/,
  txnid: /^[A-Za-z0-9-]{0,60}$/,
  settdate: /^(\d{8})?$/,
  timestamp: /^\d{14}$/,
  merchant: /^[A-Za-z0-9]{1,20}$/,
  amount: /^\d{1,9}(\.\d{2})?$/,
  currency: /^([A-Z]{3})?$/,
  // Never a full card number.
  pan: /^(\d{0,6}[.xX*]{2,}\d{0,4})?$/,
  fingerprint: /^([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/,
} satisfies Record<string, RegExp>
type Member = keyof typeof forms

const mayBeAbsent: readonly Member[] = ['rescode', 'restext', 'txnid', 'settdate', 'currency', 'pan']
const maxMembers = 60

/** The members of a result as sent, or why they cannot be read. A repeated name is rejected, in any case. */
function membersOf(
  sent: readonly (readonly [name: string, value: string])[],
): Record<Member, string> | { refused: string } {
  if (sent.length > maxMembers) return { refused: 'too many members' }
  const seen = new Set<string>()
  for (const [name, value] of sent) {
    if (!/^\w{1,40}$/.test(name)) return { refused: 'a member of an unknown form' }
    if (seen.has(name.toLowerCase())) return { refused: `${name} comes twice` }
    if (value.length > 1000 || /[|\p{Cc}\ufffd]/u.test(value)) return { refused: `${name} has another form` }
    seen.add(name.toLowerCase())
  }
  const given = new Map(sent)
  const members = {} as Record<Member, string>
  for (const name of Object.keys(forms) as Member[]) {
    const value = given.get(name) ?? (mayBeAbsent.includes(name) ? '' : undefined)
    if (value === undefined) return { refused: `${name} is missing` }
    if (!forms[name].test(value)) return { refused: `${name} has another form` }
    members[name] = value
  }
  return members
}
