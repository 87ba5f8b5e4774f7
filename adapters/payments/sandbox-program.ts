import { parseArgs } from 'node:util'
import helmet from '@fastify/helmet'
import Fastify from 'fastify'
import { pause } from '#kit/server/load/pause.ts'
import { serveCardPage } from './sandbox-page.ts'

const usage = `The sandbox of the card page as a separate program, on another origin than the portal.

  node adapters/payments/sandbox-program.ts --port 8090 --merchant ABC0001 --password abc123 --portal http://localhost:8080

The portal uses it with SECUREPAY_URL=http://localhost:8090/sandbox/card and the same SECUREPAY_MERCHANT,
SECUREPAY_PASSWORD and SECUREPAY_FINGERPRINT (--fingerprint sha1 or hmac-sha256).`

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8090' },
    merchant: { type: 'string', default: 'ABC0001' },
    password: { type: 'string', default: 'abc123' },
    fingerprint: { type: 'string', default: 'sha1' },
    portal: { type: 'string', default: 'http://localhost:8080' },
    help: { type: 'boolean', default: false },
  },
})
const { merchant, password, fingerprint, portal } = values
const port = Number(values.port)
if (values.help || !URL.canParse(portal) || !(fingerprint === 'sha1' || fingerprint === 'hmac-sha256') || !(port > 0)) {
  console.error(usage)
  process.exit(values.help ? 0 : 2)
}

const http = Fastify()
const origin = new URL(portal).origin
await http.register(helmet, {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      // The form's response redirects back to the portal.
      formAction: ["'self'", origin],
      frameAncestors: ["'none'"],
    },
  },
})
serveCardPage(http, {
  merchant,
  password,
  fingerprint,
  portal: origin,
  clock: () => new Date(),
  pause,
  tell: async (address, body) => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    })
    await response.body?.cancel()
    return response.status
  },
})
await http.listen({ port, host: '127.0.0.1' })
console.log(`Card sandbox: http://localhost:${port}/sandbox/card, for ${origin}`)
