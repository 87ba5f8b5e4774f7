import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import type { WebhookEvent } from '../rules.ts'
import { sendWebhook } from './send-webhook.ts'

type Needs = Pick<App, 'queue' | 'clock'>
/** `data` is sent as it is: nothing that only people of the school may see. */
export type WebhookMessage = { event: WebhookEvent | 'ping'; data: object }

/**
 * Leaves a delivery for each enabled webhook of the school that wants the event (all of them want a ping). They and
 * their jobs exist exactly if the transaction commits. Returns their number.
 */
export async function leaveWebhooks(
  app: Needs,
  { customerId, ...message }: WebhookMessage & { customerId: string },
  within: Db,
): Promise<number> {
  const webhooks = await within
    .selectFrom('webhook')
    .select('id')
    .where('customerId', '=', customerId)
    .where('enabled', '=', true)
    .$if(message.event !== 'ping', (rows) => rows.where(sql<boolean>`${message.event} = any(events)`))
    .execute()
  for (const { id } of webhooks) await leaveDelivery(app, { webhookId: id, ...message }, within)
  return webhooks.length
}

/** Leaves a delivery for one webhook. */
export async function leaveDelivery(
  app: Needs,
  { webhookId, event, data }: WebhookMessage & { webhookId: string },
  within: Db,
): Promise<{ id: string }> {
  const now = app.clock()
  const id = randomUUID()
  const turn = randomUUID()
  const payload = JSON.stringify({ type: event, timestamp: now.toISOString(), data })
  await within
    .insertInto('webhookDelivery')
    .values({ id, webhookId, event, payload, createdAt: now, turn, nextAttemptAt: now })
    .execute()
  await app.queue.enqueue(sendWebhook, { deliveryId: id, turn }, { within })
  return { id }
}
