import { hourMs } from '#kit/day.ts'
import type { Pause } from '#kit/server/load/pause.ts'
import { type FingerprintKind, requestFingerprint, sameFingerprint } from './fingerprint.ts'
import { momentOf } from './gmt-timestamp.ts'

export type CardPage = {
  merchant: string
  password: string
  fingerprint: FingerprintKind
  clock: () => Date
  pause: Pause
  /** The only origin whose forms are accepted; results go nowhere else. */
  portal: string
  /** Sends a result from server to server; returns the reply's status. */
  tell(address: string, body: string): Promise<number>
}

const names = [
  'bill_name',
  'merchant_id',
  'primary_ref',
  'txn_type',
  'amount',
  'fp_timestamp',
  'fingerprint',
  'return_url',
  'callback_url',
  'cancel_url',
  'currency',
  'display_receipt',
] as const
/** The posted form, verified. */
export type CardFields = Record<(typeof names)[number], string>

const forms: Partial<Record<keyof CardFields, RegExp>> = {
  bill_name: /^transact$/,
  primary_ref: /^[A-Za-z0-9 ._-]{1,60}$/,
  txn_type: /^0$/,
  amount: /^[1-9]\d{0,8}$/,
  fp_timestamp: /^\d{14}$/,
  currency: /^[A-Z]{3}$/,
  display_receipt: /^(yes|no)$/,
}

/** The payment as SecurePay would accept it, or the reason why it would not. */
export function readCardFields(page: CardPage, sent: URLSearchParams): CardFields | { refused: string } {
  const fields = {} as CardFields
  for (const name of names) {
    const values = sent.getAll(name)
    if (values.length !== 1) return { refused: `${name} must be there once.` }
    if (forms[name]?.test(values[0]!) === false) return { refused: `${name} has another form.` }
    fields[name] = values[0]!
  }
  if (fields.merchant_id !== page.merchant) return { refused: 'Unknown merchant_id.' }
  const proven = requestFingerprint(
    { kind: page.fingerprint, merchant: page.merchant, password: page.password },
    { txnType: fields.txn_type, ref: fields.primary_ref, amount: fields.amount, timestamp: fields.fp_timestamp },
  )
  if (!sameFingerprint(proven, fields.fingerprint)) return { refused: 'fingerprint does not match.' }
  const at = momentOf(fields.fp_timestamp)
  if (!at || Math.abs(page.clock().getTime() - at.getTime()) > hourMs)
    return { refused: 'fp_timestamp is not within an hour of now.' }
  for (const name of ['return_url', 'callback_url', 'cancel_url'] as const)
    if (!URL.canParse(fields[name]) || new URL(fields[name]).origin !== page.portal)
      return { refused: `${name} does not lead back to ${page.portal}.` }
  return fields
}
