import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { serveMetrics } from './metrics-server.ts'

let app: TestApp
let server: Awaited<ReturnType<typeof serveMetrics>>
beforeAll(async () => {
  app = await testApp({ work: false, env: { METRICS_PORT: '0' } })
  server = await serveMetrics(app, { port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await server.close()
  await app.close()
})
const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init)

test('metrics and health are on a separate port, and then the metrics are nowhere else', async () => {
  const metrics = await ask('/metrics')
  expect([metrics.status, metrics.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
  expect(await metrics.text()).toContain('portal_reachable{backend="database"} 1')
  expect(await (await ask('/health/ready')).json()).toMatchObject({ status: 'ready' })
  expect(await (await ask('/health/live')).json()).toEqual({ status: 'live' })
  expect((await app.raw(null, { url: '/metrics' })).statusCode).toBe(404)
})

test('if the port is taken the setting is named', async () => {
  await expect(serveMetrics(app, { port: server.port, host: '127.0.0.1' })).rejects.toThrow(
    `METRICS_PORT=${server.port}: is in use by another program`,
  )
})

test('nothing else is there, and nothing can be changed there', async () => {
  expect((await ask('/rest/user/current')).status).toBe(404)
  expect((await ask('/metrics', { method: 'POST' })).status).toBe(405)
})
