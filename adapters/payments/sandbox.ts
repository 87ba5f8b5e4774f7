import type { PaymentsPort } from '#features/payments/server/payments-port.ts'
import type { FingerprintKind } from './fingerprint.ts'
import { serveCardPage } from './sandbox-page.ts'
import { openSecurePay } from './securepay.ts'

type Settings = { publicUrl: string; password: string; fingerprint: FingerprintKind; clock: () => Date }

const merchant = 'SANDBOX'

/** The card page for trying, on our own origin: it takes test cards only and answers as SecurePay does. */
export const openSandbox = ({ publicUrl, password, fingerprint, clock }: Settings): PaymentsPort => ({
  ...openSecurePay({ page: `${publicUrl}/sandbox/card`, merchant, password, fingerprint }),
  servePage: (http) =>
    serveCardPage(http, {
      merchant,
      password,
      fingerprint,
      clock,
      portal: publicUrl,
      // Within the process: our public address need not be reachable from here.
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
