import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { hourMs } from '#kit/day.ts'
import { pausesMs } from '../rules.ts'
import { sendWebhook } from './send-webhook.ts'
import { enqueueWebhooks } from './webhooks.ts'
import { deliveriesOf, insertWebhook, openReceiver, sendNext, webhookOf } from './webhooks-testing.ts'

let app: TestApp
let receiver: Awaited<ReturnType<typeof openReceiver>>
let now = new Date('2026-11-26T10:00:00.500Z')
beforeAll(async () => {
  app = await testApp({ work: false, env: { PROVIDER_NAME: 'School Books' } })
  receiver = await openReceiver()
})
afterAll(async () => {
  await receiver.close()
  await app.close()
})
beforeEach(async () => {
  await app.db.deleteFrom('webhook').execute()
  now = new Date('2026-11-26T10:00:00.500Z')
  app.setClock(() => now)
  receiver.received.length = 0
  receiver.answer = (reply) => void reply.writeHead(204).end()
})

const message = { customerId: 'demo-hillview', event: 'request.ready', data: { requestId: 7, name: 'Größe' } } as const
const leave = (given: Parameters<typeof enqueueWebhooks>[1] = message) =>
  app.db.transaction().execute((tx) => enqueueWebhooks(app, given, tx))
const left = async (url = receiver.url) => {
  const webhook = await insertWebhook(app, url)
  await leave()
  const [delivery] = await deliveriesOf(app, webhook.id)
  return { webhook, id: delivery!.id, delivery: async () => (await deliveriesOf(app, webhook.id))[0]! }
}
const answering = (status: number) => {
  receiver.answer = (reply) => void reply.writeHead(status).end()
}
const jobsLeft = async () => (await app.unfinishedJobs.list({ from: 0, count: 100 })).jobs

test('each enabled webhook of the school that wants the event gets a delivery and a job', async () => {
  const wanted = await insertWebhook(app, receiver.url)
  const other = await insertWebhook(app, receiver.url, { events: ['request.failed'] })
  const off = await insertWebhook(app, receiver.url, { enabled: false })
  const foreign = await insertWebhook(app, receiver.url, { customerId: 'demo-riverside' })
  expect(await leave()).toBe(1)
  expect(await leave({ ...message, event: 'ping' })).toBe(2)
  const counts = await Promise.all(
    [wanted, other, off, foreign].map(async ({ id }) => (await deliveriesOf(app, id)).length),
  )
  expect(counts).toEqual([2, 1, 0, 0])
  const ids = (await deliveriesOf(app, wanted.id)).map(({ id }) => id)
  const queued = (await jobsLeft()).filter(({ name }) => name === 'webhooks.send').map(({ data }) => data.deliveryId)
  expect(queued).toEqual(expect.arrayContaining(ids))
})

test('a transaction that fails leaves neither a delivery nor a job', async () => {
  const { id } = await insertWebhook(app, receiver.url)
  const before = (await jobsLeft()).length
  const failing = app.db.transaction().execute(async (tx) => {
    await enqueueWebhooks(app, message, tx)
    throw new Error('It fails.')
  })
  await expect(failing).rejects.toThrow('It fails.')
  expect([await deliveriesOf(app, id), (await jobsLeft()).length]).toEqual([[], before])
})

test('a message is posted as JSON, signed with the secret of the webhook', async () => {
  const { webhook, id, delivery } = await left()
  await sendNext(app, id)
  const [{ headers, body, url }] = receiver.received as [(typeof receiver.received)[0]]
  expect(url).toBe('/hook')
  expect(JSON.parse(body)).toEqual({ type: 'request.ready', timestamp: now.toISOString(), data: message.data })
  const seconds = String(Math.floor(now.getTime() / 1000))
  const key = Buffer.from(webhook.secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  expect(headers).toMatchObject({
    ...{ 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` },
    ...{ 'content-type': 'application/json', 'user-agent': 'School-Books-Webhooks' },
  })
  expect(await delivery()).toMatchObject({ attempts: 1, lastStatus: 204, lastError: '', nextAttemptAt: null })
  expect((await delivery()).deliveredAt).toEqual(now)
})

test('what was delivered, or has got another turn, is not sent again', async () => {
  const { id, delivery } = await left()
  const { turn } = await delivery()
  const run = (data: { deliveryId: string; turn: string }) => sendWebhook.run(app, data, new AbortController().signal)
  await run({ deliveryId: id, turn: 'former' })
  expect(receiver.received).toHaveLength(0)
  await run({ deliveryId: id, turn })
  await run({ deliveryId: id, turn })
  expect(receiver.received).toHaveLength(1)
})

test('failures are retried with growing pauses for two days, then given up', async () => {
  const { webhook, id, delivery } = await left()
  const began = now.getTime()
  answering(500)
  const waits: number[] = []
  const bodies = new Set<string>()
  for (;;) {
    await sendNext(app, id)
    const { nextAttemptAt, turn } = await delivery()
    if (!nextAttemptAt) break
    expect((await jobsLeft()).map(({ data }) => data.turn)).toContain(turn)
    waits.push(nextAttemptAt.getTime() - now.getTime())
    now = nextAttemptAt
  }
  for (const { body, headers } of receiver.received) bodies.add(`${headers['webhook-id']} ${body}`)
  expect(waits).toEqual(pausesMs)
  expect(waits.toSorted((a, b) => a - b)).toEqual(waits)
  expect(Math.round((now.getTime() - began) / hourMs)).toBe(52)
  expect([receiver.received.length, bodies.size]).toEqual([pausesMs.length + 1, 1])
  expect(await delivery()).toMatchObject({ attempts: 9, lastStatus: 500, givenUpAt: now, deliveredAt: null })
  expect((await delivery()).lastError).toBe('The receiver answered 500.')
  expect(await webhookOf(app, webhook.id)).toMatchObject({ enabled: true, failingSince: new Date(began) })
})

test('a delivery ends the failing', async () => {
  const { webhook, id, delivery } = await left()
  answering(503)
  await sendNext(app, id)
  expect((await webhookOf(app, webhook.id)).failingSince).toEqual(now)
  answering(299)
  await sendNext(app, id)
  expect((await webhookOf(app, webhook.id)).failingSince).toBeNull()
  expect(await delivery()).toMatchObject({ attempts: 2, deliveredAt: now })
})

test('a redirect is not followed', async () => {
  const { id, delivery } = await left()
  receiver.answer = (reply) => void reply.writeHead(307, { location: `${receiver.url}/elsewhere` }).end()
  await sendNext(app, id)
  expect(receiver.received.map(({ url }) => url)).toEqual(['/hook'])
  expect(await delivery()).toMatchObject({ lastStatus: 307, deliveredAt: null })
})

test('a webhook that is off gets nothing more: its deliveries are given up', async () => {
  const { webhook, id, delivery } = await left()
  await app.db.updateTable('webhook').set({ enabled: false }).where('id', '=', webhook.id).execute()
  await sendNext(app, id)
  expect(receiver.received).toHaveLength(0)
  expect(await delivery()).toMatchObject({ attempts: 0, givenUpAt: now, lastError: 'The webhook is turned off.' })
})

test('an attempt cut off by the end of the process does not count', async () => {
  const { id, delivery } = await left()
  const ending = new AbortController()
  receiver.answer = () => ending.abort()
  await expect(sendNext(app, id, ending.signal)).rejects.toThrow('aborted')
  expect(await delivery()).toMatchObject({ attempts: 0, nextAttemptAt: now })
  answering(200)
  await sendNext(app, id)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]))
  expect(await delivery()).toMatchObject({ attempts: 1, deliveredAt: now })
})

test('a delivery got another turn during the attempt: the former attempt changes nothing', async () => {
  const { id, delivery } = await left()
  receiver.answer = async (reply) => {
    await app.db.updateTable('webhookDelivery').set({ turn: 'newer' }).where('id', '=', id).execute()
    reply.writeHead(200).end()
  }
  await sendNext(app, id)
  expect(await delivery()).toMatchObject({ attempts: 0, deliveredAt: null })
})

test('what cannot even be tried is given up, and tried again from the desk', async () => {
  const { id, delivery } = await left()
  const { turn } = await delivery()
  await sendWebhook.failed!(app, { deliveryId: id, turn })
  expect(await delivery()).toMatchObject({ givenUpAt: now, lastError: 'We couldn’t send it.' })
  await sendWebhook.again!(app, { deliveryId: id, turn })
  await sendNext(app, id)
  expect(receiver.received).toHaveLength(1)
})

test('an address inside is not called unless the operator allows it', async () => {
  const { id, delivery } = await left()
  app.env.webhooksInside = false
  try {
    await sendNext(app, id)
  } finally {
    app.env.webhooksInside = true
  }
  expect(receiver.received).toHaveLength(0)
  expect(await delivery()).toMatchObject({ attempts: 1, lastStatus: null, lastError: 'Without https.' })
})

test('attempts are counted by outcome', async () => {
  const outcomes = async () =>
    (await app.metrics.webhooks.get()).values.map(({ labels, value }) => `${labels.outcome} ${value}`)
  app.metrics.webhooks.reset()
  const { id } = await left()
  answering(500)
  await sendNext(app, id)
  answering(200)
  await sendNext(app, id)
  expect(await outcomes()).toEqual(['failed 1', 'delivered 1'])
})
