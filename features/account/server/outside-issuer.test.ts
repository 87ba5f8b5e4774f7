import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openBrowser } from './account-testing.ts'

/** What the stranger says of the person who signs in next. */
let says: { sub: string; email?: string; email_verified?: boolean } = { sub: '' }
let issuer: Server
let issuerUrl: string
let away = false
let app: TestApp
// The bundled provider signs with ES256: here the other usual kind.
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const signingKey = { ...privateKey.export({ format: 'jwk' }), kid: 'theirs', alg: 'RS256', use: 'sig' }
let ended: URLSearchParams[] = []

beforeAll(async () => {
  issuer = createServer((request, response) => {
    if (away) return void response.writeHead(503).end()
    const address = new URL(request.url!, issuerUrl)
    if (address.pathname === '/session/end') ended.push(address.searchParams)
    return stranger(request, response)
  })
  issuer.listen(0, '127.0.0.1')
  await once(issuer, 'listening')
  issuerUrl = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`
  app = await testApp({
    work: false,
    env: { OIDC_ISSUER: issuerUrl, OIDC_CLIENT_ID: 'our school', OIDC_CLIENT_SECRET: 'secret:with/odd&signs' },
  })
  const stranger = strangerIssuer(app.env.publicUrl).callback()
})
beforeEach(async () => {
  ended = []
  await app.db.updateTable('appUser').set({ subject: null, disabledAt: null }).execute()
})
afterAll(async () => {
  await app.close()
  issuer.closeAllConnections()
  issuer.close()
})

/** Another program’s OpenID provider, on another port, that signs in whomever the test names without asking. */
function strangerIssuer(publicUrl: string) {
  const provider: Provider = new Provider(issuerUrl, {
    clients: [
      {
        client_id: 'our school',
        client_secret: 'secret:with/odd&signs',
        redirect_uris: [`${publicUrl}/rest/user/login/callback`],
        post_logout_redirect_uris: [`${publicUrl}/`],
        token_endpoint_auth_method: 'client_secret_post',
        backchannel_logout_session_required: false,
      },
    ],
    clientAuthMethods: ['client_secret_post'],
    scopes: ['openid', 'email'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    cookies: { keys: ['k'] },
    adapter: keepInMemory(),
    jwks: { keys: [signingKey as { kty: 'RSA' }] },
    ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60, AuthorizationCode: 60 },
    features: { devInteractions: { enabled: false } },
    findAccount: async (_, sub) => ({ accountId: sub, claims: async () => ({ ...says, sub }) }),
    interactions: { url: (_, { uid }) => `/ask/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/ask/')) return next()
    await provider.interactionFinished(context.req, context.res, { login: { accountId: says.sub } })
    context.respond = false
  })
  return provider
}

function keepInMemory() {
  const kept = new Map<string, AdapterPayload>()
  return (model: string): Adapter => ({
    find: async (id) => kept.get(model + id),
    findByUid: async (uid) => [...kept].find(([key, each]) => key.startsWith(model) && each.uid === uid)?.[1],
    findByUserCode: async () => undefined,
    upsert: async (id, payload) => void kept.set(model + id, payload),
    consume: async (id) => void Object.assign(kept.get(model + id) ?? {}, { consumed: 1 }),
    destroy: async (id) => void kept.delete(model + id),
    revokeByGrantId: async () => {},
  })
}

/** Signs in at the stranger's with plain requests, back to the answer for us. */
async function signInThere(address: string) {
  const jar = new Map<string, string>()
  let next = address
  for (let hops = 0; hops < 8; hops++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const line of reply.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0]!.split(/=(.*)/s)
      jar.set(name!, value!)
    }
    next = new URL(reply.headers.get('location')!, next).href
    if (next.startsWith(app.env.publicUrl)) return next
  }
  throw new Error('The stranger leads in circles')
}

async function signIn(person: typeof says, redirect = '/discover/results/?q=1') {
  says = person
  const browser = openBrowser(app)
  const there = await browser.go(`/rest/user/login?redirect=${encodeURIComponent(redirect)}`)
  expect(there.url.startsWith(`${issuerUrl}/auth?`)).toBe(true)
  const answer = await browser.send(await signInThere(there.url))
  return { browser, answer }
}

const librarian = 'librarian@hillview.example'
const subjectOf = async (username: string) =>
  (await app.db.selectFrom('appUser').where('username', '=', username).select('subject').executeTakeFirstOrThrow())
    .subject
const setUser = (username: string, change: { subject?: string; disabledAt?: Date }) =>
  app.db.updateTable('appUser').set(change).where('username', '=', username).execute()

test('a person of another issuer is found by verified e-mail, and from then on by the issuer’s own name', async () => {
  const first = await signIn({ sub: 'x-1', email: 'Librarian@Hillview.example', email_verified: true })
  expect([first.answer.status, first.answer.headers.location]).toEqual([303, '/discover/results/?q=1'])
  expect(await first.browser.whoAmI()).toBe(librarian)
  expect(await subjectOf(librarian)).toBe('x-1')

  const later = await signIn({ sub: 'x-1', email: 'changed@elsewhere.example', email_verified: true })
  expect(await later.browser.whoAmI()).toBe(librarian)
})

test.each([
  ['an address that is not verified', { sub: 'y-1', email: librarian, email_verified: false }],
  ['an address without a word about it', { sub: 'y-2', email: librarian }],
  ['no address', { sub: 'y-3' }],
  ['an unknown address', { sub: 'y-4', email: 'nobody@nowhere.example', email_verified: true }],
  ['an address with a NUL', { sub: 'y-5', email: `${librarian}\0`, email_verified: true }],
  ['our own id as its name for somebody', { sub: 'demo-desk' }],
])('%s opens no session', async (_, person) => {
  const { browser, answer } = await signIn(person)

  expect(answer.status).toBe(403)
  expect(answer.body).toContain('There is no account for you here')
  // The issuer remembers whom it sent: it must ask anew.
  expect(answer.body).toMatch(/prompt=login">Sign in as somebody else</)
  expect(await browser.whoAmI()).toBeUndefined()
  expect(await subjectOf(librarian)).toBeNull()
})

test('somebody who already has a name there is not given a second one by an equal address', async () => {
  await setUser(librarian, { subject: 'x-1' })
  const { answer } = await signIn({ sub: 'x-2', email: librarian, email_verified: true })

  expect(answer.status).toBe(403)
  expect(await subjectOf(librarian)).toBe('x-1')
})

test('an address that two people share says nothing', async () => {
  const assistant = 'assistant@hillview.example'
  await app.db.updateTable('appUser').set({ email: librarian }).where('username', '=', assistant).execute()
  try {
    expect((await signIn({ sub: 'x-3', email: librarian, email_verified: true })).answer.status).toBe(403)
  } finally {
    await app.db.updateTable('appUser').set({ email: assistant }).where('username', '=', assistant).execute()
  }
})

test('a disabled person is not let in, by name or by address', async () => {
  await setUser(librarian, { disabledAt: new Date() })
  expect((await signIn({ sub: 'x-1', email: librarian, email_verified: true })).answer.status).toBe(403)
  await setUser(librarian, { subject: 'x-1' })
  expect((await signIn({ sub: 'x-1' })).answer.status).toBe(403)
})

test('sign-out leads to the issuer’s own end of session and home from there', async () => {
  const { browser } = await signIn({ sub: 'x-1', email: librarian, email_verified: true })
  const out = await browser.send('/rest/user/logout', { method: 'POST', headers: { 'x-requested-with': 'test' } })

  const { endSessionUrl } = JSON.parse(out.body)
  expect(endSessionUrl.startsWith(`${issuerUrl}/session/end?`)).toBe(true)
  const reply = await fetch(endSessionUrl)
  expect(reply.status).toBe(200)
  expect(ended[0]!.get('post_logout_redirect_uri')).toBe(`${app.env.publicUrl}/`)
  expect(ended[0]!.get('id_token_hint')).toMatch(/^eyJ/)
  expect(await browser.whoAmI()).toBeUndefined()
})

test('the bundled provider and its page are not there beside an outside issuer', async () => {
  const browser = openBrowser(app)
  const found = await browser.send('/oidc/.well-known/openid-configuration', {
    headers: { accept: 'application/json' },
  })
  expect(found.status).toBe(404)
  const page = await browser.send('/sign-in/x', { method: 'POST', headers: { accept: 'application/json' } })
  expect(page.status).toBe(404)
})

test('while the issuer is away a page says so, and the next try succeeds without a restart', async () => {
  const other = await testApp({
    work: false,
    env: { OIDC_ISSUER: issuerUrl, OIDC_CLIENT_ID: 'our school', OIDC_CLIENT_SECRET: 'secret:with/odd&signs' },
  })
  away = true
  try {
    const browser = openBrowser(other)
    const answer = await browser.send('/rest/user/login?redirect=/where')
    expect(answer.status).toBe(503)
    expect(answer.body).toContain('Sign-in is not available')
    expect(answer.body).toContain('href="/rest/user/login?redirect=%2Fwhere"')
    away = false
    expect((await browser.send('/rest/user/login')).status).toBe(303)
  } finally {
    away = false
    await other.close()
  }
})
