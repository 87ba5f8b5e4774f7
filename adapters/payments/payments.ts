import type { PaymentsPort } from '#features/shop/payments/server/payments-port.ts'
import type { Pause } from '#kit/server/load/pause.ts'
import type { FingerprintKind } from './fingerprint.ts'
import { serveCardPage } from './sandbox-page.ts'
import { openSecurePay } from './securepay.ts'

export type PaymentSettings =
  | { kind: 'securepay'; page: string; merchant: string; password: string; fingerprint: FingerprintKind }
  | { kind: 'sandbox'; fingerprint: FingerprintKind }
  | { kind: 'off' }

/** SecurePay's if a merchant is set, otherwise the bundled sandbox if allowed; undefined: no card payment. */
export const openPayments = (
  { payments, publicUrl }: { payments: PaymentSettings; publicUrl: string },
  own: { password: string; clock: () => Date; pause: Pause },
): PaymentsPort | undefined => {
  if (payments.kind === 'securepay') return openSecurePay(payments)
  if (payments.kind === 'sandbox') return openSandbox({ ...payments, ...own, publicUrl })
  return undefined
}

type Settings = { publicUrl: string; password: string; fingerprint: FingerprintKind; clock: () => Date; pause: Pause }

const merchant = 'SANDBOX'

/** The sandbox card page, on our own origin: it accepts only test cards and answers as SecurePay does. */
const openSandbox = ({ publicUrl, password, fingerprint, clock, pause }: Settings): PaymentsPort => ({
  ...openSecurePay({ page: `${publicUrl}/sandbox/card`, merchant, password, fingerprint }),
  servePage: (http) =>
    serveCardPage(http, {
      merchant,
      password,
      fingerprint,
      clock,
      pause,
      portal: publicUrl,
      // In-process: our public address may not be reachable from here.
      tell: async (address, body) => {
        const { statusCode } = await http.inject({
          method: 'POST',
          url: new URL(address).pathname,
          headers: { host: new URL(publicUrl).host, 'content-type': 'application/x-www-form-urlencoded' },
          payload: body,
        })
        return statusCode
      },
    }),
})
