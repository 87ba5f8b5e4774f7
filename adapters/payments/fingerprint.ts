import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** The operator's setting for a merchant; never guessed from a message. */
export type FingerprintKind = 'sha1' | 'hmac-sha256'

type Sealed = { kind: FingerprintKind; merchant: string; password: string }

const seal = ({ kind, merchant, password }: Sealed, ...rest: string[]): string => {
  const text = [merchant, password, ...rest].join('|')
  return kind === 'sha1'
    ? createHash('sha1').update(text).digest('hex')
    : createHmac('sha256', password).update(text).digest('hex')
}

/** The form's fingerprint. `amount` as sent. */
export const requestFingerprint = (
  by: Sealed,
  sent: { txnType: string; ref: string; amount: string; timestamp: string },
): string => seal(by, sent.txnType, sent.ref, sent.amount, sent.timestamp)

/** A result's fingerprint, over the exact characters received. */
export const resultFingerprint = (
  by: Sealed,
  sent: { ref: string; amount: string; timestamp: string; summaryCode: string },
): string => seal(by, sent.ref, sent.amount, sent.timestamp, sent.summaryCode)

/** Compares in constant time. */
export function sameFingerprint(one: string, other: string): boolean {
  const hashed = (text: string) => createHash('sha256').update(text.toLowerCase()).digest()
  return timingSafeEqual(hashed(one), hashed(other))
}
