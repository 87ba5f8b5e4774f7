import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openBrowser } from './account-testing.ts'

const assistant = 'assistant@hillview.example'
let app: TestApp
beforeAll(async () => {
  app = await testApp({
    work: false,
    env: { PUBLIC_URL: 'https://books.example', TRUSTED_PROXIES: '10.0.0.1', DEMO: 'true', HOST: '0.0.0.0' },
  })
})
afterAll(() => app.close())

/** Behind a proxy that speaks https outside and http inside. */
const throughProxy = (client: string) =>
  openBrowser(app, { address: '10.0.0.1', headers: { 'x-forwarded-for': client, 'x-forwarded-proto': 'https' } })

test('behind https every sign-in cookie is https only, and the session cookie is bound to the host', async () => {
  const browser = throughProxy('192.0.2.1')
  await browser.signIn(assistant)

  expect(await browser.whoAmI()).toBe(assistant)
  expect(browser.cookie('__Host-session')!.attributes).toBe('Path=/; HttpOnly; Secure; SameSite=Lax')
  for (const [name, { attributes }] of browser.jar)
    expect([name, attributes.toLowerCase()]).toEqual([
      name,
      expect.stringMatching(/(?=.*httponly)(?=.*secure)(?=.*samesite=lax)/),
    ])
})

test('a proxy without https headers changes nothing: PUBLIC_URL decides', async () => {
  const browser = openBrowser(app, { address: '10.0.0.1', headers: { 'x-forwarded-proto': 'http' } })
  await browser.signIn(assistant)
  expect(await browser.whoAmI()).toBe(assistant)
})

test('behind a trusted proxy rate limits count each client’s own address', async () => {
  const guess = async (client: string) => {
    const browser = throughProxy(client)
    await browser.submit(await browser.go('/rest/user/login'), { username: assistant, password: 'no' })
  }
  for (const client of ['192.0.2.9', '192.0.2.10']) await guess(client)
  const counted = app.db.selectFrom('guess').where('subject', 'like', 'sign-in-from:%').select('subject')
  expect((await counted.orderBy('subject').execute()).map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['sign-in-from:192.0.2.10', 'sign-in-from:192.0.2.9']),
  )
})

// Each with a user of its own, whose free tries nobody else has used.
test.each<[form: string, client: string, username: string, headers: (node: string) => Record<string, string>]>([
  ['with a port', '198.51.100.7', assistant, (node) => ({ 'x-forwarded-for': node })],
  ['in quotes', '198.51.100.8', 'librarian@hillview.example', (node) => ({ 'x-forwarded-for': `"${node}"` })],
  [
    'as Forwarded',
    '198.51.100.9',
    'librarian@riverside.example',
    (node) => ({ forwarded: `for="${node}";proto=https;host=books.example` }),
  ],
])('each connection of a client counts as the same client: %s', async (_, client, username, headers) => {
  for (const port of [4711, 4712]) {
    const browser = openBrowser(app, { address: '10.0.0.1', headers: headers(`${client}:${port}`) })
    await browser.submit(await browser.go('/rest/user/login'), { username, password: 'no' })
  }
  const counted = app.db.selectFrom('guess').where('subject', 'like', `sign-in-from:${client}%`)
  expect(await counted.select(['subject', 'failures']).execute()).toEqual([
    { subject: `sign-in-from:${client}`, failures: 2 },
  ])
  const noted = app.db.selectFrom('auditEntry').where('cameFrom', 'like', `%${client}%`)
  expect(await noted.select('cameFrom').distinct().execute()).toEqual([{ cameFrom: client }])
})

test('on a server for others the demo accounts are not shown to everybody', async () => {
  const page = await throughProxy('192.0.2.1').go('/rest/user/login')
  expect(page.status).toBe(200)
  expect(page.body).not.toContain('Demo-password')
})
