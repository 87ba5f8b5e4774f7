import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { dayMs } from '#kit/day.ts'
import { recordFailure } from './record-failure.ts'
import { insertWebhook, webhookOf } from './webhooks-testing.ts'

let app: TestApp
const at = new Date('2026-11-26T10:00:00Z')
const url = 'https://hooks.hillview.example/'
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const table of ['webhook', 'outgoingMail', 'auditEntry'] as const) await app.db.deleteFrom(table).execute()
})

async function failing(failingSince: Date | null, status: number | null) {
  const { id } = await insertWebhook(app, url)
  const webhook = { webhookId: id, customerId: 'demo-hillview', url, failingSince }
  await app.db.transaction().execute((tx) => recordFailure(app, tx, webhook, { status, at }))
  const { enabled, failingSince: since } = await webhookOf(app, id)
  const notes = await app.db
    .selectFrom('auditEntry')
    .select(['action', 'subject', 'after'])
    .orderBy('position')
    .execute()
  const mails = await app.db.selectFrom('outgoingMail').select(['recipient', 'bodyText']).orderBy('createdAt').execute()
  return { enabled, since, notes, mails }
}

test('the first failure is remembered, and a webhook stays on until it has failed for five days', async () => {
  const quiet = { enabled: true, notes: [], mails: [] }
  expect(await failing(null, 500)).toEqual({ ...quiet, since: at })
  const nearly = new Date(at.getTime() - 5 * dayMs + 1)
  expect(await failing(nearly, null)).toEqual({ ...quiet, since: nearly })
})

test('after five days of failures it is switched off, and the primary contact is emailed', async () => {
  const { enabled, notes, mails } = await failing(new Date(at.getTime() - 5 * dayMs), null)
  expect(enabled).toBe(false)
  expect(notes).toEqual([{ action: 'webhook_switched_off', subject: url, after: { why: 'failing' } }])
  expect(mails).toEqual([{ recipient: 'librarian@hillview.example', bodyText: expect.stringContaining(url) }])
  expect(mails[0]!.bodyText).toContain('21 November 2026')
})

test('410 switches it off at once, without an email', async () => {
  const { enabled, notes, mails } = await failing(null, 410)
  expect([enabled, mails]).toEqual([false, []])
  expect(notes).toEqual([{ action: 'webhook_switched_off', subject: url, after: { why: 'gone' } }])
})
