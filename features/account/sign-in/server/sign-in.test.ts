import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { auditApi } from '#platform/audit/contract.ts'
import { type Browser, openBrowser } from '../../server/account-testing.ts'
import { hashToken } from './sessions.ts'

const librarian = 'librarian@hillview.example'
const callback = '/rest/user/login/callback'
let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const sessions = async () => (await app.db.selectFrom('session').selectAll().execute()).length
const origin = () => app.env.publicUrl

/** Goes as far as the issuer's answer, without handing it in. */
async function comeBack(browser: Browser, redirect = '/') {
  const page = await browser.go(`/rest/user/login?redirect=${encodeURIComponent(redirect)}`)
  const sent = await browser.submit(page, { username: librarian, password: 'Demo-password-2026' })
  return (await browser.follow(sent, callback)).url
}

function expectFailurePage(answer: { status: number; body: string; headers: Record<string, unknown> }, status = 400) {
  expect(answer.status).toBe(status)
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.body).toMatch(/<a [^>]*href="\/rest\/user\/login\?redirect=[^"]+">Try again<\/a>/)
  expect(answer.body).not.toMatch(/Error|stack|select /)
}

test('a librarian signs in and comes back to where she was, query and fragment kept', async () => {
  const browser = openBrowser(app)
  expect(await browser.whoAmI()).toBeUndefined()

  const end = await browser.signIn(librarian, { redirect: '/discover/results/?q=owl%20%26%20pussycat&page=2#hit-3' })

  expect(end.status).toBe(303)
  expect(end.url).toBe(`${origin()}/discover/results/?q=owl%20%26%20pussycat&page=2#hit-3`)
  expect(await browser.whoAmI()).toBe(librarian)
})

test('the username may be written in capitals or with spaces around it', async () => {
  const browser = openBrowser(app)
  await browser.signIn('  Librarian@HILLVIEW.example ')
  expect(await browser.whoAmI()).toBe(librarian)
})

test('a foreign redirect address leads home instead', async () => {
  for (const redirect of ['//evil.example', '/\\evil.example', 'https:evil.example', '/\t/evil.example']) {
    const end = await openBrowser(app).signIn(librarian, { redirect })
    expect(end.url).toBe(`${origin()}/`)
  }
})

test('a repeated or unknown parameter of the sign-in address does no harm', async () => {
  const browser = openBrowser(app)
  for (const query of [
    '?redirect=/a&redirect=//evil.example',
    '?redirect=/a&page=2',
    '',
    `?redirect=/${'a'.repeat(9000)}`,
  ]) {
    const answer = await browser.send(`/rest/user/login${query}`)
    expect(answer.status).toBe(303)
    expect(new URL(answer.headers.location!).origin).toBe(origin())
  }
})

test('the session cookie is hidden from scripts, not sent by foreign forms, random, and stored only as a hash', async () => {
  const browser = openBrowser(app)
  await browser.signIn(librarian)

  const { value, attributes } = browser.cookie('session')!
  expect(attributes).toBe('Path=/; HttpOnly; SameSite=Lax')
  expect(value).toMatch(/^[\w-]{43}$/)
  const row = await app.db
    .selectFrom('session')
    .where('tokenHash', '=', hashToken(value))
    .selectAll()
    .executeTakeFirst()
  expect(row).toBeDefined()
  expect(JSON.stringify(row)).not.toContain(value)
})

test('a session id planted before sign-in is not the one afterwards', async () => {
  const browser = openBrowser(app)
  browser.jar.set('session;/', { value: 'planted', path: '/', attributes: '' })
  await browser.signIn(librarian)

  expect(browser.cookie('session')!.value).not.toBe('planted')
  const planted = await app.http.inject({ url: '/rest/user/current', headers: { cookie: 'session=planted' } })
  expect(planted.statusCode).toBe(403)
})

test('signing in again gives a new session and ends the old one', async () => {
  const browser = openBrowser(app)
  await browser.signIn(librarian)
  const first = browser.cookie('session')!.value
  const before = await sessions()

  await browser.signIn('assistant@hillview.example')

  expect(await browser.whoAmI()).toBe('assistant@hillview.example')
  const old = await app.http.inject({ url: '/rest/user/current', headers: { cookie: `session=${first}` } })
  expect(old.statusCode).toBe(403)
  expect(await sessions()).toBe(before)
})

test('after sign-out the cookie is dead on the server, and the next sign-in asks for the password', async () => {
  const browser = openBrowser(app)
  await browser.signIn(librarian)
  const cookie = `session=${browser.cookie('session')!.value}`

  const out = await browser.send('/rest/user/logout', { method: 'POST', headers: { origin: origin() } })

  expect(JSON.parse(out.body)).toEqual({ responseCode: 200, endSessionUrl: `${origin()}/` })
  expect(browser.cookie('session')).toBeUndefined()
  expect((await app.http.inject({ url: '/rest/user/current', headers: { cookie } })).statusCode).toBe(403)
  const page = await browser.go('/rest/user/login?redirect=/')
  expect(page.status).toBe(200)
  expect(page.body).toContain('name="password"')
})

test('signing out ends only this session, and does nothing to a visitor', async () => {
  const [office, library] = [openBrowser(app), openBrowser(app)]
  await office.signIn(librarian)
  await library.signIn(librarian)
  await office.send('/rest/user/logout', { method: 'POST', headers: { origin: origin() } })

  expect(await office.whoAmI()).toBeUndefined()
  expect(await library.whoAmI()).toBe(librarian)
  const visitor = await openBrowser(app).send('/rest/user/logout', { method: 'POST', headers: { origin: origin() } })
  expect(visitor.status).toBe(200)
})

test('sign-ins, sign-outs and refusals are in the desk’s audit log, not in the school’s', async () => {
  await app.db.deleteFrom('auditEntry').execute()
  const browser = openBrowser(app)
  await browser.signIn(librarian)
  await browser.send('/rest/user/logout', { method: 'POST', headers: { origin: origin() } })
  for (const typed of [librarian, 'My-Secret-Password-1'])
    await browser.submit(await browser.go('/rest/user/login'), { username: typed, password: 'wrong' })
  const { response } = await app.as('desk')(auditApi.deskAudit, { kind: 'sign-ins' })
  const from = { cameFrom: '127.0.0.1' }
  const password = { after: { method: 'password' } }
  expect(response.toReversed()).toMatchObject([
    { ...from, ...password, action: 'signed_in', subject: librarian, customerId: 'demo-hillview' },
    { ...from, action: 'signed_out', subject: librarian, changedBy: 'Hillview Librarian' },
    { ...from, ...password, action: 'sign_in_refused', subject: librarian, changedBy: '' },
    { ...from, ...password, action: 'sign_in_refused', subject: 'Unknown person', customerId: null },
  ])
  expect(JSON.stringify(response)).not.toContain('My-Secret')
  expect(await app.as('hillview')(auditApi.customerAudit, {})).toMatchObject({ response: [], totalCount: 0 })
})

test('a foreign page can sign no one out', async () => {
  const browser = openBrowser(app)
  await browser.signIn(librarian)
  const answer = await browser.send('/rest/user/logout', { method: 'POST', headers: { origin: 'http://evil.example' } })

  expect(answer.status).toBe(403)
  expect(await browser.whoAmI()).toBe(librarian)
})

test('the provider’s own cookie, kept after sign-out, opens nothing without a password', async () => {
  const browser = openBrowser(app)
  await browser.signIn(librarian)
  const before = new Map(browser.jar)
  await browser.send('/rest/user/logout', { method: 'POST', headers: { origin: origin() } })
  for (const [key, cookie] of before) if (!key.startsWith('session;')) browser.jar.set(key, cookie)

  const page = await browser.go('/rest/user/login')

  expect(page.body).toContain('name="password"')
  expect(await browser.whoAmI()).toBeUndefined()
})

test('an answer of the issuer works once', async () => {
  const browser = openBrowser(app)
  const address = await comeBack(browser)
  expect((await browser.send(address)).status).toBe(303)
  const before = await sessions()

  expectFailurePage(await browser.send(address))
  expect(await sessions()).toBe(before)
})

test('of many simultaneous deliveries of one answer, one opens a session', async () => {
  const browser = openBrowser(app)
  const address = await comeBack(browser)
  const before = await sessions()

  const answers = await Promise.all(Array.from({ length: 12 }, () => browser.send(address)))

  expect(answers.map((each) => each.status).sort()).toEqual([303, ...Array(11).fill(400)])
  expect(await sessions()).toBe(before + 1)
})

test('an answer delivered to another browser is refused, and its owner can still use it', async () => {
  const owner = openBrowser(app)
  const address = await comeBack(owner, '/mine')
  const stranger = openBrowser(app)
  await stranger.go('/rest/user/login')

  expectFailurePage(await stranger.send(address))
  expectFailurePage(await openBrowser(app).send(address))
  expect(await stranger.whoAmI()).toBeUndefined()
  expect((await owner.follow(await owner.send(address))).url).toBe(`${origin()}/mine`)
})

test.each([
  ['an unknown state', (address: URL) => address.searchParams.set('state', 'x'.repeat(43))],
  ['no state', (address: URL) => address.searchParams.delete('state')],
  ['two states', (address: URL) => address.searchParams.append('state', 'x')],
  ['another code', (address: URL) => address.searchParams.set('code', 'x'.repeat(43))],
  ['no code', (address: URL) => address.searchParams.delete('code')],
  ['two codes', (address: URL) => address.searchParams.append('code', 'x')],
  ['another issuer', (address: URL) => address.searchParams.set('iss', 'http://evil.example')],
  [
    'a refusal',
    (address: URL) => {
      address.searchParams.delete('code')
      address.searchParams.set('error', 'access_denied')
      address.searchParams.set('error_description', '<script>alert(1)</script>')
    },
  ],
])('an answer with %s shows a page and opens no session', async (_, spoil) => {
  const browser = openBrowser(app)
  const address = new URL(await comeBack(browser, '/where?a=1#b'))
  spoil(address)
  const before = await sessions()

  const answer = await browser.send(address.href)

  expectFailurePage(answer)
  expect(answer.body).not.toContain('<script')
  expect(await sessions()).toBe(before)
  expect(await browser.whoAmI()).toBeUndefined()
})

test('after a refusal, trying again leads back to where the person wanted to go', async () => {
  const browser = openBrowser(app)
  const address = new URL(await comeBack(browser, '/where?a=1#b'))
  address.searchParams.delete('code')
  address.searchParams.set('error', 'access_denied')

  const page = await browser.send(address.href)

  const again = page.body.match(/href="(\/rest\/user\/login[^"]+)"/)![1]!
  expect(new URL(again, origin()).searchParams.get('redirect')).toBe('/where?a=1#b')
})

test('a code from one sign-in cannot be used in another: the nonce and the verifier differ', async () => {
  const browser = openBrowser(app)
  const first = new URL(await comeBack(browser))
  const second = new URL(await comeBack(browser))
  second.searchParams.set('code', first.searchParams.get('code')!)

  expectFailurePage(await browser.send(second.href))
  expect(await browser.whoAmI()).toBeUndefined()
})

test('two tabs of one browser can sign in at the same time', async () => {
  const browser = openBrowser(app)
  const one = await comeBack(browser, '/one')
  const two = await comeBack(browser, '/two')

  expect((await browser.follow(await browser.send(one))).url).toBe(`${origin()}/one`)
  expect((await browser.follow(await browser.send(two))).url).toBe(`${origin()}/two`)
})

test('someone disabled meanwhile sees a message, and gets no session', async () => {
  const browser = openBrowser(app)
  const page = await browser.go('/rest/user/login')
  const sent = await browser.submit(page, { username: 'trial@lakeside.example', password: 'Demo-password-2026' })
  const address = (await browser.follow(sent, callback)).url
  const change = (disabledAt: Date | null) =>
    app.db.updateTable('appUser').set({ disabledAt }).where('username', '=', 'trial@lakeside.example').execute()
  await change(new Date())
  try {
    const answer = await browser.send(address)
    expect([400, 403]).toContain(answer.status)
    expectFailurePage(answer, answer.status)
    expect(await browser.whoAmI()).toBeUndefined()
    const second = await openBrowser(app).signIn('trial@lakeside.example')
    expect(second.status).toBe(403)
    expect(second.body).toContain('Incorrect username or password.')
  } finally {
    await change(null)
  }
})
