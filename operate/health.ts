import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { App } from '#app/app.ts'
import { Problem } from '#kit/problem.ts'
import { valueWithin } from '#kit/server/load/value-within.ts'

export function showHealth(http: FastifyInstance, app: App) {
  http.get('/health/live', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'live' }))

  http.get('/health/ready', async (_, reply) => {
    const { ready, told } = await readiness(app)
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(told)
  })

  const { metricsPort, metricsToken, thisMachineOnly } = app.env
  // With a separate port they are not on the public one.
  if (metricsPort === undefined && (metricsToken || thisMachineOnly))
    http.get('/metrics', async (request, reply) => {
      if (metricsToken && !isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`)) {
        reply.header('www-authenticate', 'Bearer')
        throw new Problem('token_missing', 401, ['The metrics need METRICS_TOKEN.'])
      }
      return reply
        .type(app.metrics.registry.contentType)
        .header('cache-control', 'no-store')
        .send(await app.metrics.registry.metrics())
    })
}

/** Compares in constant time. */
const isSame = (sent: string, wanted: string) => {
  const [one, other] = [sent, wanted].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one!, other!)
}

export async function readiness(app: Pick<App, 'db' | 'catalogue'>) {
  const checks = await Promise.all([
    check('database', () => sql`select 1`.execute(app.db)),
    check('catalogue', () => app.catalogue.stats()),
  ])
  const ready = checks.every((each) => each.ok)
  return {
    ready,
    told: {
      status: ready ? 'ready' : 'not ready',
      checks: Object.fromEntries(checks.map(({ name, ok }) => [name, ok ? 'ok' : 'failing'])),
    },
  }
}

const timeoutMs = 3000

const check = async (name: string, look: () => Promise<unknown>) => ({
  name,
  ok:
    (await valueWithin(
      look().then(() => true),
      timeoutMs,
    )) === true,
})
