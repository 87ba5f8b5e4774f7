import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import type { Endpoint } from '#kit/contract.ts'
import { mounted } from '#kit/server/serve.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

/** The lists of api.md, "Who may call": whatever is not for visitors needs a session. */
const forVisitors = [
  'GET /rest/user/login',
  'GET /rest/user/login/callback',
  'POST /rest/user/logout',
  'POST /rest/requestForgotPassword',
  'GET /rest/user/changePassword/:guid',
  'POST /rest/user/changePassword',
  'GET /rest/user/changeEmail/:guid',
  'POST /rest/user/changeEmail',
  'GET /rest/catalogue/search',
  'POST /rest/catalogue/search',
  'GET /rest/catalogue/suggest',
  'GET /rest/catalogue/spelling',
  'GET /rest/discover/recent/fiction',
  'GET /rest/discover/recent/non-fiction',
  'GET /rest/discover/recent/series',
  'GET /rest/search',
  'GET /rest/heading/search',
  'POST /rest/heading/search',
  'GET /public/data/countries.json',
  'GET /covers/:imageFileName',
  'GET /rest/librarything/search',
  'GET /rest/syndetics/search',
  'GET /rest/humanCheck',
  'GET /rest/sitemessages/active',
  'GET /rest/sitemessages/banner/isActive',
  'GET /rest/invitation/:id',
  'POST /rest/invitation/accept',
  'GET /rest/activation',
  'POST /rest/freeTrial',
  'POST /rest/complimentary',
  'POST /rest/complimentary/student',
  'GET /rest/gdpr-privacy-policy/validate-uuid/:uuid',
  'POST /rest/gdpr-privacy-policy/update-consent',
]

const calls = () =>
  mounted.get(app.http)!.flatMap((endpoint) => endpoint.methods.map((method) => ({ method, endpoint })))
const send = (person: Parameters<TestApp['raw']>[0], { method, endpoint }: { method: string; endpoint: Endpoint }) =>
  app.raw(person, {
    method: method as 'GET',
    url: endpoint.path.replace(/:\w+/g, 'x'),
    ...(method === 'GET' ? {} : { payload: '{ not json', headers: { 'content-type': 'application/json' } }),
  })

test('every call that is not for visitors answers them 403 and no data, whatever they send', async () => {
  expect(calls().length).toBeGreaterThan(5)
  for (const call of calls().filter(({ endpoint }) => endpoint.who !== 'visitor')) {
    const reply = await send(null, call)
    expect([call.endpoint.path, reply.statusCode, reply.json()]).toEqual([
      call.endpoint.path,
      403,
      { responseCode: 403, code: 'sign_in_required', messages: ['Please sign in.'] },
    ])
  }
})

test('the desk reaches nothing of a school, and a school nothing of the desk', async () => {
  for (const call of calls()) {
    const { who, path } = call.endpoint
    if (who === 'visitor' || who === 'student') continue
    const reply = await send(who === 'desk' ? 'hillview' : 'desk', call)
    expect([path, reply.statusCode, reply.json().code]).toEqual([path, 403, 'not_allowed'])
  }
})

test('somebody who was shut out while signed in reaches nothing of a school', async () => {
  const shutOut = (disabledAt: Date | null) =>
    app.db.updateTable('appUser').set({ disabledAt }).where('id', '=', 'demo-hillview-assistant').execute()
  await shutOut(new Date())
  for (const call of calls()) {
    const { who, path } = call.endpoint
    if (who === 'visitor' || who === 'student') continue
    const reply = await send('assistant', call)
    expect([path, reply.statusCode, reply.json().code]).toEqual([path, 403, 'not_allowed'])
  }
  await shutOut(null)
})

test('visitors may call what the list names, and nothing else', () => {
  const open = calls().filter(({ endpoint }) => endpoint.who === 'visitor')
  const names = open.map(({ method, endpoint }) => `${method} ${endpoint.path}`)
  expect(names.filter((name) => !forVisitors.includes(name))).toEqual([])
})
