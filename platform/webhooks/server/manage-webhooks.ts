import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { Selectable } from 'kysely'
import type { App, Db } from '#app/app.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { difference, recordAudit } from '#platform/audit/server/audit.ts'
import { type Webhook, webhookProblem } from '../contract.ts'
import { maxWebhooks, shownAddress, type WebhookEvent } from '../rules.ts'
import { isLocalName, isPublic } from './reach.ts'
import type { WebhookTables } from './tables.ts'
import { newWebhookSecret } from './webhook-secret.ts'

type Part = Pick<App, 'db' | 'clock' | 'env' | 'secretKey'>
type Given = { url: string; events: WebhookEvent[] }

export async function listWebhooks({ db }: Pick<App, 'db'>, { customerId }: SchoolCaller) {
  const rows = await ofSchool(db, customerId).orderBy('createdAt', 'desc').orderBy('id').execute()
  return { response: rows.map(webhookOf) }
}

/** Returns the secret, which is shown this once. */
export function makeWebhook(app: Part, { customerId, userId }: SchoolCaller, given: Given) {
  const now = app.clock()
  const url = checkedAddress(given.url, app.env.webhooksInside)
  const events = [...new Set(given.events)]
  const newSecret = newWebhookSecret()
  const row = {
    ...{ id: randomUUID(), customerId, url, secret: app.secretKey.seal(newSecret, 'webhook'), events },
    ...{ enabled: true, createdBy: userId, createdAt: now, failingSince: null },
  }
  return app.db.transaction().execute(async (tx) => {
    // Two calls at once must not both see the last free place.
    await tx.selectFrom('customer').where('id', '=', customerId).select('id').forUpdate().execute()
    if ((await ofSchool(tx, customerId).execute()).length >= maxWebhooks) throw webhookProblem('too_many_webhooks')
    await tx.insertInto('webhook').values(row).execute()
    await audit(tx, { now, customerId, userId, action: 'webhook_made', url, after: { events } })
    return { response: webhookOf(row), newSecret }
  })
}

/** Switched on again, it may fail for days again. */
export function changeWebhook(
  app: Part,
  { customerId, userId }: SchoolCaller,
  { id, ...given }: Given & { id: string; enabled: boolean },
) {
  const url = checkedAddress(given.url, app.env.webhooksInside)
  const events = [...new Set(given.events)]
  return app.db.transaction().execute(async (tx) => {
    const before = await rowOf(tx, customerId, id)
    const { enabled } = given
    const failingSince = enabled && !before.enabled ? null : before.failingSince
    await tx.updateTable('webhook').set({ url, events, enabled, failingSince }).where('id', '=', id).execute()
    const shown = ({ url, events, enabled }: typeof before) => ({ address: shownAddress(url), events, enabled })
    const after = { ...before, url, events, enabled, failingSince }
    const change = difference(shown(before), shown(after))
    const noted = { now: app.clock(), customerId, userId, action: 'webhook_changed', url }
    await audit(tx, { ...noted, ...change })
    return { response: webhookOf(after) }
  })
}

export function renewWebhook(app: Part, { customerId, userId }: SchoolCaller, { id }: { id: string }) {
  const newSecret = newWebhookSecret()
  const secret = app.secretKey.seal(newSecret, 'webhook')
  return app.db.transaction().execute(async (tx) => {
    const row = await rowOf(tx, customerId, id)
    await tx.updateTable('webhook').set({ secret }).where('id', '=', id).execute()
    await audit(tx, { now: app.clock(), customerId, userId, action: 'webhook_renewed', url: row.url })
    return { response: webhookOf(row), newSecret }
  })
}

export function removeWebhook(app: Part, { customerId, userId }: SchoolCaller, { id }: { id: string }) {
  return app.db.transaction().execute(async (tx) => {
    const { url } = await rowOf(tx, customerId, id)
    await tx.deleteFrom('webhook').where('id', '=', id).execute()
    await audit(tx, { now: app.clock(), customerId, userId, action: 'webhook_removed', url })
    return {}
  })
}

/** The school's webhook; throws if it has none with this id. */
export async function rowOf(db: Db, customerId: string, id: string): Promise<Row> {
  const row = await ofSchool(db, customerId).where('id', '=', id).executeTakeFirst()
  if (!row) throw webhookProblem('webhook_not_found')
  return row
}

type Row = Selectable<WebhookTables['webhook']>

const ofSchool = (db: Db, customerId: string) =>
  db.selectFrom('webhook').selectAll().where('customerId', '=', customerId)

const webhookOf = ({ id, url, events, enabled, createdAt, failingSince }: Row): Webhook => ({
  ...{ id, url, events, enabled },
  createdDate: createdAt.toISOString(),
  failingSinceDate: failingSince?.toISOString() ?? null,
})

/**
 * The address in its normal form. Names are resolved, and refused if they lead inside, only when a message is sent.
 */
function checkedAddress(text: string, inside: boolean): string {
  const refuse = (sentence: string) => webhookProblem('webhook_address', { errors: { url: [sentence] } })
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw refuse('Please enter an address that starts with https://.')
  if (url.username || url.password) throw refuse('Please leave out the username and password.')
  const host = url.hostname.replace(/^\[|\]$|\.+$/g, '')
  const isInside = isIP(host) ? !isPublic(host) : isLocalName(host)
  if (isInside && !inside) throw refuse('Please enter an address on the public internet.')
  if (url.protocol === 'http:' && !inside) throw refuse('Please enter an address that starts with https://.')
  url.hash = ''
  return url.href
}

type Noted = Omit<Parameters<typeof recordAudit>[1], 'subject'> & { url: string }
const audit = (tx: Db, { url, ...entry }: Noted) => recordAudit(tx, { ...entry, subject: shownAddress(url) })
