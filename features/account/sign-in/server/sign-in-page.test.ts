import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { hourMs } from '#kit/day.ts'
import { messages } from '../../messages.ts'
import { openBrowser } from '../../server/account-testing.ts'

const wrong = 'Incorrect username or password.'
const password = 'Demo-password-2026'
const assistant = 'assistant@hillview.example'
let app: TestApp
let clock = new Date('2026-03-02T09:00:00Z')
beforeAll(async () => {
  app = await testApp({ work: false })
  app.setClock(() => clock)
})
beforeEach(async () => {
  clock = new Date(clock.getTime() + 3 * hourMs)
  await app.db.deleteFrom('guess').execute()
})
afterAll(() => app.close())

async function openPage(options: Parameters<typeof openBrowser>[1] = {}) {
  const browser = openBrowser(app, options)
  return { browser, page: await browser.go('/rest/user/login') }
}

test('the page works without script, has nothing inline, labels its fields and is not cached', async () => {
  const { page } = await openPage()

  expect(page.status).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.body.match(/<script[^>]*>[^<]*/g)).toEqual([
    expect.stringMatching(/^<script src="\/sign-in\/script\.js\?v=[\w-]{10}" defer>$/),
  ])
  expect(page.body).not.toMatch(/<style|style=|onload|onclick/)
  // The script reveals the parts that need it.
  expect(page.body).toMatch(/<form class="passkey"[^>]* hidden>/)
  expect(page.body).toMatch(
    /<label for="username">[\s\S]*<input [^>]*name="username"[^>]*autocomplete="username webauthn"/,
  )
  expect(page.body).toMatch(/<label for="password">[\s\S]*<input [^>]*name="password"[^>]*type="password"/)
})

test('it speaks the language of the browser, with its refusals and what its script says', async () => {
  const { browser, page: english } = await openPage()
  browser.jar.set('language;/', { value: 'mi', path: '/', attributes: '' })
  const page = await browser.send(english.url)
  const refused = await browser.submit(page, { username: assistant, password: 'no' })
  const empty = await browser.submit(page, { username: '', password: '' })
  const closed = await browser.send('/sign-in/unknown')
  const odd = await browser.send('/oidc/auth')
  const say = messages.wordsIn('mi')
  expect(english.body).toContain('<html lang="en-AU">')
  expect(page.body).toContain(`<label for="username">${say.username}</label>`)
  expect(page.body).toContain(`data-working="${say.working}"`)
  expect(page.body).toContain(`data-unread="${say.passkeyUnread}"`)
  expect(refused.body).toContain(`role="alert">${say.wrong}`)
  expect(empty.body).toContain(say.bothMissing)
  expect(closed.body).toContain(say.expiredWhy)
  expect(odd.body).toContain(say.failedWhy)
  const sentences = Object.values(messages.texts['en-AU']).filter((text) => text.length > 8 && !text.includes('{'))
  for (const { body } of [page, refused, empty, closed, odd]) {
    expect(body).toContain('<html lang="mi">')
    expect(sentences.filter((text) => body.includes(text))).toEqual([])
  }
})

test('who came from a cart reads why, in their language', async () => {
  const browser = openBrowser(app)
  const to = (path: string) => browser.go(`/rest/user/login?redirect=${encodeURIComponent(path)}`)
  const page = await to('/orderDetails?cmsId=1')
  expect(page.body).toContain('role="status">Please login to view the shopping cart.')
  const refused = await browser.submit(page, { username: assistant, password: 'no' })
  expect(refused.body).not.toContain('shopping cart')
  expect((await to('/invoices')).body).not.toContain('shopping cart')
  browser.jar.set('language;/', { value: 'mi', path: '/', attributes: '' })
  expect((await browser.send(page.url)).body).toContain(messages.wordsIn('mi').cart)
})

test('its style and fonts come from this origin, under the security headers', async () => {
  const { browser, page } = await openPage()
  expect(page.headers['content-security-policy']).toContain("style-src 'self'")
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(page.headers['x-content-type-options']).toBe('nosniff')

  const style = await browser.send(page.body.match(/href="([^"]+style\.css[^"]*)"/)![1]!)
  expect(style.headers['content-type']).toBe('text/css; charset=utf-8')
  for (const [, address] of style.body.matchAll(/url\("([^")]+\.woff2)"\)/g)) {
    const font = await browser.send(address!)
    expect([font.status, font.headers['content-type']]).toEqual([200, 'font/woff2'])
  }
})

test('a wrong password shows the page again with the username kept and opens no session', async () => {
  const { browser, page } = await openPage()
  const answer = await browser.submit(page, { username: '"><b>x', password: 'no' })

  expect(answer.status).toBe(403)
  expect(answer.body).toContain(`role="alert">${wrong}`)
  expect(answer.body).toContain('value="&#34;&#62;&#60;b&#62;x"')
  expect(answer.body).not.toContain('<b>')
  expect(await browser.whoAmI()).toBeUndefined()

  const end = await browser.follow(await browser.submit(page, { username: assistant, password }))
  expect(end.status).toBe(303)
  expect(await browser.whoAmI()).toBe(assistant)
})

test.each([
  ['unknown', 'nobody@nowhere.example'],
  ['of the demo world but misspelt', 'assistant@hillview.exampl'],
  ['with half a letter', 'assistant\ud800'],
  ['with a quote', "' or 1=1 --"],
  ['very long', 'a'.repeat(5000)],
])('a username %s gets the same answer as a wrong password', async (_, username) => {
  const { browser, page } = await openPage()
  const right = await browser.submit(page, { username: assistant, password: 'not the password' })
  const answer = await browser.submit(page, { username, password: 'not the password' })

  expect(answer.status).toBe(right.status)
  const plain = (body: string) => body.replace(/value="[^"]*"/, '')
  expect(plain(answer.body)).toBe(plain(right.body))
})

test.each([{ username: '', password: 'x' }, { username: 'x', password: '' }, {}])(
  'a form without name or password (%o) is shown again and is not counted as a guess',
  async (fields) => {
    const { browser, page } = await openPage()
    const answer = await browser.submit(page, fields as Record<string, string>)

    expect(answer.status).toBe(400)
    expect(answer.body).toContain('Please enter your username and password.')
    expect(await app.db.selectFrom('guess').selectAll().execute()).toEqual([])
  },
)

test('a password of 1,024 characters is used in full; one more, or one less, is wrong', async () => {
  const { hashSecret } = await import('../../passwords/server/passwords.ts')
  const long = `${'ä'.repeat(1023)}Z`
  const before = await app.db
    .selectFrom('appUser')
    .where('username', '=', assistant)
    .select('passwordHash')
    .executeTakeFirstOrThrow()
  const set = (passwordHash: string | null) =>
    app.db.updateTable('appUser').set({ passwordHash }).where('username', '=', assistant).execute()
  await set(await hashSecret(long))
  try {
    const { browser, page } = await openPage()
    for (const other of [long.slice(0, 1023), `${long}Z`, `${long.slice(0, 1023)}Y`])
      expect((await browser.submit(page, { username: assistant, password: other })).status).toBe(403)
    expect((await browser.submit(page, { username: assistant, password: long })).status).toBe(303)
    await set(await hashSecret(`${long}Z`))
    const second = await openPage()
    const answer = await second.browser.submit(second.page, { username: assistant, password: `${long}Z` })
    expect(answer.status).toBe(403)
  } finally {
    await set(before.passwordHash)
  }
})

test('it says which address has no page, and sign-in leads to the start page', async () => {
  const browser = openBrowser(app)
  const redirect = `/#no-page=${encodeURIComponent('/no/<b>/page')}`
  const page = await browser.go(`/rest/user/login?redirect=${encodeURIComponent(redirect)}`)
  expect(page.body).toContain('There is no page at <code>/no/&#60;b&#62;/page</code>.')
  const end = await browser.follow(await browser.submit(page, { username: assistant, password }))
  expect([end.status, end.headers.location]).toEqual([303, '/'])
  expect((await openPage()).page.body).not.toContain('There is no page')
})

test('an expired sign-in page, or another browser’s, asks to start again', async () => {
  const { browser, page } = await openPage()
  const stranger = openBrowser(app)
  for (const answer of [
    await stranger.send(page.url),
    await stranger.submit(page, { username: assistant, password }),
    await browser.send('/sign-in/unknown'),
  ]) {
    expect(answer.status).toBe(400)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toContain('open for too long')
  }
  await app.db.deleteFrom('oidcPayload').execute()
  expect((await browser.submit(page, { username: assistant, password })).body).toContain('open for too long')
  expect(await stranger.whoAmI()).toBeUndefined()
})

test('the cookie of one sign-in does not open the page of another', async () => {
  const [one, two] = [await openPage(), await openPage()]
  const cookies = [...one.browser.jar].map(([key, { value }]) => `${key.split(';')[0]}=${value}`).join('; ')
  const answer = await app.http.inject({
    method: 'POST',
    url: new URL(two.page.url).pathname,
    headers: { cookie: cookies, 'content-type': 'application/x-www-form-urlencoded' },
    payload: `username=${encodeURIComponent(assistant)}&password=${password}`,
  })
  expect(answer.statusCode).toBe(400)
})

test('going back to the sign-in page after sign-in leads on instead of asking again', async () => {
  const { browser, page } = await openPage()
  await browser.follow(await browser.submit(page, { username: assistant, password }))

  for (const answer of [await browser.send(page.url), await browser.submit(page, { username: assistant, password })])
    expect([answer.status, answer.headers.location]).toEqual([303, '/'])
})

test.each([
  '/oidc/auth',
  '/oidc/auth?client_id=portal&response_type=code&redirect_uri=http://evil.example/&scope=openid',
  '/oidc/auth?client_id=evil&response_type=code&redirect_uri=http://localhost:8080/rest/user/login/callback&scope=openid',
  '/oidc/auth/unknown',
])('%s shows our own error page and redirects nowhere', async (address) => {
  const answer = await openBrowser(app).send(address)

  expect(answer.status).toBe(400)
  expect(answer.headers.location).toBeUndefined()
  expect(answer.body).toContain('We couldn’t sign you in')
  expect(answer.headers['content-security-policy']).toContain("default-src 'self'")
})

test.each(['/oidc/', '/oidc/nothing', '/%6fidc/auth', '/oidc//auth', '/oidc/../oidc/auth', '/oidc/%00'])(
  '%s does not bypass the provider',
  async (address) => {
    const answer = await app.http.inject({ url: address, headers: { host: 'localhost:8080' } })
    expect([400, 404]).toContain(answer.statusCode)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.body).not.toMatch(/\bat |\.js/)
  },
)

test('sign-in leaves behind only the cookies that are still needed', async () => {
  const { browser, page } = await openPage()
  await browser.follow(await browser.submit(page, { username: assistant, password }))
  const names = [...browser.jar.keys()].map((key) => key.split(';')[0])
  expect(names.sort()).toEqual([
    expect.stringMatching(/^known-browser-[\w-]{16}$/),
    'oidc-session',
    'oidc-session.sig',
    'session',
    'sign-in',
  ])
})

test('the bundled provider issues no code without PKCE and survives odd characters', async () => {
  const browser = openBrowser(app)
  const callback = encodeURIComponent(`${app.env.publicUrl}/rest/user/login/callback`)
  const base = `/oidc/auth?client_id=portal&response_type=code&redirect_uri=${callback}&scope=openid`

  const noProof = await browser.send(base)
  expect(noProof.headers.location).toContain('error=invalid_request')
  const odd = await browser.send(
    `${base}&state=a%01b%F0%9F%A6%89&code_challenge=${'a'.repeat(43)}&code_challenge_method=S256`,
  )
  expect([odd.status, odd.headers.location]).toEqual([303, expect.stringMatching(/^\/sign-in\//)])
})

test('the demo accounts are listed only on a server for this machine alone', async () => {
  const { page } = await openPage()
  expect(page.body).toContain(password)
  expect(page.body).toContain('trial@lakeside.example')
})
