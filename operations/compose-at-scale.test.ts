import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { freePorts } from '../scale/services/free-port.ts'
import { type PostgresServer, startPostgres } from '../scale/services/postgres.ts'
import { healthy, makeImage, stop } from './image-testing.ts'

type Service = { command: string[]; environment: Record<string, string>; healthcheck?: { test: string[] } }
const given: Record<string, string> = { PUBLIC_URL: 'https://catalogue.example.org', DATABASE_PASSWORD: 'unused' }
/** As `docker compose` fills it in. */
const written = readFileSync(join(import.meta.dirname, 'compose.yaml'), 'utf8').replace(
  /\$\{(\w+)(?::[-?][^}]*)?\}/g,
  (_, name: string) => given[name] ?? '',
)
const { services } = parse(written, { merge: true }) as { services: Record<string, Service> }

let database: PostgresServer | undefined
const image = makeImage()
beforeAll(async () => {
  database = await startPostgres()
}, 60_000)
afterAll(async () => {
  await database?.stop()
  image.remove()
})

test('the portal and the worker of compose.yaml start on a new database, are healthy, and stop when asked', async () => {
  const [port, ...metricsPorts] = await freePorts(3)
  const running = ['portal', 'worker'].map((name, at) => {
    const { command, environment } = services[name]!
    return image.start(command, {
      ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, value ?? ''])),
      DATABASE_URL: database!.url,
      // A container would have these to itself.
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_PORT: String(metricsPorts[at]),
      DATA_DIR: join(image.folder, 'data'),
    })
  })
  try {
    await Promise.all(running.map((each) => healthy(image, each)))
    // As forwarded by Caddy.
    const headers = { host: 'catalogue.example.org', accept: 'text/html', 'x-forwarded-proto': 'https' }
    expect((await fetch(`http://127.0.0.1:${port}/`, { headers, redirect: 'manual' })).status).toBe(308)
    for (const metricsPort of metricsPorts) {
      expect((await fetch(`http://127.0.0.1:${metricsPort}/health/ready`)).status).toBe(200)
      expect(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()).toContain('jobs_oldest_seconds')
    }
    expect(await Promise.all(running.map((each) => stop(each.process)))).toEqual([0, 0])
  } finally {
    for (const each of running) each.process.kill('SIGKILL')
  }
}, 300_000)
