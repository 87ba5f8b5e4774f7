import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { hashSecret } from '#features/account/server/account.ts'
import { openKey } from '#features/school/access-keys/server/access-keys-testing.ts'
import { settingsApi } from '#features/school/settings/contract.ts'
import { type Day, dayIn, defaultZone } from '#kit/day.ts'
import { answerProblems } from '#kit/server/answer-problems.ts'
import { askToSignIn, signLibraryIn } from './sign-in.ts'

const password = 'abcde-fghjk-mnpqr-stuvw'
let app: TestApp
let http: FastifyInstance
let key: string
let counted = 0
// The clock stops, so that no pause between guesses ends during a test.
const now = new Date()
beforeAll(async () => {
  app = await testApp({ work: false })
  app.setClock(() => now)
  const login = { customerId: 'demo-hillview', userName: 'hillview-library', passwordHash: await hashSecret(password) }
  await app.db.insertInto('z3950Login').values(login).execute()
  key = (await openKey(app, 'riverside')).key
  http = Fastify()
  http.decorateRequest('caller', null)
  answerProblems(http)
  const fairUse = async () => void counted++
  const callerOfKey = () => Promise.reject(new Error('The database is away.'))
  const show = ({ caller }: FastifyRequest) => ({ school: caller?.customerId ?? null, caller })
  http.get('/school', { onRequest: signLibraryIn({ ...app, fairUse }, 'SRU') }, show)
  http.get('/unlimited', { onRequest: signLibraryIn(app, 'SRU') }, show)
  http.get('/away', { onRequest: signLibraryIn({ ...app, callerOfKey }, 'SRU') }, show)
  http.get('/closed', { onRequest: signLibraryIn(app, 'SRU') }, (_, reply) => {
    throw askToSignIn(reply)
  })
})
afterAll(async () => {
  await http.close()
  await app.close()
})
beforeEach(() => app.db.deleteFrom('guess').execute())

const ask = async (name: string, secret: string, { url = '/school', ...headers }: Record<string, string> = {}) => {
  const authorization = `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
  return http.inject({ url, headers: { authorization, ...headers } })
}
const schoolOf = async (...login: Parameters<typeof ask>) => (await ask(...login)).json().school

test('a library system signs in with the Z39.50 name or with an access key', async () => {
  expect(await schoolOf('hillview-library', password)).toBe('demo-hillview')
  expect(await schoolOf(' Hillview-Library', password)).toBe('demo-hillview')
  expect(await schoolOf('demo-riverside-api', key)).toBe('demo-riverside')
})

test('a library system has the rights of staff and no proof of identity', async () => {
  expect((await ask('hillview-library', password)).json().caller).toEqual({
    sessionId: 'z3950-of-demo-hillview',
    userId: 'z3950-of-demo-hillview',
    customerId: 'demo-hillview',
    role: 'staff',
    disabled: false,
    freshProof: false,
    subscriptions: [],
  })
})

test('a Z39.50 password that is longer than an access key still signs in', async () => {
  const long = 'a'.repeat(44)
  const logins = app.db.updateTable('z3950Login').where('customerId', '=', 'demo-hillview')
  await logins.set({ passwordHash: await hashSecret(long) }).execute()
  expect(await schoolOf('hillview-library', long)).toBe('demo-hillview')
  await logins.set({ passwordHash: await hashSecret(password) }).execute()
})

test('without credentials no one is signed in; every call counts for fair use', async () => {
  counted = 0
  expect((await http.inject('/school')).json()).toMatchObject({ school: null })
  await ask('hillview-library', password)
  expect(counted).toBe(2)
  expect(await schoolOf('hillview-library', password, { url: '/unlimited' })).toBe('demo-hillview')
})

test('where a school is needed, a visitor gets 401 with the scheme', async () => {
  const { statusCode, headers, ...reply } = await http.inject('/closed')
  expect([statusCode, reply.json().code]).toEqual([401, 'sign_in_needed'])
  expect(reply.json().messages).toEqual([
    'Please sign in with your Z39.50 username and password, or your API user and access key.',
  ])
  expect(headers['www-authenticate']).toMatch(/^Basic realm=/)
})

test('a failure of the database is no wrong password', async () => {
  const reply = await ask('demo-riverside-api', key, { url: '/away' })
  expect([reply.statusCode, reply.headers['www-authenticate']]).toEqual([500, undefined])
})

test.each([
  ['hillview-library', 'wrong'],
  ['hillview-library', ''],
  ['nobody', password],
  ['', ''],
  ['demo-riverside-api', 'A'.repeat(43)],
  ['demo-hillview-api', 'the key of another school'],
])('%s with a wrong password or key is 401 and names the scheme', async (name, secret) => {
  const reply = await ask(name, secret === 'the key of another school' ? key : secret)
  expect([reply.statusCode, reply.json().code]).toEqual([401, 'wrong_login'])
  expect(reply.headers['www-authenticate']).toBe('Basic realm="Library systems", charset="UTF-8"')
})

test.each(['Bearer abc', 'Basic', 'Basic ???', 'Basic bm9jb2xvbg=='])('“%s” is 401', async (authorization) => {
  expect((await http.inject({ url: '/school', headers: { authorization } })).statusCode).toBe(401)
})

test('a browser’s remembered credentials are not accepted', async () => {
  expect((await ask('hillview-library', password, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(401)
  expect((await ask('hillview-library', password, { cookie: 'session=x' })).statusCode).toBe(401)
})

test('repeated wrong passwords must wait; a right one need not', async () => {
  for (let n = 0; n < 5; n++) await ask('hillview-library', 'wrong')
  const refused = await ask('hillview-library', 'wrong')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1'])
  expect(refused.headers['www-authenticate']).toBeUndefined()
  expect(refused.json().messages[0]).toMatch(/^Please try again in \d+ seconds?\.$/)
  expect(await schoolOf('hillview-library', password)).toBe('demo-hillview')
  for (let n = 0; n < 5; n++) await ask('demo-riverside-api', 'A'.repeat(43))
  expect((await ask('demo-riverside-api', 'A'.repeat(43))).statusCode).toBe(429)
})

test('a school that has switched Z39.50 off or no longer subscribes is refused at once, and learns why', async () => {
  const enable = (enableZ3950: boolean) =>
    app.as('hillview')(settingsApi.updateSettings, { id: 'demo-hillview', enableZ3950 })
  await enable(false)
  expect((await ask('hillview-library', password)).json()).toMatchObject({
    responseCode: 403,
    messages: ['Your school has turned off Z39.50 in its portal settings.'],
  })
  const guessed = await ask('hillview-library', 'wrong')
  expect([guessed.statusCode, guessed.json().messages]).toEqual([401, ['Incorrect username or password.']])
  await enable(true)
  expect(await schoolOf('hillview-library', password)).toBe('demo-hillview')

  const subscribe = (endsOn: Day) =>
    app.db
      .updateTable('subscription')
      .set({ startsOn: '2019-01-01', endsOn })
      .where('customerId', '=', 'demo-riverside')
      .execute()
  await subscribe(dayIn(defaultZone, now))
  expect(await schoolOf('demo-riverside-api', key)).toBe('demo-riverside')
  await subscribe('2020-01-01')
  expect((await ask('demo-riverside-api', key)).json()).toMatchObject({
    responseCode: 403,
    messages: ['Your school has no current subscription.'],
  })
})
