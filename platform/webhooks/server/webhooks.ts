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
export async function enqueueWebhooks(
  app: Needs,
  { customerId, ...message }: WebhookMessage & { customerId: string },
  tx: Db,
): Promise<number> {
  const webhooks = await tx
    .selectFrom('webhook')
    .select('id')
    .where('customerId', '=', customerId)
    .where('enabled', '=', true)
    .$if(message.event !== 'ping', (rows) => rows.where(sql<boolean>`${message.event} = any(events)`))
    .execute()
  for (const { id } of webhooks) await enqueueDelivery(app, { webhookId: id, ...message }, tx)
  return webhooks.length
}

/** Enqueues a delivery for one webhook. */
export async function enqueueDelivery(
  app: Needs,
  { webhookId, event, data }: WebhookMessage & { webhookId: string },
  tx: Db,
): Promise<{ id: string }> {
  const now = app.clock()
  const id = randomUUID()
  const turn = randomUUID()
  const payload = JSON.stringify({ type: event, timestamp: now.toISOString(), data })
  await tx
    .insertInto('webhookDelivery')
    .values({ id, webhookId, event, payload, createdAt: now, turn, nextAttemptAt: now })
    .execute()
  await app.queue.enqueue(sendWebhook, { deliveryId: id, turn }, { tx })
  return { id }
}
