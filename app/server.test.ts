import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { PORT: '8080' } })
})
afterAll(() => app.close())

const page = { accept: 'text/html' }

test('a page requested under another host name redirects to the public one, regardless of its path', async () => {
  const reply = await app.raw(null, {
    url: '//evil.example/discover?query=owl',
    headers: { ...page, host: '127.0.0.1:8080' },
  })
  expect(reply.statusCode).toBe(308)
  expect(reply.headers.location).toBe('http://localhost:8080//evil.example/discover?query=owl')
})

test('calls and health checks work under any host name', async () => {
  const reply = await app.raw(null, { url: '/health/live', headers: { host: '127.0.0.1:8080' } })
  expect(reply.statusCode).toBe(200)
})

test('ready means that the database and the catalogue respond', async () => {
  const reply = await app.raw(null, { url: '/health/ready' })
  expect(reply.json()).toEqual({ status: 'ready', checks: { database: 'ok', catalogue: 'ok' } })
})

test.each(['/', '/rest/user/current', '/rest/nothing', '/health/live', '/openapi.json'])(
  '%s has the security headers, also when it fails',
  async (url) => {
    const { headers } = await app.raw(null, { url, headers: page })
    // The page names the one script that is in it.
    expect(headers['content-security-policy']).toMatch(
      url === '/' ? /script-src 'self' 'sha256-[^' ]+' 'wasm-unsafe-eval';/ : /script-src 'self' 'wasm-unsafe-eval';/,
    )
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']).not.toContain('unsafe-inline')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['strict-transport-security']).toBeUndefined()
  },
)

test('behind https, browsers must stay on it', async () => {
  const secure = await testApp({ env: { PUBLIC_URL: 'https://portal.example' }, work: false })
  const { headers } = await secure.raw(null, { url: '/health/live' })
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  await secure.close()
})

test('the pages may fetch the content site’s cart only when one is configured', async () => {
  const shop = await testApp({ env: { CMS_URL: 'https://shop.example/cms' }, work: false })
  const policyOf = async (each: TestApp) =>
    String((await each.raw(null, { url: '/health/live' })).headers['content-security-policy'])
  expect(await policyOf(shop)).toContain("connect-src 'self' https://shop.example;")
  expect(await policyOf(app)).toContain("connect-src 'self';")
  await shop.close()
})

test('reCAPTCHA’s hosts are allowed only when its keys are set', async () => {
  const keys = { RECAPTCHA_SITE_KEY: 'public', RECAPTCHA_SECRET: 'secret' }
  const other = await testApp({ env: keys, work: false })
  const policyOf = async (each: TestApp) =>
    String((await each.raw(null, { url: '/health/live' })).headers['content-security-policy'])
  const google = 'https://www.google.com/recaptcha/'
  expect(await policyOf(other)).toContain(
    `script-src 'self' 'wasm-unsafe-eval' ${google} https://www.gstatic.com/recaptcha/;`,
  )
  expect(await policyOf(other)).toContain(`frame-src 'self' ${google} https://recaptcha.google.com/recaptcha/;`)
  expect(await policyOf(app)).not.toMatch(/google|gstatic|frame-src/)
  await other.close()
})

test('an unknown call is a JSON failure, an unknown page is the portal', async () => {
  const call = await app.raw(null, { url: '/rest/nothing' })
  expect(call.statusCode).toBe(404)
  expect(call.json()).toMatchObject({ responseCode: 404, code: 'not_found' })
  for (const accept of ['text/html', '*/*']) {
    const { statusCode, headers } = await app.raw(null, { url: '/freeTrial?id=demo-trial', headers: { accept } })
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  }
})

test('an address that no screen has is the portal with status 404; every screen has 200', async () => {
  for (const url of ['/no/such/page', '/discover/details', '/desk/organisations/1/2', '/records/1']) {
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await app.raw(null, { method, url, headers: page })
      expect([url, statusCode, headers['content-type']]).toEqual([url, 404, 'text/html; charset=utf-8'])
    }
  }
  const files: Record<string, string[]> = JSON.parse(readFileSync('dist/web/.vite/first-files.json', 'utf8'))
  expect(Object.keys(files).length).toBeGreaterThan(50)
  for (const path of Object.keys(files)) {
    const url = path.replace(/\$\w+\??/g, 'x')
    expect([url, (await app.raw(null, { url, headers: page })).statusCode]).toEqual([url, 200])
  }
})

test('an address that cannot be decoded is a JSON failure or the portal like any other', async () => {
  const call = await app.raw(null, { url: '/rest/%zz' })
  expect([call.statusCode, call.headers['x-content-type-options']]).toEqual([404, 'nosniff'])
  expect(call.json()).toMatchObject({ responseCode: 404, code: 'not_found' })
  const shown = await app.raw(null, { url: '/discover/details/%zz', headers: page })
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(shown.headers['content-security-policy']).toContain("default-src 'self'")
})

test.each(['/rest//user/current', '//evil.example', '/../package.json', `/rest/${'x'.repeat(20_000)}`])(
  'nothing is at %s',
  async (url) => {
    const reply = await app.raw(null, { url })
    expect([reply.statusCode, reply.json().messages]).toEqual([404, ['There is nothing at this address.']])
  },
)

test('a HEAD request shows whether a page exists', async () => {
  const { statusCode, body } = await app.raw(null, { method: 'HEAD', url: '/discover/results/', headers: page })
  expect([statusCode, body]).toEqual([200, ''])
})

test('the page contains its settings, and a provider name cannot break out of them', async () => {
  const other = await testApp({ env: { PROVIDER_NAME: '</script><b>x' }, work: false })
  const { body } = await other.raw(null, { url: '/', headers: page })
  const [, settings] = body.match(/id="settings">([\s\S]*?)<\/script>/)!
  expect(JSON.parse(settings!)).toEqual({
    providerName: '</script><b>x',
    cmsUrl: '/cms',
    locale: 'en-AU',
    supportEmail: 'portal@localhost',
    passwordsHere: true,
    timeZone: 'Australia/Melbourne',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  })
  await other.close()
})

test.each([
  ['/mydownload/download/status?requestId=x', 403],
  ['/rest/mydownload/download/status?requestId=x', 403],
])('%s: both spellings of a call work', async (url, status) => {
  expect((await app.raw(null, { url })).statusCode).toBe(status)
})

test('an address over the limit is refused with our own message', async () => {
  const http = app.http
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as { port: number }
  const answer = await new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET /?q=${'a'.repeat(40_000)} HTTP/1.1\r\nhost: x\r\n\r\n`),
    )
    socket.on('data', (data) => {
      text += data
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
  expect(answer).toMatch(/^HTTP\/1\.1 431 /)
  expect(answer).toContain("frame-ancestors 'none'")
  expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({ responseCode: 431, code: 'headers_too_large' })
})

test('the API description contains every call', async () => {
  const { paths } = (await app.raw(null, { url: '/openapi.json' })).json()
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining([
      '/rest/user/current',
      '/rest/user/login',
      '/rest/catalogue/search',
      '/rest/catalogue/record',
      '/rest/mydownload/request/create',
      '/rest/mydownload/download',
      '/cms/cart/count/{userId}',
    ]),
  )
  expect(paths['/rest/catalogue/search']).toHaveProperty('get')
  expect(paths['/rest/catalogue/search']).toHaveProperty('post')
  const current = paths['/rest/user/current'].get.responses[200].content['application/json'].schema
  expect(current.required).toEqual(['responseCode', 'user', 'customer'])
  expect(current.properties.responseCode).toEqual({ const: 200 })
  expect(Object.keys(paths['/rest/user/login'].get.responses)).toContain('3XX')
})

test('the metrics can be read', async () => {
  await app.raw(null, { url: '/rest/user/current' })
  const { body } = await app.raw(null, { url: '/metrics' })
  expect(body).toMatch(/http_request_seconds_count\{method="GET",route="\/rest\/user\/current",status="403"\} [1-9]/)
})
