import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { App } from '#app/app.ts'
import { BadSetting } from '#app/env.ts'
import { readiness } from './health.ts'

/** `/metrics` and `/health/…` on a separate port (METRICS_PORT), for monitoring only; the only port of a worker. */
export async function serveMetrics(app: App, { port, host }: { port: number; host: string }) {
  const server = createServer(async (request, response) => {
    const answer = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    try {
      const path = request.url?.split('?')[0]
      if (request.method !== 'GET') return answer(405, 'text/plain', 'Only GET is allowed.\n')
      if (path === '/metrics')
        return answer(200, app.metrics.registry.contentType, await app.metrics.registry.metrics())
      if (path === '/health/live') return answer(200, 'application/json', '{"status":"live"}')
      if (path !== '/health/ready')
        return answer(404, 'text/plain', 'This port has /metrics, /health/live and /health/ready.\n')
      const { ready, told } = await readiness(app)
      return answer(ready ? 200 : 503, 'application/json', JSON.stringify(told))
    } catch (error) {
      app.log.error({ err: error }, 'metrics')
      return answer(500, 'text/plain', 'See the log.\n')
    }
  })
  server.requestTimeout = server.headersTimeout = 10_000
  server.listen({ port, host })
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new BadSetting(`METRICS_PORT=${port}: is in use by another program`) : error
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
