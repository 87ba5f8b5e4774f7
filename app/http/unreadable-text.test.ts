import { afterAll, beforeAll, expect, test } from 'vitest'
import { backChannelPath } from '#features/account/sign-in/server/back-channel.ts'
import { cardPageApi } from '#features/shop/payments/contract.ts'
import type { Endpoint } from '#kit/contract.ts'
import { may } from '#kit/roles.ts'
import { all } from '#kit/runs-testing.ts'
import { mounted } from '#kit/server/serve.ts'
import { type Person, type TestApp, testApp } from '../testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const caller = ({ who }: Endpoint): Person | null =>
  who === 'visitor' ? null : may('primary-contact', who) ? 'hillview' : 'administrator'
const calls = () =>
  mounted.get(app.http)!.flatMap((endpoint) => endpoint.methods.map((method) => ({ method, endpoint })))
const withIds = (path: string, id = 'x') => path.replace(/:\w+/g, id)

test('a call with a NUL or an unpaired surrogate anywhere is rejected, no matter what else it has', async () => {
  const answers: string[] = []
  const send = async (
    { method, endpoint }: ReturnType<typeof calls>[number],
    url: string,
    payload?: string | Buffer,
  ) => {
    const type = takesForms(endpoint) ? 'application/x-www-form-urlencoded' : 'application/json'
    const reply = await app.raw(caller(endpoint), {
      method,
      url,
      ...(payload === undefined ? {} : { payload, headers: { 'content-type': type } }),
    })
    answers.push(`${method} ${endpoint.path} ${payload ?? url}: ${reply.statusCode}`)
    return reply
  }
  for (const [at, call] of calls().entries()) {
    const { method, endpoint } = call
    for (const bad of all ? badWords : [badWords[at % badWords.length]!]) {
      if (endpoint.path.includes(':')) await send(call, withIds(endpoint.path, bad))
      await send(call, `${withIds(endpoint.path)}?id=${bad}`)
      await send(call, `${withIds(endpoint.path)}?${bad}=1`)
    }
    if (method === 'GET') continue
    const kinds = takesForms(endpoint) ? forms : bodies
    // One of them for each call in turn, and in `npm run test:all` every one.
    for (const body of all ? kinds : [kinds[at % kinds.length]!]) await send(call, withIds(endpoint.path), body)
  }
  expect(answers.length).toBeGreaterThan(calls().length)
  expect(answers.filter((each) => !each.endsWith(': 400') && !isRefusedUnread(each))).toEqual([])
})

const badWords = ['a%00b', 'a%ED%A0%80', '%ff']
const takesForms = (endpoint: Endpoint) => Object.values(cardPageApi).includes(endpoint as never)
/** Without the PIN the body is not read. */
const isRefusedUnread = (answer: string) => /^POST \/rest\/customer\/update .*: 403$/.test(answer)
const forms = [
  'id=a%00b',
  'a%00b=1',
  'id=a\0b',
  'id=%ED%A0%80',
  'id=caf%E9',
  'caf%E9=1',
  Buffer.from('id=caf\xe9', 'latin1'),
  Buffer.from('caf\xe9=1', 'latin1'),
]
const bodies = [
  '{"id":"a\\u0000b"}',
  '{"a\\u0000b":1}',
  '[[{"deep":["\\ud800"]}]]',
  '{"id":"\\udc00 first"}',
  Buffer.from('{"id":"\xff"}', 'latin1'),
]

test('every form is rejected likewise, including the sign-in page’s and an issuer’s, and its text in UTF-8 is accepted', async () => {
  const sentence = 'The request contains a character that cannot be read (NUL, or half a character).'
  const oidc = { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x' }
  const elsewhere = await testApp({ work: false, env: oidc })
  const replyTo = async (url: string, payload: string | Buffer) => {
    const of = url === backChannelPath ? elsewhere : app
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return (await of.raw(null, { method: 'POST', url, headers, payload })).body.includes(sentence)
  }
  const urls = [
    '/sign-in/x',
    '/sign-in/x/puzzle',
    '/sign-in/saml/x',
    '/sandbox/card',
    '/sandbox/card/pay',
    backChannelPath,
  ]
  for (const { methods, path } of Object.values(cardPageApi))
    if ((methods as readonly string[]).includes('POST')) urls.push(withIds(path))
  for (const url of urls) {
    for (const form of forms) expect([url, String(form), await replyTo(url, form)]).toEqual([url, String(form), true])
    for (const form of ['id=caf%C3%A9&x=100%', 'id=café'])
      expect([url, form, await replyTo(url, form)]).toEqual([url, form, false])
  }
  expect(urls.length).toBeGreaterThan(6)
  await elsewhere.close()
})

test('the error names the member, and the same text without it is accepted', async () => {
  const search = (query: string) =>
    app.raw(null, { method: 'POST', url: '/rest/catalogue/search', payload: { bodybuilderquery: query, sort: 'a\0' } })
  const refused = await search('{"query":{"match_all":{}}}')
  expect(refused.json().errors).toEqual({
    sort: ['This contains a character that cannot be read (NUL, or half a character).'],
  })
  const cookie = await app.raw(null, { url: '/rest/user/current', headers: { cookie: 'session=a%00b' } })
  expect([cookie.statusCode, cookie.json().messages[0]]).toEqual([
    400,
    'A cookie contains a character that cannot be read (NUL, or half a character).',
  ])
})

test.each([
  '/%00',
  '/nothing/%00',
  '/assets/%00',
  '/oidc/%00',
  '/sign-in/%00',
  '/?a=%00',
  '/docs/%ED%A0%80',
  '/%c3%28',
])('%s is rejected although no such call exists', async (url) => {
  for (const accept of ['text/html', 'application/json'])
    expect((await app.raw(null, { url, headers: { accept } })).statusCode).toBe(400)
})

test.each([
  '/discover?query=100%',
  '/discover?query=%zz',
  '/discover/details/caf%C3%A9',
  '/discover?query=%F0%9F%A6%89',
])('%s is accepted', async (url) => {
  const { statusCode } = await app.raw(null, { url, headers: { accept: 'text/html' } })
  expect(statusCode).not.toBe(400)
})

test('a body nested 100,000 levels deep is checked like any other', async () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  const reply = await app.raw('hillview', {
    method: 'POST',
    url: '/rest/folder/items',
    headers: { 'content-type': 'application/json' },
    payload: deep,
  })
  expect(reply.statusCode).toBeLessThan(500)
  expect(reply.statusCode).toBeGreaterThanOrEqual(400)
})
