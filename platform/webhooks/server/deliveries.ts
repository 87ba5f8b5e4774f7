import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { App } from '#app/app.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { deliveriesAPage, type WebhookDelivery, webhookProblem } from '../contract.ts'
import { shownAddress } from '../rules.ts'
import { rowOf } from './manage-webhooks.ts'
import { sendWebhook } from './send-webhook.ts'
import type { WebhookTables } from './tables.ts'
import { enqueueDelivery } from './webhooks.ts'

type Part = Pick<App, 'db' | 'clock' | 'queue'>

export function pingWebhook(app: Part, { customerId }: SchoolCaller, { id }: { id: string }) {
  return app.db.transaction().execute(async (tx) => {
    const { enabled } = await rowOf(tx, customerId, id)
    if (!enabled) throw webhookProblem('webhook_off')
    const data = { message: 'Your webhook works.' }
    return { response: await enqueueDelivery(app, { webhookId: id, event: 'ping', data }, tx) }
  })
}

export async function listDeliveries(
  { db }: Pick<App, 'db'>,
  { customerId }: SchoolCaller,
  { id, page }: { id: string; page: number },
) {
  await rowOf(db, customerId, id)
  const found = db.selectFrom('webhookDelivery').where('webhookId', '=', id)
  const { totalCount } = await found.select(sql<number>`count(*)::int`.as('totalCount')).executeTakeFirstOrThrow()
  const rows = await found
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(deliveriesAPage)
    .offset((page - 1) * deliveriesAPage)
    .execute()
  return { totalCount, response: rows.map(deliveryOf) }
}

/** Starts the attempts over, the first at once; a waiting attempt is dropped. */
export function sendAgain(app: Part, { customerId, userId }: SchoolCaller, { deliveryId }: { deliveryId: string }) {
  const now = app.clock()
  return app.db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('webhookDelivery')
      .innerJoin('webhook', 'webhook.id', 'webhookId')
      .where('webhookDelivery.id', '=', deliveryId)
      .where('customerId', '=', customerId)
      .select(['url', 'enabled'])
      .executeTakeFirst()
    if (!found) throw webhookProblem('delivery_not_found')
    if (!found.enabled) throw webhookProblem('webhook_off')
    const turn = randomUUID()
    await tx
      .updateTable('webhookDelivery')
      .set({ turn, attempts: 0, nextAttemptAt: now, deliveredAt: null, givenUpAt: null })
      .where('id', '=', deliveryId)
      .execute()
    await app.queue.enqueue(sendWebhook, { deliveryId, turn }, { tx })
    await recordAudit(tx, {
      ...{ now, customerId, userId, action: 'webhook_sent_again', subject: shownAddress(found.url) },
    })
    return { response: { id: deliveryId } }
  })
}

type Row = Selectable<WebhookTables['webhookDelivery']>

const deliveryOf = (row: Row): WebhookDelivery => ({
  id: row.id,
  event: row.event,
  payload: row.payload,
  createdDate: row.createdAt.toISOString(),
  state: row.deliveredAt ? 'DELIVERED' : row.givenUpAt ? 'GIVEN_UP' : 'WAITING',
  attempts: row.attempts,
  lastAttemptDate: row.lastAttemptAt?.toISOString() ?? null,
  lastStatus: row.lastStatus,
  lastError: row.lastError,
  nextAttemptDate: row.nextAttemptAt?.toISOString() ?? null,
})
