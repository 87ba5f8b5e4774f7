import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { helpApi } from '../contract.ts'
import { watchServices } from './watch-services.ts'

let app: TestApp
let now = new Date('2026-11-28T10:00:00Z')
beforeAll(async () => {
  app = await testApp({ work: false })
  app.setClock(() => now)
  await app.db.deleteFrom('outgoingMail').execute()
  await app.db.deleteFrom('downloadRequest').execute()
})
afterAll(() => app.close())
afterEach(() => {
  later(60)
})
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}

const all = ['catalogue', 'accounts', 'downloads', 'mails']

test('visitors see that everything works, and nothing else', async () => {
  const reply = await app.raw(null, { url: '/rest/status' })
  expect(reply.json()).toEqual({
    responseCode: 200,
    response: {
      checkedDate: now.toISOString(),
      services: all.map((name) => ({ name, works: true, sinceDate: null })),
    },
  })
})

test('a search that fails or never answers is shown with the time of the first failed check', async () => {
  let stats = async () => ({}) as never
  const look = watchServices({ ...app, catalogue: { ...app.catalogue, stats: () => stats() } }, 10)
  const catalogue = async () => (await look()).services.find(({ name }) => name === 'catalogue')!
  expect(await catalogue()).toEqual({ name: 'catalogue', works: true, sinceDate: null })

  stats = () => Promise.reject(new Error('secret address'))
  later(5)
  expect((await catalogue()).works).toBe(true)
  later(6)
  const since = now.toISOString()
  expect(await catalogue()).toEqual({ name: 'catalogue', works: false, sinceDate: since })
  stats = () => new Promise(() => undefined)
  later(3600)
  expect(await catalogue()).toEqual({ name: 'catalogue', works: false, sinceDate: since })
  stats = async () => ({}) as never
  later(11)
  expect(await catalogue()).toEqual({ name: 'catalogue', works: true, sinceDate: null })
})

test('emails that have waited too long are late since the oldest of them', async () => {
  const createdAt = new Date(now.getTime() - 3_000_000)
  const mail = { recipient: 'a@b.example', subject: '', bodyText: '', bodyHtml: '', userId: null, sentAt: null }
  await app.db
    .insertInto('outgoingMail')
    .values([
      { id: 'm1', ...mail, createdAt },
      { id: 'm2', ...mail, createdAt: now },
      { id: 'm3', ...mail, state: 'SENT', createdAt: new Date(0) },
    ])
    .execute()
  const mails = async () => (await app.as(null)(helpApi.serviceStatus, {})).response.services[3]
  expect(await mails()).toEqual({ name: 'mails', works: false, sinceDate: createdAt.toISOString() })
  // One full mailbox isn't a fault of the service.
  const sent = (sentAt: Date) => app.db.updateTable('outgoingMail').set({ sentAt }).where('id', '=', 'm3').execute()
  await sent(now)
  later(11)
  expect(await mails()).toEqual({ name: 'mails', works: true, sinceDate: null })
  await sent(new Date(now.getTime() - 31 * 60_000))
  later(11)
  expect(await mails()).toMatchObject({ works: false })
  await app.db.deleteFrom('outgoingMail').where('id', '=', 'm1').execute()
  later(11)
  expect(await mails()).toEqual({ name: 'mails', works: true, sinceDate: null })
})
