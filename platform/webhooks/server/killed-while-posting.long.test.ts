import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { placeDatabase } from '#adapters/database/folder-testing.ts'
import { readEnv } from '#app/env.ts'
import { jobs } from '#app/jobs.ts'
import { wire } from '#app/wire.ts'
import { answered, openReceiver } from './webhooks-testing.ts'

const root = join(import.meta.dirname, '../../..')

test('a process is killed while it posts: the delivery is made by the next, with the same id and body', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'killed-'))
  placeDatabase(folder)
  const receiver = await openReceiver()
  receiver.answer = () => {}
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(folder, receiver.url)], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(1)
  } finally {
    child.kill('SIGKILL')
  }
  await once(child, 'exit')

  receiver.answer = answered(204)
  const app = await wire(readEnv({ DATA_DIR: folder, LOG_LEVEL: 'silent' }))
  const delivery = () => app.db.selectFrom('webhookDelivery').selectAll().execute()
  expect(await delivery()).toMatchObject([{ attempts: 0, deliveredAt: null }])
  await app.queue.work(app, jobs)
  await expect.poll(async () => (await delivery())[0]!.deliveredAt, { timeout: 20_000 }).not.toBeNull()
  expect(await delivery()).toMatchObject([{ attempts: 1, lastStatus: 204 }])
  const [first, second, ...others] = receiver.received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)
  expect([second, others]).toEqual([first, []])
  await app.close()
  await receiver.close()
  rmSync(folder, { recursive: true })
}, 120_000)

/** The real program, with a webhook of a demo school. */
const program = (folder: string, url: string) => `
  import { readEnv } from '#app/env.ts'
  import { jobs } from '#app/jobs.ts'
  import { wire } from '#app/wire.ts'
  import { loadDemoWorld } from '#demo/world.ts'
  import { insertWebhook } from '#platform/webhooks/server/webhooks-testing.ts'
  import { enqueueWebhooks } from '#platform/webhooks/server/webhooks.ts'
  const app = await wire(readEnv({ DATA_DIR: ${JSON.stringify(folder)}, LOG_LEVEL: 'error' }))
  await loadDemoWorld(app)
  await insertWebhook(app, ${JSON.stringify(url)})
  await app.queue.work(app, jobs)
  const message = { customerId: 'demo-hillview', event: 'request.ready', data: { requestId: 'r' } }
  await app.db.transaction().execute((tx) => enqueueWebhooks(app, message, tx))`
