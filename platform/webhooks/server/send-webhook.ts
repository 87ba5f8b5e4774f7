import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { App, Db } from '#app/app.ts'
import { job } from '#kit/server/jobs.ts'
import { reasonOf } from '#kit/server/logged-error.ts'
import { pausesMs } from '../rules.ts'
import { postMessage } from './post-message.ts'
import { admitBy } from './reach.ts'
import { recordFailure } from './record-failure.ts'
import { signedHeaders } from './webhook-secret.ts'

type Needs = Pick<App, 'db' | 'secretKey' | 'queue' | 'clock' | 'env' | 'log' | 'metrics'>
type Data = { deliveryId: string; turn: string }
type Attempt = { status: number | null; error: string; at: Date }

/**
 * One attempt to deliver; a failed one leaves the next. Only the job of the delivery's present turn does something. A
 * process killed after the reply sends again, with the same id.
 */
export const sendWebhook = job({
  name: 'webhooks.send',
  data: z.object({ deliveryId: z.string(), turn: z.string() }),
  expireSeconds: 60,
  retries: 10,
  async run(app: Needs, data: Data, signal) {
    const found = await pending(app.db, data)
    if (!found) return
    const attempt = found.enabled
      ? await attemptTo(app, found, signal)
      : { status: null, error: 'The webhook is turned off.', at: app.clock() }
    // Cut off by the end of this process: no fault of the receiver.
    if (signal.aborted) signal.throwIfAborted()
    const outcome = await app.db.transaction().execute((tx) => settle(app, tx, data, attempt))
    if (outcome) app.metrics.webhooks.inc({ outcome })
  },
  /** Nothing could even be tried, as without the secret key. */
  async failed({ db, clock }: Needs, { deliveryId, turn }) {
    await db
      .updateTable('webhookDelivery')
      .set({ givenUpAt: clock(), nextAttemptAt: null, lastError: 'We couldn’t send it.' })
      .where('id', '=', deliveryId)
      .where('turn', '=', turn)
      .where('deliveredAt', 'is', null)
      .execute()
  },
  async again({ db }: Needs, { deliveryId, turn }) {
    await db
      .updateTable('webhookDelivery')
      .set({ givenUpAt: null })
      .where('id', '=', deliveryId)
      .where('turn', '=', turn)
      .execute()
  },
})

const pending = (db: Db, { deliveryId, turn }: Data) =>
  db
    .selectFrom('webhookDelivery as delivery')
    .innerJoin('webhook', 'webhook.id', 'webhookId')
    .where('delivery.id', '=', deliveryId)
    .where('turn', '=', turn)
    .where('deliveredAt', 'is', null)
    .where('givenUpAt', 'is', null)
    .select(['delivery.id', 'payload', 'attempts', 'webhookId', 'url', 'secret', 'enabled', 'failingSince'])
    .select(['customerId', 'delivery.createdAt'])
    .executeTakeFirst()

async function attemptTo(app: Needs, found: NonNullable<Awaited<ReturnType<typeof pending>>>, signal: AbortSignal) {
  const { id, url, payload } = found
  const at = app.clock()
  const headers = {
    ...signedHeaders(app.secretKey.open(found.secret, 'webhook'), { id, at, body: payload }),
    'user-agent': `${app.env.providerName.replace(/[^\w.-]+/g, '-') || 'Portal'}-Webhooks`,
  }
  const admit = admitBy({ inside: app.env.webhooksInside, secure: url.startsWith('https:') })
  try {
    const status = await postMessage({ url, headers, body: payload }, { admit, signal })
    return { at, status, error: status >= 200 && status < 300 ? '' : `The receiver answered ${status}.` }
  } catch (error) {
    return { at, status: null, error: reasonOf(error).slice(0, 300) }
  }
}

/** Returns the attempt's outcome; undefined if the delivery got another turn meanwhile. */
async function settle(app: Needs, tx: Db, data: Data, { status, error, at }: Attempt) {
  const found = await pending(tx, data)
  if (!found) return undefined
  const now = app.clock()
  const reached = status !== null || found.enabled
  const attempts = found.attempts + (reached ? 1 : 0)
  const set = { attempts, ...(reached ? { lastAttemptAt: at } : {}), lastStatus: status, lastError: error }
  const save = (more: object) =>
    tx
      .updateTable('webhookDelivery')
      .set({ ...set, nextAttemptAt: null, ...more })
      .where('id', '=', found.id)
      .execute()
  if (error === '') {
    await save({ deliveredAt: now })
    await tx.updateTable('webhook').set({ failingSince: null }).where('id', '=', found.webhookId).execute()
    return 'delivered'
  }
  if (found.enabled) await recordFailure(app, tx, found, { status, at })
  const pauseMs = pausesMs[attempts - 1]
  const over = !found.enabled || status === 410 || pauseMs === undefined
  if (over) {
    await save({ givenUpAt: now })
    return 'given_up'
  }
  const turn = randomUUID()
  await save({ turn, nextAttemptAt: new Date(now.getTime() + pauseMs) })
  await app.queue.enqueue(sendWebhook, { deliveryId: found.id, turn }, { tx, afterMs: pauseMs })
  return 'failed'
}
