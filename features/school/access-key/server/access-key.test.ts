import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { proofApi } from '#features/account/sign-in/contract.ts'
import { mounted } from '#kit/server/serve.ts'
import { auditApi } from '#platform/audit/contract.ts'
import { accessKeyApi } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('guess').execute()
})

const apiUser = 'demo-hillview-api'
const renew = async () => (await app.as('hillview')(accessKeyApi.renewAccessKey, {})).response.newAccessKey
const basic = (name: string, key: string) => `Basic ${Buffer.from(`${name}:${key}`).toString('base64')}`
/** Sends as a program does: no cookie, no browser headers. */
const send = (key: string, more: { url?: string; method?: 'GET' | 'POST'; name?: string; headers?: object } = {}) =>
  app.http.inject({
    method: more.method ?? 'GET',
    url: more.url ?? '/rest/customer/current',
    headers: {
      host: new URL(app.env.publicUrl).host,
      authorization: basic(more.name ?? apiUser, key),
      ...more.headers,
    },
    ...(more.method === 'POST' ? { payload: { identities: ['9780000000000'], requestName: 'From a program' } } : {}),
  })
const create = { method: 'POST', url: '/rest/mydownload/request/create' } as const

test('a key is shown once, and afterwards identified by its last four characters', async () => {
  const none = await app.as('riverside')(accessKeyApi.accessKey, {})
  expect(none.response).toEqual({
    apiUser: { id: 'demo-riverside-api' },
    accessKey: null,
    madeDate: null,
    madeBy: '',
    usedDate: null,
  })
  const key = await renew()
  expect(key).toMatch(/^[\w-]{43}$/)
  const { response } = await app.as('hillview')(accessKeyApi.accessKey, {})
  expect(response).toMatchObject({ accessKey: key.slice(-4), madeBy: 'Hillview Librarian', usedDate: null })
  const stored = JSON.stringify([
    await app.db.selectFrom('customer').selectAll().execute(),
    await app.db.selectFrom('auditEntry').selectAll().execute(),
  ])
  expect(stored).not.toContain(key)
  expect(stored).toContain('access_key_renewed')
})

test('a program with the key reads as staff of its school, without a cookie', async () => {
  const key = await renew()
  const reply = await send(key)
  expect(reply.statusCode).toBe(200)
  expect(reply.json().customer).toMatchObject({ id: 'demo-hillview', apiUser: { id: apiUser } })
  // Only the primary contact sees these.
  expect(reply.json().customer).not.toHaveProperty('accessKey')
  expect(reply.headers['set-cookie']).toBeUndefined()
  expect((await app.as('hillview')(accessKeyApi.accessKey, {})).response.usedDate).not.toBeNull()
})

test('a program may request a file without a proof of origin; a page may not', async () => {
  const made = await send(await renew(), create)
  expect([made.statusCode, made.json().response.requestType]).toEqual([200, 'IDENTIFIERS'])
  const page = await app.http.inject({ ...create, headers: { cookie: await app.sessionOf('hillview') }, payload: {} })
  expect([page.statusCode, page.json().code]).toEqual([403, 'foreign_origin'])
})

test('a wrong key and an unknown name get the same answer', async () => {
  const key = await renew()
  const refusal = [403, 'wrong_access_key', ['The API user or the access key is wrong.']]
  const answer = async (attempt: ReturnType<typeof send>) => {
    const reply = await attempt
    return [reply.statusCode, reply.json().code, reply.json().messages]
  }
  expect(await answer(send('wrong'))).toEqual(refusal)
  expect(await answer(send(key, { name: 'nobody-api' }))).toEqual(refusal)
  expect(await answer(send(key, { name: 'demo-riverside-api' }))).toEqual(refusal)
  expect(await answer(send(key, { name: `${apiUser}\0` }))).toEqual(refusal)
  expect(await answer(send('', { name: '' }))).toEqual(refusal)
})

test('a new key ends the former one, and withdrawing ends every key', async () => {
  const former = await renew()
  const key = await renew()
  expect((await send(former)).statusCode).toBe(403)
  expect((await send(key)).statusCode).toBe(200)
  expect((await app.as('hillview')(accessKeyApi.withdrawAccessKey, {})).response.accessKey).toBeNull()
  expect((await send(key)).statusCode).toBe(403)
  const { response } = await app.as('hillview')(auditApi.customerAudit, {})
  expect(response.map(({ action }) => action)).toContain('access_key_withdrawn')
})

test('once its maker is disabled or has left, a key opens nothing', async () => {
  const key = await renew()
  const person = app.db.updateTable('appUser').where('id', '=', 'demo-hillview-librarian')
  await person.set({ disabledAt: new Date() }).execute()
  expect((await send(key)).statusCode).toBe(403)
  await person.set({ disabledAt: null, customerId: 'demo-riverside' }).execute()
  expect((await send(key)).statusCode).toBe(403)
  await person.set({ customerId: 'demo-hillview' }).execute()
  expect((await send(key)).statusCode).toBe(200)
})

test('a key opens the calls listed for keys and no others', async () => {
  const key = await renew()
  for (const { methods, path, who, forKeys } of mounted.get(app.http)!) {
    if (forKeys || who === 'visitor') continue
    const reply = await app.http.inject({
      method: methods[0],
      url: path.replace(/:\w+/g, 'x'),
      headers: { host: new URL(app.env.publicUrl).host, authorization: basic(apiUser, key) },
      ...(methods[0] === 'GET' ? {} : { payload: {} }),
    })
    expect([path, reply.statusCode, reply.json().code]).toEqual([path, 403, 'not_for_access_keys'])
  }
})

test('301 wrong keys from one address block neither a password proof behind it nor a right key', async () => {
  const key = await renew()
  for (let n = 0; n <= 300; n++) await send('wrong', { name: n % 2 ? `api-${n}` : apiUser })
  expect((await send('wrong')).statusCode).toBe(429)
  expect((await send(key)).statusCode).toBe(200)
  await expect(app.as('hillview')(proofApi.giveProof, { password: 'no' })).rejects.toMatchObject({
    code: 'password_wrong',
  })
  expect(await app.as('hillview')(proofApi.giveProof, { password: 'Demo-password-2026' })).toBeTruthy()
})

test('the only change that a key may make is to request a file', () => {
  const open = mounted.get(app.http)!.filter(({ forKeys }) => forKeys)
  expect(open.length).toBeGreaterThan(15)
  const changing = open.filter(({ changes }) => changes).map(({ path }) => path)
  expect(
    changing.filter((path) => !/^\/rest\/mydownload\/(request\/.*create|downloaded|items\/view)$/.test(path)),
  ).toEqual([])
  expect(open.filter(({ who }) => !['visitor', 'student', 'staff'].includes(who))).toEqual([])
})

test.each([
  ['a cookie', { cookie: 'session=x' }],
  ['the mark of a browser', { 'sec-fetch-site': 'cross-site' }],
  ['the mark of our own pages', { 'x-requested-with': 'fetch' }],
])('a key sent with %s is ignored', async (_, headers) => {
  const key = await renew()
  const reply = await send(key, { headers })
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'sign_in_required'])
  const foreign = await send(key, { ...create, headers: { cookie: 'session=x', 'sec-fetch-site': 'cross-site' } })
  expect([foreign.statusCode, foreign.json().code]).toEqual([403, 'foreign_origin'])
})

test.each([
  'Basic',
  'Basic !!!',
  `Basic ${Buffer.from('no colon').toString('base64')}`,
  'Bearer x',
  'Basic '.repeat(900),
])('a malformed Authorization header is ignored: %#', async (authorization) => {
  const reply = await send('', { headers: { authorization } })
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'sign_in_required'])
})

test('guesses are rate limited, and the right key keeps working', async () => {
  const key = await renew()
  const answers = []
  for (let i = 0; i < 12; i++) answers.push(await send(`guess ${i}`))
  expect(answers[0]!.statusCode).toBe(403)
  expect(answers.at(-1)!.statusCode).toBe(429)
  expect(Number(answers.at(-1)!.headers['retry-after'])).toBeGreaterThan(0)
  expect((await send(key)).statusCode).toBe(200)
})

test('only the primary contact manages the key', async () => {
  const before = await app.db.selectFrom('customer').select(['id', 'accessKeyHash']).orderBy('id').execute()
  for (const person of ['assistant', 'admin', 'student', 'desk'] as const)
    for (const call of Object.values(accessKeyApi))
      await expect(app.as(person)(call, {})).rejects.toMatchObject({ status: 403, code: 'not_allowed' })
  expect(await app.db.selectFrom('customer').select(['id', 'accessKeyHash']).orderBy('id').execute()).toEqual(before)
})

test('of two keys made at the same moment one works', async () => {
  const keys = await Promise.all([renew(), renew(), renew()])
  const answers = await Promise.all(keys.map((key) => send(key)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})
