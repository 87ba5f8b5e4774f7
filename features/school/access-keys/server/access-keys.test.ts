import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { proofApi } from '#features/account/sign-in/contract.ts'
import { dayIn, defaultZone } from '#kit/day.ts'
import { type KeyScope, keyScopes } from '#kit/key-scopes.ts'
import { mounted } from '#kit/server/serve.ts'
import { auditApi } from '#platform/audit/contract.ts'
import { accessKeysApi } from '../contract.ts'
import { maxKeys } from '../rules.ts'
import { openKeyCallers } from './access-keys.ts'
import { basic, openKey } from './access-keys-testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())
// The clock stops: guesses are limited by the hour, uses counted by the month.
const now = new Date()
beforeEach(async () => {
  app.setClock(() => now)
  await app.db.deleteFrom('guess').execute()
})

const apiUser = 'demo-hillview-api'
const list = async () => (await app.as('hillview')(accessKeysApi.accessKeys, {})).response
const open = async (given?: Parameters<typeof openKey>[2]) => (await openKey(app, 'hillview', given)).key
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
const answerOf = async (attempt: ReturnType<typeof send>) => {
  const { statusCode, json, headers } = await attempt
  return { status: statusCode, code: json().code, challenge: headers['www-authenticate'] }
}
const clockAt = (moment: string) => {
  app.setClock(() => new Date(moment))
  app.signInAgain()
}

test('a key is shown once, and afterwards known by its name and last four characters', async () => {
  expect(await app.as('riverside')(accessKeysApi.accessKeys, {})).toMatchObject({
    apiUser: { id: 'demo-riverside-api' },
    response: [],
  })
  const key = await open({ name: 'Library system', scopes: ['search', 'search'], expiresDate: '2099-12-31' })
  expect(key).toMatch(/^[\w-]{43}$/)
  expect((await list())[0]).toMatchObject({
    ...{ name: 'Library system', hint: key.slice(-4), scopes: ['search'], expiresDate: '2099-12-31' },
    ...{ madeBy: 'Hillview Librarian', makerActive: true, endedScopes: [], usedDate: null, uses: [] },
  })
  const stored = JSON.stringify([
    await app.db.selectFrom('accessKey').selectAll().execute(),
    await app.db.selectFrom('auditEntry').selectAll().execute(),
  ])
  expect(stored).not.toContain(key)
  expect(stored).toContain('access_key_made')
})

test('a program with the key reads as staff of its school, without a cookie', async () => {
  const reply = await send(await open())
  expect(reply.statusCode).toBe(200)
  expect(reply.json().customer).toMatchObject({ id: 'demo-hillview', apiUser: { id: apiUser } })
  // Only the primary contact sees these.
  expect(reply.json().customer).not.toHaveProperty('accessKey')
  expect(reply.headers['set-cookie']).toBeUndefined()
})

test('a key is enough on its own as a bearer token, from a page of another site too', async () => {
  const key = await open()
  const bearer = { authorization: `Bearer ${key}` }
  expect((await send('', { headers: bearer })).json().customer.id).toBe('demo-hillview')
  expect((await send('', { headers: { ...bearer, 'sec-fetch-site': 'cross-site' } })).statusCode).toBe(200)
  expect(await answerOf(send('', { headers: { ...bearer, cookie: 'session=x' } }))).toMatchObject({ status: 403 })
})

test('a program may request a file without a proof of origin; a page may not', async () => {
  const made = await send(await open(), create)
  expect([made.statusCode, made.json().response.requestType]).toEqual([200, 'IDENTIFIERS'])
  const page = await app.http.inject({ ...create, headers: { cookie: await app.sessionOf('hillview') }, payload: {} })
  expect([page.statusCode, page.json().code]).toEqual([403, 'foreign_origin'])
})

test('a wrong key, an unknown name and another school’s name get the same 401', async () => {
  const key = await open()
  const refused = { status: 401, code: 'wrong_access_key', challenge: expect.stringMatching(/^Bearer .*, Basic /) }
  expect(await answerOf(send('wrong'))).toEqual(refused)
  expect(await answerOf(send(key, { name: 'nobody-api' }))).toEqual(refused)
  expect(await answerOf(send(key, { name: 'demo-riverside-api' }))).toEqual(refused)
  expect(await answerOf(send(key, { name: `${apiUser}\0` }))).toEqual(refused)
  expect(await answerOf(send('', { name: '' }))).toEqual(refused)
  expect(await answerOf(send('', { headers: { authorization: 'Bearer wrong' } }))).toEqual(refused)
})

test('the refusal of a key names what was sent', async () => {
  const basic = await send('wrong')
  const bearer = await send('', { headers: { authorization: 'Bearer wrong' } })
  expect([basic, bearer].map((reply) => reply.json().messages)).toEqual([
    ['Incorrect API user or access key.'],
    ['Incorrect access key.'],
  ])
})

test.each(['Bearer', 'Basic', 'Basic !!!', 'Basic bm9jb2xvbg==', 'Digest username="x"', 'Basic '.repeat(900)])(
  'an Authorization header without a key gets 401, which says how to send one: %#',
  async (authorization) => {
    const reply = await send('', { headers: { authorization } })
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'unreadable_access_key'])
    expect(reply.headers['www-authenticate']).toMatch(/^Bearer .*, Basic /)
    // A browser's header may be another site's doing: it counts for nothing.
    expect((await send('', { headers: { authorization, 'sec-fetch-site': 'same-origin' } })).statusCode).toBe(403)
  },
)

test('a key does what its scopes allow, and no more', async () => {
  const calls = mounted.get(app.http)!.filter(({ forKeys }) => forKeys)
  const missing = {
    search: 'can’t search',
    download: 'can’t download',
    requests: 'can’t request files',
    people: '',
  }
  for (const scope of keyScopes) {
    const key = await open({ scopes: [scope] })
    for (const { methods, path, forKeys } of calls) {
      const reply = await app.http.inject({
        method: methods[0],
        url: path.replace(/:\w+/g, 'x'),
        headers: { host: new URL(app.env.publicUrl).host, authorization: basic(apiUser, key) },
        ...(methods[0] === 'GET' ? {} : { payload: {} }),
      })
      const refused = reply.statusCode === 403 && reply.body.includes('scope_missing')
      expect([path, scope, refused]).toEqual([path, scope, forKeys !== 'any' && forKeys !== scope])
      if (refused) expect(reply.json().messages[0]).toContain(missing[forKeys as KeyScope])
    }
  }
})

test('a key works until the end of its last day, and again once that is extended', async () => {
  try {
    clockAt('2026-11-25T10:00:00Z')
    const { id, key } = await openKey(app, 'hillview', { name: 'Until today', expiresDate: '2026-11-25' })
    clockAt('2026-11-25T12:59:59Z')
    expect((await send(key)).statusCode).toBe(200)
    clockAt('2026-11-25T13:00:00Z')
    expect(await answerOf(send(key))).toMatchObject({ status: 401, code: 'access_key_expired' })
    const later = { id, name: 'Until today', scopes: [...keyScopes], expiresDate: '2026-12-01' }
    clockAt('2026-11-25T12:59:59Z')
    await app.as('hillview')(accessKeysApi.changeAccessKey, later)
    clockAt('2026-11-25T13:00:00Z')
    expect((await send(key)).statusCode).toBe(200)
    clockAt('2026-11-25T12:59:59Z')
    const past = { name: 'Past', scopes: [...keyScopes], expiresDate: '2026-11-24' }
    await expect(app.as('hillview')(accessKeysApi.makeAccessKey, past)).rejects.toMatchObject({
      status: 400,
      errors: { expiresDate: expect.anything() },
    })
  } finally {
    app.setClock(() => now)
    app.signInAgain()
  }
})

const waiting = { timeout: 15_000 }

test('calls are counted by key and month', async () => {
  const { id, key } = await openKey(app)
  const other = await openKey(app)
  const countOf = async (keyId: string) => (await list()).find((each) => each.id === keyId)!
  await send(key)
  await app.skipPauses(() => vi.waitFor(async () => expect((await countOf(id)).usedDate).not.toBeNull(), waiting))
  await send(key)
  await send('wrong')
  const month = dayIn(defaultZone, now).slice(0, 7)
  const counted = async () => expect((await countOf(id)).uses).toEqual([{ month, calls: 2 }])
  await app.skipPauses(() => vi.waitFor(counted, waiting))
  expect((await countOf(other.id)).uses).toEqual([])
})

test('renewing ends the former secret, withdrawing the key; the other keys continue', async () => {
  const { id, key: former } = await openKey(app, 'hillview', { name: 'Renewed' })
  const other = await openKey(app)
  const { newAccessKey } = await app.as('hillview')(accessKeysApi.renewAccessKey, { id })
  expect((await send(former)).statusCode).toBe(401)
  expect((await send(newAccessKey)).statusCode).toBe(200)
  await app.as('hillview')(accessKeysApi.withdrawAccessKey, { id })
  expect((await send(newAccessKey)).statusCode).toBe(401)
  expect((await send(other.key)).statusCode).toBe(200)
  const { response } = await app.as('hillview')(auditApi.customerAudit, {})
  expect(response.map(({ action }) => action)).toContain('access_key_withdrawn')
})

test('the audit log has each step of a key, with what changed; each new or withdrawn key is emailed about', async () => {
  await app.db.deleteFrom('outgoingMail').execute()
  const made = { name: 'Audited', scopes: ['search'], expiresDate: null } as const
  const changed = { name: 'Audited again', scopes: ['download'], expiresDate: '2099-12-31' } as const
  const { response } = await app.as('hillview')(accessKeysApi.makeAccessKey, { ...made, scopes: [...made.scopes] })
  const { id } = response
  await app.as('hillview')(accessKeysApi.changeAccessKey, { id, ...changed, scopes: [...changed.scopes] })
  const { response: renewed } = await app.as('hillview')(accessKeysApi.renewAccessKey, { id })
  expect(renewed).toMatchObject({ id, ...changed })
  await app.as('hillview')(accessKeysApi.withdrawAccessKey, { id })
  const entries = await app.db
    .selectFrom('auditEntry')
    .where('subject', 'like', 'Audited%')
    .orderBy('position')
    .select(['action', 'subject', 'userId', 'before', 'after'])
    .execute()
  const by = { userId: 'demo-hillview-librarian' }
  expect(entries).toEqual([
    { ...by, action: 'access_key_made', subject: 'Audited', before: {}, after: made },
    { ...by, action: 'access_key_changed', subject: 'Audited again', before: made, after: changed },
    { ...by, action: 'access_key_renewed', subject: 'Audited again', before: {}, after: {} },
    { ...by, action: 'access_key_withdrawn', subject: 'Audited again', before: {}, after: {} },
  ])
  await expect(app.as('hillview')(accessKeysApi.withdrawAccessKey, { id })).rejects.toMatchObject({ status: 404 })
  const mails = await app.db.selectFrom('outgoingMail').select(['recipient', 'subject', 'bodyText']).execute()
  expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual(
    Array(3).fill(['librarian@hillview.example', 'Access keys changed at Hillview Primary School']),
  )
  const news = mails.map(
    ({ bodyText }) => bodyText!.match(/(created|renewed|withdrew) the access key “Audited.*”/)?.[1],
  )
  expect(news.toSorted()).toEqual(['created', 'renewed', 'withdrew'])
})

test('names differ within a school, and a school has at most 20 keys', async () => {
  await app.db.deleteFrom('accessKey').execute()
  const { id } = await openKey(app, 'hillview', { name: 'Catalogue' })
  await expect(open({ name: 'catalogue ' })).rejects.toMatchObject({ status: 409, errors: { name: expect.anything() } })
  const same = { id, name: 'CATALOGUE', scopes: [...keyScopes] }
  expect((await app.as('hillview')(accessKeysApi.changeAccessKey, same)).response.name).toBe('CATALOGUE')
  expect(await openKey(app, 'riverside', { name: 'Catalogue' })).toBeTruthy()
  const tries = await Promise.allSettled(Array.from({ length: 25 }, () => open()))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxKeys - 1)
  expect(await list()).toHaveLength(maxKeys)
  await app.db.deleteFrom('accessKey').execute()
}, 60_000)

test('a school’s keys are no one else’s', async () => {
  const { id } = await openKey(app, 'riverside')
  for (const call of [accessKeysApi.renewAccessKey, accessKeysApi.withdrawAccessKey])
    await expect(app.as('hillview')(call, { id })).rejects.toMatchObject({ status: 404 })
  const change = { id, name: 'Ours now', scopes: [...keyScopes], expiresDate: null }
  await expect(app.as('hillview')(accessKeysApi.changeAccessKey, change)).rejects.toMatchObject({ status: 404 })
})

test('once its maker is disabled, has left or is a student, a key opens nothing, and the list says so', async () => {
  const { id, key } = await openKey(app)
  const isActive = async () => (await list()).find((each) => each.id === id)!.makerActive
  const maker = { userId: 'demo-hillview-assistant' }
  await app.db.updateTable('accessKey').set(maker).where('id', '=', id).execute()
  const person = app.db.updateTable('appUser').where('id', '=', maker.userId)
  const asBefore = { disabledAt: null, customerId: 'demo-hillview', role: 'staff' } as const
  for (const change of [{ disabledAt: now }, { customerId: 'demo-riverside' }, { role: 'student' }] as const) {
    await person.set({ ...asBefore, ...change }).execute()
    expect([change, (await send(key)).statusCode, await isActive()]).toEqual([change, 401, false])
  }
  // The primary contact keeps the program going by making the key their own.
  const { newAccessKey } = await app.as('hillview')(accessKeysApi.renewAccessKey, { id })
  expect([(await send(newAccessKey)).statusCode, await isActive()]).toEqual([200, true])
  await person.set(asBefore).execute()
})

test('the scope People ends when its maker may no longer manage people, and is back after a renewal', async () => {
  const { id, key } = await openKey(app, 'hillview', { scopes: ['search', 'people'] })
  const ended = async () => (await list()).find((each) => each.id === id)!.endedScopes
  const people = async (secret: string) =>
    (await app.http.inject({ url: '/scim/v2/Users', headers: { authorization: `Bearer ${secret}`, host: 'x' } }))
      .statusCode
  await app.db.updateTable('accessKey').set({ userId: 'demo-hillview-assistant' }).where('id', '=', id).execute()
  const person = app.db.updateTable('appUser').where('id', '=', 'demo-hillview-assistant')
  await person.set({ role: 'organisation-admin' }).execute()
  expect([await people(key), await ended()]).toEqual([200, []])
  await person.set({ role: 'staff' }).execute()
  expect([await people(key), await ended(), (await send(key)).statusCode]).toEqual([403, ['people'], 200])
  const { newAccessKey } = await app.as('hillview')(accessKeysApi.renewAccessKey, { id })
  expect([await people(newAccessKey), await ended()]).toEqual([200, []])
})

test('a key of the demo opens nothing outside the demo', async () => {
  const sent = { name: apiUser, secret: await open() }
  for (const demo of [true, false]) {
    const callers = openKeyCallers({ ...app, env: { ...app.env, demo } })
    const caller = callers.callerOf(sent, '127.0.0.1')
    if (demo) expect(await caller).toMatchObject({ customerId: 'demo-hillview', role: 'staff', freshProof: false })
    else await expect(caller).rejects.toMatchObject({ status: 401, code: 'wrong_access_key' })
    await callers.close()
  }
})

test('a key that has expired can get another name, and stays expired', async () => {
  const { id, key } = await openKey(app)
  await app.db.updateTable('accessKey').set({ expiresOn: '2020-01-01' }).where('id', '=', id).execute()
  const change = { id, name: 'Old catalogue', scopes: [...keyScopes], expiresDate: '2020-01-01' }
  expect((await app.as('hillview')(accessKeysApi.changeAccessKey, change)).response.name).toBe('Old catalogue')
  expect(await answerOf(send(key))).toMatchObject({ status: 401, code: 'access_key_expired' })
  const other = { ...change, expiresDate: '2020-01-02' }
  await expect(app.as('hillview')(accessKeysApi.changeAccessKey, other)).rejects.toMatchObject({ status: 400 })
})

test('the list shows the last twelve months of use, the newest first', async () => {
  const { id } = await openKey(app)
  const months = Array.from(
    { length: 13 },
    (_, at) => `20${20 + Math.floor(at / 12)}-${`${(at % 12) + 1}`.padStart(2, '0')}`,
  )
  await app.db
    .insertInto('accessKeyUse')
    .values(months.map((month, at) => ({ keyId: id, month, calls: at + 1 })))
    .execute()
  const { uses } = (await list()).find((each) => each.id === id)!
  expect(uses.map(({ month }) => month)).toEqual(months.slice(1).reverse())
})

test('a key opens the calls listed for keys and no others', async () => {
  const key = await open()
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
  const key = await open()
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
    changing.filter(
      (path) => !/^\/rest\/(requests|mydownload\/(request\/.*create|downloaded|items\/view))$/.test(path),
    ),
  ).toEqual([])
  expect(open.filter(({ who }) => !['visitor', 'student', 'staff'].includes(who))).toEqual([])
})

test.each([
  ['a cookie', { cookie: 'session=x' }],
  ['the mark of a browser', { 'sec-fetch-site': 'cross-site' }],
  ['the mark of our own pages', { 'x-requested-with': 'fetch' }],
])('a key sent with %s is ignored', async (_, headers) => {
  const key = await open()
  const reply = await send(key, { headers })
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'sign_in_required'])
  const bearer = await send('', { headers: { ...headers, authorization: `Bearer ${key}` } })
  const isTaken = 'sec-fetch-site' in headers
  expect([bearer.statusCode, bearer.json().messages?.[0]]).toEqual(
    isTaken ? [200, undefined] : [403, 'Send the access key without a cookie and without X-Requested-With.'],
  )
  const foreign = await send(key, { ...create, headers: { cookie: 'session=x', 'sec-fetch-site': 'cross-site' } })
  expect([foreign.statusCode, foreign.json().code]).toEqual([403, 'foreign_origin'])
})

test('guesses are rate limited, and the right key keeps working', async () => {
  const key = await open()
  const answers = []
  for (let i = 0; i < 12; i++) answers.push(await send(`guess ${i}`))
  expect(answers[0]!.statusCode).toBe(401)
  expect(answers.at(-1)!.statusCode).toBe(429)
  expect(Number(answers.at(-1)!.headers['retry-after'])).toBeGreaterThan(0)
  expect(answers.at(-1)!.json().messages).toContainEqual(expect.stringMatching(/^Please try again in \d+ /))
  expect((await send(key)).statusCode).toBe(200)
})

test('only the primary contact manages keys', async () => {
  const keys = () => app.db.selectFrom('accessKey').selectAll().orderBy('id').execute()
  const { id } = await openKey(app)
  const before = await keys()
  const given = { id, name: 'Mine', scopes: ['search'] }
  for (const person of ['assistant', 'admin', 'student', 'desk'] as const)
    for (const call of Object.values(accessKeysApi))
      await expect(app.as(person)(call, given as never)).rejects.toMatchObject({ status: 403, code: 'not_allowed' })
  expect(await keys()).toEqual(before)
})
