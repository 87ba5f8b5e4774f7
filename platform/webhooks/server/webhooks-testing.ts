import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestApp } from '#app/testing.ts'
import { type WebhookEvent, webhookEvents } from '../rules.ts'
import { sendWebhook } from './send-webhook.ts'
import { newWebhookSecret } from './webhook-secret.ts'

export type Received = { headers: IncomingHttpHeaders; body: string; url: string }

/** A receiver on loopback, which answers as `answer` says; 204 at first. */
export async function openReceiver() {
  const received: Received[] = []
  const receiver = {
    received,
    answer: answered(204) as (reply: ServerResponse) => unknown,
    url: '',
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer(async (request, reply) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    received.push({ headers: request.headers, body, url: request.url! })
    receiver.answer(reply)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}

type Given = { customerId?: string; events?: WebhookEvent[]; enabled?: boolean; failingSince?: Date }

export async function insertWebhook(app: TestApp, url: string, given: Given = {}) {
  const { customerId = 'demo-hillview', events = [...webhookEvents], enabled = true, failingSince = null } = given
  const id = randomUUID()
  const secret = newWebhookSecret()
  const { id: createdBy } = await app.db
    .selectFrom('appUser')
    .where('customerId', '=', customerId)
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const row = { id, customerId, url, events, enabled, createdBy, failingSince, createdAt: app.clock() }
  await app.db
    .insertInto('webhook')
    .values({ ...row, secret: app.secretKey.seal(secret, 'webhook') })
    .execute()
  return { id, secret }
}

export const deliveriesOf = (app: TestApp, webhookId: string) =>
  app.db.selectFrom('webhookDelivery').selectAll().where('webhookId', '=', webhookId).orderBy('createdAt').execute()

export const webhookOf = (app: TestApp, id: string) =>
  app.db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Runs the job of the delivery's present turn. */
export async function sendNext(app: TestApp, deliveryId: string, signal = new AbortController().signal) {
  const { turn } = await app.db
    .selectFrom('webhookDelivery')
    .select('turn')
    .where('id', '=', deliveryId)
    .executeTakeFirstOrThrow()
  await sendWebhook.run(app, { deliveryId, turn }, signal)
}

export const answered = (status: number) => (reply: ServerResponse) => reply.writeHead(status).end()
