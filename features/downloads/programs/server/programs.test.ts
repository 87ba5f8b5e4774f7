import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openKey } from '#features/school/access-keys/server/access-keys-testing.ts'
import { insertWebhook, openReceiver } from '#platform/webhooks/server/webhooks-testing.ts'
import { maxIdentities } from '../../contract.ts'
import { book } from '../../server/testing.ts'
import type { FileRequest } from '../contract.ts'

let app: TestApp
let authorization: string
beforeAll(async () => {
  app = await testApp()
  await app.catalogue.write([
    book({ id: '1', isbns: ['9780152632243'] }),
    book({ id: '2', isbns: ['9780140328721'] }),
    book({ id: '3', isbns: ['9780140328721'] }),
  ])
  authorization = (await openKey(app, 'hillview')).authorization
})
afterAll(() => app.close())

type Headers = Record<string, string>
const send = (url: string, payload?: object, headers: Headers = {}) =>
  app.http.inject({
    ...(payload === undefined ? {} : { method: 'POST', payload }),
    url,
    headers: { host: new URL(app.env.publicUrl).host, authorization, ...headers },
  })
const post = (payload: object, headers?: Headers) => send('/rest/requests', payload, headers)
const pathOf = (address: unknown) => String(address).replace(app.env.publicUrl, '')
async function finished(address: unknown): Promise<FileRequest> {
  return vi.waitFor(
    async () => {
      const reply = await send(pathOf(address))
      const { response } = reply.json()
      expect(response.status).toBe('READY')
      expect(reply.headers['retry-after']).toBeUndefined()
      return response
    },
    { timeout: 20_000 },
  )
}

test('a request is accepted at once, and its file fetched from the address that it leads to', async () => {
  const made = await post({ identifiers: ['9780152632243', '9780152632244', '9780000000002'], name: 'New books' })
  expect(made.statusCode).toBe(202)
  expect(made.headers['retry-after']).toBe('2')
  const { response, responseCode } = made.json()
  expect(responseCode).toBe(202)
  expect(made.headers.location).toBe(`${app.env.publicUrl}/rest/requests/${response.id}`)
  expect(response).toMatchObject({ name: 'New books', files: null })

  const ready = await finished(made.headers.location)
  expect(ready).toMatchObject({ records: 1, choices: [] })
  expect(ready.notFound).toEqual([
    { identifier: '9780152632244', reason: 'bad_check_digit' },
    { identifier: '9780000000002', reason: 'not_found' },
  ])
  expect(ready.files).not.toHaveProperty('covers')
  const file = await send(pathOf(ready.files!.data))
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/marc'])
}, 30_000)

test('identifiers of several records wait for a person', async () => {
  const made = await post({ identifiers: ['9780140328721', '9780152632243'] })
  const ready = await finished(made.headers.location)
  expect(ready.choices).toEqual([{ identifier: '9780140328721', ids: ['2', '3'] }])
  expect(ready.records).toBe(1)
}, 30_000)

test('a repeated call with one idempotency key is one request, by header or in the body', async () => {
  const identifiers = ['9780152632243']
  const headers = { 'idempotency-key': 'order-1' }
  const calls = await Promise.all([post({ identifiers }, headers), post({ identifiers, idempotencyKey: 'order-1' })])
  const again = await post({ identifiers }, headers)
  const ids = [...calls, again].map((reply) => [reply.statusCode, reply.json().response.id])
  expect(new Set(ids.map(String)).size).toBe(1)
  const other = await post({ identifiers: ['9780140328721'] }, headers)
  expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency_key_used'])
  const without = [await post({ identifiers }), await post({ identifiers })].map((reply) => reply.json().response.id)
  expect(new Set(without).size).toBe(2)
})

test('one school’s idempotency key is not another’s', async () => {
  const riverside = (await openKey(app, 'riverside')).authorization
  const given = { identifiers: ['9780152632243'], idempotencyKey: 'shared' }
  const own = (await post(given)).json().response.id
  expect((await post(given, { authorization: riverside })).json().response.id).not.toBe(own)
  expect((await send(`/rest/requests/${own}`, undefined, { authorization: riverside })).statusCode).toBe(404)
})

test('a program can have a person emailed when the file is ready', async () => {
  const mails = () =>
    app.db.selectFrom('outgoingMail').select(['recipient', 'subject', 'bodyText']).orderBy('createdAt').execute()
  const before = (await mails()).length
  await finished((await post({ identifiers: ['9780152632243'] })).headers.location)
  expect(await mails()).toHaveLength(before)
  await finished((await post({ identifiers: ['9780152632243'], name: 'For you', notify: 'email' })).headers.location)
  const [mail] = (await mails()).filter(({ subject }) => subject.includes('For you'))
  expect(mail).toMatchObject({ recipient: 'librarian@hillview.example', subject: expect.stringMatching(/is ready$/) })
  expect(mail!.bodyText).toContain('the program that made the request asked for it')
}, 30_000)

test('a program hears by webhook of the request that asked for it, and of no other', async () => {
  const receiver = await openReceiver()
  try {
    await insertWebhook(app, receiver.url)
    for (const notify of ['none', 'email'])
      await finished((await post({ identifiers: ['9780152632243'], notify })).headers.location)
    const made = await post({ identifiers: ['9780152632243'], name: 'For a hook', notify: 'webhook' })
    const { id } = await finished(made.headers.location)
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 20_000 })
    const deliveries = await app.db.selectFrom('webhookDelivery').select('id').execute()
    expect(deliveries).toHaveLength(1)
    expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({
      type: 'request.ready',
      data: { requestId: id, name: 'For a hook', status: 'READY', records: 1, url: made.headers.location },
    })
  } finally {
    await receiver.close()
  }
}, 60_000)

test.each([
  [{}, 400],
  [{ identifiers: [] }, 400],
  [{ identifiers: [' '] }, 400],
  [{ identifiers: Array.from({ length: maxIdentities + 1 }, (_, n) => String(n)) }, 400],
  [{ identifiers: ['1'], notify: 'pigeon' }, 400],
])('%j is refused with %i', async (payload, status) => {
  expect((await post(payload)).statusCode).toBe(status)
})

test('a key without the scope may not request, but may read a request’s outcome', async () => {
  const { response } = (await post({ identifiers: ['9780152632243'] })).json()
  const reader = (await openKey(app, 'hillview', { scopes: ['search'] })).authorization
  expect((await post({ identifiers: ['1'] }, { authorization: reader })).json().code).toBe('scope_missing')
  expect((await send(`/rest/requests/${response.id}`, undefined, { authorization: reader })).statusCode).toBe(200)
})
