import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { hashSecret } from '#features/account/server/account.ts'
import { accessKeyApi } from '#features/school/access-key/contract.ts'
import { settingsApi } from '#features/school/settings/contract.ts'
import { answerProblems } from '#kit/server/answer-problems.ts'
import { signLibraryIn } from './sign-in.ts'

const password = 'abcde-fghjk-mnpqr-stuvw'
let app: TestApp
let http: FastifyInstance
let key: string
let counted = 0
beforeAll(async () => {
  app = await testApp({ work: false })
  const login = { customerId: 'demo-hillview', userName: 'hillview-library', passwordHash: await hashSecret(password) }
  await app.db.insertInto('z3950Login').values(login).execute()
  key = (await app.as('riverside')(accessKeyApi.renewAccessKey, {})).response.newAccessKey
  http = Fastify()
  http.decorateRequest('caller', null)
  answerProblems(http)
  const fairUse = async () => void counted++
  http.get('/school', { onRequest: signLibraryIn({ ...app, fairUse }) }, ({ caller }) => ({
    school: caller?.customerId ?? null,
  }))
})
afterAll(async () => {
  await http.close()
  await app.close()
})
beforeEach(() => app.db.deleteFrom('guess').execute())

const ask = async (name: string, secret: string, headers = {}) => {
  const authorization = `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
  return http.inject({ url: '/school', headers: { authorization, ...headers } })
}
const schoolOf = async (...login: Parameters<typeof ask>) => (await ask(...login)).json().school

test('a library system signs in with the Z39.50 name or with an access key', async () => {
  expect(await schoolOf('hillview-library', password)).toBe('demo-hillview')
  expect(await schoolOf(' Hillview-Library', password)).toBe('demo-hillview')
  expect(await schoolOf('demo-riverside-api', key)).toBe('demo-riverside')
})

test('without credentials nobody is signed in; every call counts for fair use', async () => {
  counted = 0
  expect((await http.inject('/school')).json()).toEqual({ school: null })
  await ask('hillview-library', password)
  expect(counted).toBe(2)
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
  expect(await schoolOf('hillview-library', password)).toBe('demo-hillview')
})

test('a school that has switched Z39.50 off or no longer subscribes is refused at once', async () => {
  const enable = (enableZ3950: boolean) =>
    app.as('hillview')(settingsApi.updateSettings, { id: 'demo-hillview', enableZ3950 })
  await enable(false)
  expect((await ask('hillview-library', password)).statusCode).toBe(401)
  await enable(true)
  expect(await schoolOf('hillview-library', password)).toBe('demo-hillview')

  await app.db
    .updateTable('subscription')
    .set({ startsOn: '2019-01-01', endsOn: '2020-01-01' })
    .where('customerId', '=', 'demo-riverside')
    .execute()
  expect((await ask('demo-riverside-api', key)).json()).toMatchObject({ responseCode: 403, code: 'not_authorised' })
})
