import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#demo/world/world.ts'
import { openBrowser } from '#features/account/server/account-testing.ts'
import { searchesApi } from '#features/catalogue/searches/contract.ts'
import { deskApi } from '#features/desk/contract.ts'
import { RequestName } from '#features/downloads/contract.ts'
import { foldersApi } from '#features/folders/contract.ts'
import { organisationApi } from '#features/school/organisation/contract.ts'
import { whyNot } from '#features/school/students/rules.ts'
import { people, type TestApp, testApp } from './testing.ts'

const token = 'a-token-of-24-characters'
let app: TestApp
let secure: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
  secure = await testApp({ env: { PUBLIC_URL: 'https://books.example', METRICS_TOKEN: token }, work: false })
})
afterAll(() => Promise.all([app.close(), secure.close()]))

test.each(['/', '/rest/nothing', '/assets/none.js', '/rest/user/current', '/sign-in/%00', '/oidc/%00', '/dev/nothing'])(
  '%s declares which browser features it uses, and an error is never cached',
  async (url) => {
    const { headers, statusCode } = await app.raw(null, { url })
    expect(headers['permissions-policy']).toMatch(/^camera=\(self\), .*geolocation=\(\)/)
    if (statusCode >= 400) expect(headers['cache-control']).toBe('no-store')
  },
)

test.each(['/oidc/nope', '/oidc/session/end', '/oidc/auth', '/sign-in/nope', '/rest/user/login'])(
  'the answer of %s is never cached, for a visitor and for somebody who is signed in',
  async (url) => {
    for (const person of [null, 'hillview'] as const) {
      const { headers, statusCode } = await app.raw(person, { url })
      expect(statusCode).toBeGreaterThanOrEqual(300)
      expect(headers['cache-control']).toContain('no-store')
    }
  },
)

/** Sends raw lines, which no library can correct. */
async function send(lines: string[]): Promise<string> {
  if (!app.http.server.listening) await app.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.http.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  socket.end([...lines, 'Connection: close', '', ''].join('\r\n'))
  return Buffer.concat(await socket.toArray()).toString()
}
const firstLine = (reply: string) => reply.split('\r\n')[0]!

test.each([
  [['Host: localhost:8080'], 200],
  [['Host: [::1]:8080'], 200],
  [['Host: localhost:8080', 'Host: evil.example'], 400],
  [['Host: localhost:8080', 'hOST: localhost:8080'], 400],
  [['Host: evil.example/x'], 400],
  [['Host: a@evil.example'], 400],
  [['Host: localhost, evil.example'], 400],
  [['Host: localhost:port'], 400],
  [['Host: '], 400],
  [[], 400],
])('a request with %j is answered %i', async (hosts, status) => {
  const reply = await send(['GET /health/live HTTP/1.1', ...hosts])
  expect(firstLine(reply)).toContain(` ${status} `)
  for (const header of ["content-security-policy: default-src 'self'", 'x-content-type-options', 'permissions-policy'])
    expect(reply.toLowerCase()).toContain(header)
})

test('an expectation that only Node knows how to refuse is answered like any other request', async () => {
  const reply = await send(['GET /health/live HTTP/1.1', 'Host: localhost:8080', 'Expect: a-miracle'])
  expect([firstLine(reply), reply]).toEqual([expect.stringContaining(' 200 '), expect.stringContaining('nosniff')])
})

test('HTTP/1.0 may leave the host out', async () => {
  expect(firstLine(await send(['GET /health/live HTTP/1.0']))).toContain(' 200 ')
})

test('/metrics of a portal that others reach requires the token, and without one is not found', async () => {
  const ask = async (of: TestApp, authorization?: string) =>
    (
      await of.raw(null, {
        url: '/metrics',
        headers: { host: 'books.example', ...(authorization ? { authorization } : {}) },
      })
    ).statusCode
  expect(await ask(secure)).toBe(401)
  expect(await ask(secure, 'Bearer another-token-of-24-chars')).toBe(401)
  expect(await ask(secure, `Bearer ${token}`)).toBe(200)
  const other = await testApp({ env: { PUBLIC_URL: 'https://books.example' }, work: false })
  expect(await ask(other)).toBe(404)
  await other.close()
})

test.each([
  ['x-forwarded-for', '192.0.2.7'],
  ['forwarded', 'for=192.0.2.7'],
  ['x-forwarded-host', 'books.example'],
  ['via', '1.1 proxy'],
  ['x-real-ip', '192.0.2.7'],
  ['host', 'books.example'],
])('behind an unconfigured proxy (%s), sandbox features are off', async (name, value) => {
  const lines: string[] = []
  const here = await testApp({ work: false, logTo: { write: (line) => void lines.push(line) } })
  const username = people.hillview
  const look = async (headers: Record<string, string>) => {
    const browser = openBrowser(here, { headers: { accept: '*/*', ...headers } })
    const page = await browser.go('/rest/user/login')
    const { status: signedIn, body: told } = await browser.submit(page, { username, password: demoPassword })
    const signIn = [signedIn, told.includes('Demo accounts work on this machine only.')]
    const status = async (url: string) => (await here.raw(null, { url, headers })).statusCode
    const paths = ['/metrics', '/sandbox/card', '/sandbox/card/style.css', '/dev/outbox']
    return [page.body.includes(demoPassword), ...signIn, ...(await Promise.all(paths.map(status)))]
  }
  const warned = () => lines.filter((line) => line.includes('TRUSTED_PROXIES')).length
  expect(await look({})).toEqual([true, 303, false, 200, 200, 200, 200])
  expect(warned()).toBe(0)
  expect(await look({ [name]: value })).toEqual([false, 403, true, 404, 404, 404, 404])
  expect(warned()).toBe(1)
  await here.close()
})

test('a forged Host header appears in no address that the bundled sign-in gives', async () => {
  const forged = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example',
  }
  for (const url of ['/oidc/.well-known/openid-configuration', '/oidc/auth?client_id=portal', '/rest/user/login']) {
    const reply = await secure.raw(null, { url, headers: forged })
    expect(JSON.stringify([reply.headers, reply.body])).not.toContain('evil.example')
  }
  const { body } = await secure.raw(null, { url: '/oidc/.well-known/openid-configuration', headers: forged })
  for (const [, address] of body.matchAll(/"(https?:[^"]+)"/g)) expect(address).toMatch(/^https:\/\/books\.example\//)
})

const named = 'Sign in at evil.example.com'
const contact = { firstName: named, lastName: 'A', email: 'a@hillview.example' }
const person = {
  customerId: 'demo-hillview',
  email: 'a@hillview.example',
  role: 'staff',
  firstName: 'A',
  lastName: 'B',
}
const inputs: [string, { safeParse(value: unknown): { success: boolean } }, (name: string) => unknown][] = [
  ['a folder', foldersApi.renameFolder.input, (folderName) => ({ folderId: 'a', folderName })],
  ['a request', RequestName, (name) => name],
  ['a saved search', searchesApi.changeSearch.input, (name) => ({ searchId: 'a', id: 'a', name })],
  ['an organisation', organisationApi.updateCustomer.input, (name) => ({ organisation: { name } })],
  ['a contact', organisationApi.updateCustomer.input, (firstName) => ({ contacts: [{ ...contact, firstName }] })],
  ['a person at the desk', deskApi.addPerson.input, (firstName) => ({ ...person, firstName })],
]
test.each(inputs)('the name of %s cannot contain a link', (_, input, withName) => {
  expect(JSON.stringify(input.safeParse(withName(named)))).toContain('web addresses')
  expect(JSON.stringify(input.safeParse(withName('Year 7')))).not.toContain('web addresses')
})

test('nor does the name of a student or colleague', () => {
  const student = { firstName: 'A', lastName: 'evil.com', email: 'a@hillview.example' }
  expect(whyNot(student, '')).toBe('BAD_NAME')
  expect(whyNot({ ...student, lastName: 'O’Brien' }, '')).toBeUndefined()
})
