import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { App } from './app.ts'

export function showHealth(http: FastifyInstance, app: App) {
  http.get('/health/live', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'live' }))

  http.get('/health/ready', async (_, reply) => {
    const checks = await Promise.all([
      check('database', () => sql`select 1`.execute(app.db)),
      check('catalogue', () => app.catalogue.stats()),
    ])
    const ready = checks.every((each) => each.ok)
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: ready ? 'ready' : 'not ready',
        checks: Object.fromEntries(checks.map(({ name, ok }) => [name, ok ? 'ok' : 'failing'])),
      })
  })

  http.get('/metrics', async (_, reply) =>
    reply.type(app.metrics.registry.contentType).send(await app.metrics.registry.metrics()),
  )
}

async function check(name: string, look: () => Promise<unknown>) {
  const patience = new Promise<never>((_, reject) => setTimeout(reject, 3000, new Error('no answer in 3 s')).unref())
  return Promise.race([look(), patience]).then(
    () => ({ name, ok: true }),
    () => ({ name, ok: false }),
  )
}
