import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePorts } from '../scale/services/free-port.ts'
import { command, healthy, makeImage, runHealthCheck, stop } from './image-testing.ts'

const image = makeImage()
afterAll(() => image.remove())

test('the files copied by the Dockerfile are enough to serve the portal, and nothing is written outside DATA_DIR', async () => {
  const [port, metricsPort] = await freePorts(2)
  const before = image.contents()
  const portal = image.start(command, {
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    PUBLIC_URL: `http://localhost:${port}`,
    DEMO: 'false',
    DATA_DIR: join(image.folder, 'data'),
  })
  try {
    expect(await runHealthCheck(image, portal)).toBe(1)
    await healthy(image, portal)
    await expect.poll(async () => (await fetch(`http://localhost:${metricsPort}/health/ready`)).status).toBe(200)
    const page = await fetch(`http://localhost:${port}/`, { headers: { accept: 'text/html' } })
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script type="module"')])
    expect((await fetch(`http://localhost:${port}/docs/api`)).status).toBe(200)
    expect(await stop(portal.process)).toBe(0)
  } finally {
    portal.process.kill('SIGKILL')
  }
  expect(image.contents()).toEqual(before)
}, 300_000)
