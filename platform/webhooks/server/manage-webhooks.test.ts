import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { dayMs } from '#kit/day.ts'
import { deliveriesAPage, webhooksApi } from '../contract.ts'
import { maxWebhooks } from '../rules.ts'
import { webhookJobs } from './jobs.ts'
import { answered, deliveriesOf, insertWebhook, openReceiver, sendNext, webhookOf } from './webhooks-testing.ts'

let app: TestApp
let receiver: Awaited<ReturnType<typeof openReceiver>>
beforeAll(async () => {
  app = await testApp({ work: false })
  receiver = await openReceiver()
})
afterAll(async () => {
  await receiver.close()
  await app.close()
})
beforeEach(async () => {
  for (const table of ['webhook', 'auditEntry'] as const) await app.db.deleteFrom(table).execute()
  receiver.received.length = 0
  receiver.answer = answered(204)
})

const url = 'https://hooks.hillview.example/in?token=hidden'
const events = ['request.ready' as const]
const as = (person: Parameters<TestApp['as']>[0] = 'hillview') => app.as(person)
const make = (more: object = {}) => as()(webhooksApi.makeWebhook, { url, events, ...more })
const notes = async () =>
  (await app.db.selectFrom('auditEntry').select(['action', 'subject']).orderBy('position').execute()).map(
    ({ action, subject }) => `${action} ${subject}`,
  )

test('a webhook is made, changed, renewed and removed; its secret is shown once and kept sealed', async () => {
  const { response, newSecret } = await make({ events: ['request.ready', 'request.ready'] })
  expect(response).toMatchObject({ url, events, enabled: true, failingSinceDate: null })
  const { id } = response
  expect(app.secretKey.open((await webhookOf(app, id)).secret, 'webhook')).toBe(newSecret)
  expect(JSON.stringify(await as()(webhooksApi.webhooks, {}))).not.toContain(newSecret)
  const changed = { id, url: 'https://other.example/#part', events: ['request.failed' as const], enabled: false }
  expect((await as()(webhooksApi.changeWebhook, changed)).response).toMatchObject({
    ...{ url: 'https://other.example/', events: ['request.failed'], enabled: false },
  })
  const renewed = await as()(webhooksApi.renewWebhook, { id })
  expect(renewed.newSecret).not.toBe(newSecret)
  expect(app.secretKey.open((await webhookOf(app, id)).secret, 'webhook')).toBe(renewed.newSecret)
  await as()(webhooksApi.removeWebhook, { id })
  expect((await as()(webhooksApi.webhooks, {})).response).toEqual([])
  expect(await notes()).toEqual([
    'webhook_made https://hooks.hillview.example/in',
    ...['changed', 'renewed', 'removed'].map((step) => `webhook_${step} https://other.example/`),
  ])
  const log = JSON.stringify(await app.db.selectFrom('auditEntry').selectAll().execute())
  for (const secret of [newSecret, renewed.newSecret, 'token=hidden']) expect(log).not.toContain(secret)
})

test.each([
  'hooks.example',
  'ftp://hooks.example/',
  'javascript:alert(1)',
  'https://name@hooks.example/',
  'https://:password@hooks.example/',
  `https://hooks.example/${'x'.repeat(500)}`,
])('%s is not a webhook’s address', async (address) => {
  await expect(make({ url: address })).rejects.toMatchObject({ status: 400, errors: { url: expect.anything() } })
})

test.each([
  ...['http://hooks.example/', 'https://localhost/', 'https://10.0.0.1/', 'https://[::1]/', 'https://0x7f.1/'],
  ...['https://localhost./', 'https://LOCALHOST../', 'https://a.localhost./', 'https://ip6-localhost/'],
  ...['https://127.0.0.1./', 'https://2130706433/', 'https://017700000001/', 'https://１２７。1/', 'https://0/'],
  ...['https://[::ffff:127.0.0.1]/', 'https://[::ffff:7f00:1]/', 'https://[64:ff9b::7f00:1]/', 'https://nas.local/'],
])('%s needs the operator’s permission', async (address) => {
  app.env.webhooksInside = false
  try {
    await expect(make({ url: address })).rejects.toMatchObject({ status: 400, errors: { url: expect.anything() } })
  } finally {
    app.env.webhooksInside = true
  }
  expect((await make({ url: address })).response.enabled).toBe(true)
})

test('a school has at most 10 webhooks, however many are made at once', async () => {
  const tries = await Promise.allSettled(Array.from({ length: maxWebhooks + 3 }, () => make()))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxWebhooks)
  await expect(make()).rejects.toMatchObject({ status: 409, code: 'too_many_webhooks' })
  await insertWebhook(app, url, { customerId: 'demo-riverside' })
})

test('a webhook that is switched on again starts without failures', async () => {
  const failingSince = new Date(Date.now() - 4 * dayMs)
  const { id } = await insertWebhook(app, url, { failingSince })
  const change = (enabled: boolean) => as()(webhooksApi.changeWebhook, { id, url, events, enabled })
  expect((await change(false)).response.failingSinceDate).toBe(failingSince.toISOString())
  expect((await change(true)).response.failingSinceDate).toBeNull()
})

test('a ping is sent, listed with its attempts, and sent again with the same id and body', async () => {
  const { id } = await insertWebhook(app, receiver.url)
  const { response } = await as()(webhooksApi.pingWebhook, { id })
  const listed = async () => (await as()(webhooksApi.webhookDeliveries, { id })).response[0]!
  expect(await listed()).toMatchObject({ id: response.id, event: 'ping', state: 'WAITING', attempts: 0 })
  await sendNext(app, response.id)
  expect(await listed()).toMatchObject({ state: 'DELIVERED', attempts: 1, lastStatus: 204, nextAttemptDate: null })
  await as()(webhooksApi.sendWebhookAgain, { deliveryId: response.id })
  expect(await listed()).toMatchObject({ state: 'WAITING', attempts: 0 })
  receiver.answer = answered(410)
  await sendNext(app, response.id)
  expect(await listed()).toMatchObject({ state: 'GIVEN_UP', lastStatus: 410, payload: receiver.received[0]!.body })
  const sent = receiver.received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)
  expect([sent.length, new Set(sent).size]).toEqual([2, 1])
  expect(await notes()).toContain(`webhook_sent_again ${receiver.url}`)
  // 410 has switched it off.
  const off = { status: 409, code: 'webhook_off' }
  await expect(as()(webhooksApi.pingWebhook, { id })).rejects.toMatchObject(off)
  await expect(as()(webhooksApi.sendWebhookAgain, { deliveryId: response.id })).rejects.toMatchObject(off)
})

test('sending again drops the attempt that was waiting', async () => {
  const { id } = await insertWebhook(app, receiver.url)
  const { response } = await as()(webhooksApi.pingWebhook, { id })
  const [before] = await deliveriesOf(app, id)
  await as()(webhooksApi.sendWebhookAgain, { deliveryId: response.id })
  const [send] = webhookJobs
  await send!.run(app as never, { deliveryId: response.id, turn: before!.turn } as never, new AbortController().signal)
  expect(receiver.received).toHaveLength(0)
})

test('deliveries are listed by page, newest first, and deleted after 30 days', async () => {
  const { id } = await insertWebhook(app, receiver.url)
  const start = Date.now()
  for (let n = 0; n <= deliveriesAPage; n++) {
    app.setClock(() => new Date(start + n * 1000))
    await as()(webhooksApi.pingWebhook, { id })
  }
  const page = async (page: number) => as()(webhooksApi.webhookDeliveries, { id, page })
  const first = await page(1)
  expect([first.totalCount, first.response.length]).toEqual([deliveriesAPage + 1, deliveriesAPage])
  expect(Date.parse(first.response[0]!.createdDate)).toBe(start + deliveriesAPage * 1000)
  expect((await page(2)).response.map(({ createdDate }) => Date.parse(createdDate))).toEqual([start])
  app.setClock(() => new Date(start + 30 * dayMs + 1))
  const forget = webhookJobs.find(({ name }) => name === 'webhooks.forget')!
  await forget.run(app as never, {} as never, new AbortController().signal)
  expect(await deliveriesOf(app, id)).toHaveLength(deliveriesAPage)
  app.setClock(() => new Date())
})

test('another school’s webhooks and deliveries are unknown', async () => {
  const { id } = await insertWebhook(app, receiver.url)
  const { response } = await as()(webhooksApi.pingWebhook, { id })
  const other = as('riverside')
  const unknown = { status: 404 }
  for (const call of [webhooksApi.renewWebhook, webhooksApi.removeWebhook, webhooksApi.pingWebhook] as const)
    await expect(other(call, { id })).rejects.toMatchObject(unknown)
  await expect(other(webhooksApi.changeWebhook, { id, url, events, enabled: false })).rejects.toMatchObject(unknown)
  await expect(other(webhooksApi.webhookDeliveries, { id })).rejects.toMatchObject(unknown)
  await expect(other(webhooksApi.sendWebhookAgain, { deliveryId: response.id })).rejects.toMatchObject(unknown)
  expect((await other(webhooksApi.webhooks, {})).response).toEqual([])
})
