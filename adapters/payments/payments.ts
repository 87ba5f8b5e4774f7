import type { PaymentsPort } from '#features/payments/server/payments-port.ts'
import type { FingerprintKind } from './fingerprint.ts'
import { openSandbox } from './sandbox.ts'
import { openSecurePay } from './securepay.ts'

export type PaymentSettings =
  | { kind: 'securepay'; page: string; merchant: string; password: string; fingerprint: FingerprintKind }
  | { kind: 'sandbox'; fingerprint: FingerprintKind }
  | { kind: 'off' }

/** SecurePay's where a merchant is set, else the bundled sandbox where it is allowed; undefined: no card payment. */
export const openPayments = (
  { payments, publicUrl }: { payments: PaymentSettings; publicUrl: string },
  { password, clock }: { password: string; clock: () => Date },
): PaymentsPort | undefined => {
  if (payments.kind === 'securepay') return openSecurePay(payments)
  if (payments.kind === 'sandbox') return openSandbox({ ...payments, publicUrl, password, clock })
  return undefined
}
