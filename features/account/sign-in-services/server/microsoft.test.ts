import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openBrowser } from '../../server/account-testing.ts'
import { deskServicesApi } from '../contract.ts'
import { presetFields } from '../rules.ts'
import { schoolSignInApi } from '../school-contract.ts'

const host = 'https://login.microsoftonline.com'
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const assistant = 'assistant@hillview.example'
let app: TestApp
/** Claims of the next ID token, besides those that every one has. */
let claims: Record<string, unknown>
let nonce = ''

beforeAll(async () => {
  app = await testApp({ work: false })
  for (const person of ['administrator', 'hillview'] as const) await app.sessionOf(person)
  await app.as('administrator')(deskServicesApi.addSignInService, {
    ...presetFields.microsoft,
    ...{ preset: 'microsoft', clientId: 'portal', clientSecret: 'secret' },
  })
  const choice = { serviceId: 'microsoft', joining: 'nobody', passwords: true } as const
  await app.as('hillview')(schoolSignInApi.changeSchoolSignIn, choice)
})
beforeEach(() => vi.stubGlobal('fetch', microsoft))
afterEach(async () => {
  vi.unstubAllGlobals()
  await app.db.deleteFrom('signInLink').execute()
})
afterAll(() => app.close())

/** The discovery document, keys and tokens that Microsoft has for people of any organisation. */
async function microsoft(address: string | URL | Request): Promise<Response> {
  const path = String(address instanceof Request ? address.url : address).replace(host, '')
  if (path === '/organizations/v2.0/.well-known/openid-configuration')
    return Response.json({
      issuer: `${host}/{tenantid}/v2.0`,
      authorization_endpoint: `${host}/organizations/oauth2/v2.0/authorize`,
      token_endpoint: `${host}/organizations/oauth2/v2.0/token`,
      jwks_uri: `${host}/organizations/discovery/v2.0/keys`,
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      id_token_signing_alg_values_supported: ['RS256'],
    })
  if (path.endsWith('/keys'))
    return Response.json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig', alg: 'RS256' }] })
  if (path.endsWith('/token'))
    return Response.json({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: await idToken() })
  return new Response(null, { status: 404 })
}

const idToken = () =>
  new SignJWT({ nonce, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'k' })
    .setAudience('portal')
    .setIssuedAt()
    .setExpirationTime('1m')
    .sign(privateKey)

async function signIn(given: Record<string, unknown>) {
  claims = given
  const browser = openBrowser(app)
  const there = new URL((await browser.go('/rest/user/login?service=microsoft')).url)
  expect(there.pathname).toBe('/organizations/oauth2/v2.0/authorize')
  nonce = there.searchParams.get('nonce')!
  const answer = new URLSearchParams({ code: 'c', state: there.searchParams.get('state')! })
  return { browser, answer: await browser.send(`/rest/user/login/callback/microsoft?${answer}`) }
}
const of = (tid: string, more = {}) => ({ sub: 's-1', tid, iss: `${host}/${tid}/v2.0`, email: assistant, ...more })

test('people of an organisation are known by its issuer and their subject there', async () => {
  const { browser } = await signIn(of('school', { xms_edov: true }))
  expect(await browser.whoAmI()).toBe(assistant)
  const links = await app.db.selectFrom('signInLink').select(['serviceId', 'issuer', 'subject']).execute()
  expect(links).toEqual([{ serviceId: 'microsoft', issuer: `${host}/school/v2.0`, subject: 's-1' }])
  expect(await (await signIn(of('school', { email: 'changed@elsewhere.example' }))).browser.whoAmI()).toBe(assistant)
})

test('another organisation cannot pass for the school: neither by subject nor by an address that it asserts', async () => {
  await signIn(of('school', { xms_edov: true }))
  const { browser, answer } = await signIn(of('evil', { email_verified: true }))
  expect(answer.body).toContain('Your email address isn’t confirmed')
  expect(await browser.whoAmI()).toBeUndefined()
})

test('a token whose issuer is not that of its organisation is refused', async () => {
  const { browser, answer } = await signIn({ ...of('evil', { xms_edov: true }), iss: `${host}/school/v2.0` })
  expect(answer.status).toBe(400)
  expect(await browser.whoAmI()).toBeUndefined()
})
