import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT } from 'jose'
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { dayMs } from '#kit/day.ts'
import { openBrowser } from '../../server/account-testing.ts'
import { deskServicesApi } from '../../sign-in-services/contract.ts'
import { passkeysApi } from '../contract.ts'
import { backChannelPath } from './back-channel.ts'
import { answerTries } from './tries.ts'

/** The `sub` of the user info, if it differs from that of the ID token. */
let otherSub: string | undefined
/** The claims that the outside issuer sends for the next person. */
let says: { sub: string; email?: string; email_verified?: boolean } = { sub: '' }
let issuer: Server
let issuerUrl: string
let away = false
/** Its page about the person does not answer. */
let tellsNothing = false
let app: TestApp
// RSA, because the bundled provider already covers ES256.
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const signingKey = { ...privateKey.export({ format: 'jwk' }), kid: 'theirs', alg: 'RS256', use: 'sig' }
let ended: URLSearchParams[] = []
let strangers: Provider

beforeAll(async () => {
  issuer = createServer((request, response) => {
    if (away) return void response.writeHead(503).end()
    const address = new URL(request.url!, issuerUrl)
    if (tellsNothing && address.pathname === '/me') return void response.writeHead(503).end()
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
  const ours = await app.http.listen({ port: 0, host: '127.0.0.1' })
  strangers = strangerIssuer(app.env.publicUrl, ours)
  const stranger = strangers.callback()
})
beforeEach(async () => {
  ended = []
  await app.db.deleteFrom('signInLink').execute()
  await app.db.updateTable('appUser').set({ disabledAt: null }).execute()
})
afterAll(async () => {
  await app.close()
  issuer.closeAllConnections()
  issuer.close()
})

/** An outside OpenID provider on another port that signs in the person the test names, without asking. */
function strangerIssuer(publicUrl: string, ours: string) {
  const provider: Provider = new Provider(issuerUrl, {
    clients: [
      {
        client_id: 'our school',
        client_secret: 'secret:with/odd&signs',
        redirect_uris: [`${publicUrl}/rest/user/login/callback`],
        post_logout_redirect_uris: [`${publicUrl}/`],
        token_endpoint_auth_method: 'client_secret_post',
        backchannel_logout_uri: `${ours}${backChannelPath}`,
        backchannel_logout_session_required: true,
      },
    ],
    clientAuthMethods: ['client_secret_post'],
    scopes: ['openid', 'email'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    cookies: { keys: ['k'] },
    adapter: keepInMemory(),
    jwks: { keys: [signingKey as { kty: 'RSA' }] },
    ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60, AuthorizationCode: 60 },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    findAccount: async (_, sub) => ({ accountId: sub, claims: async () => ({ ...says, sub }) }),
    // The provider's own fetch refuses loopback addresses.
    fetch: (url, { method, headers, body } = {}) => fetch(url, { method, headers, body } as never),
    interactions: { url: (_, { uid }) => `/ask/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  provider.use(async (context, next) => {
    if (context.path === '/me') {
      await next()
      if (otherSub) context.body = { ...(context.body as object), sub: otherSub }
      return
    }
    if (!context.path.startsWith('/ask/')) return next()
    await provider.interactionFinished(context.req, context.res, { login: { accountId: says.sub } })
    context.respond = false
  })
  return provider
}

function keepInMemory() {
  const payloads = new Map<string, AdapterPayload>()
  return (model: string): Adapter => ({
    find: async (id) => payloads.get(model + id),
    findByUid: async (uid) => [...payloads].find(([key, each]) => key.startsWith(model) && each.uid === uid)?.[1],
    findByUserCode: async () => undefined,
    upsert: async (id, payload) => void payloads.set(model + id, payload),
    consume: async (id) => void Object.assign(payloads.get(model + id) ?? {}, { consumed: 1 }),
    destroy: async (id) => void payloads.delete(model + id),
    revokeByGrantId: async () => {},
  })
}

/** Signs in at the outside issuer with plain requests, up to its answer to us. */
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
const linksOf = (username: string) =>
  app.db
    .selectFrom('signInLink')
    .innerJoin('appUser', 'appUser.id', 'signInLink.userId')
    .where('username', '=', username)
    .select(['subject', 'issuer'])
    .orderBy('signInLink.createdAt')
    .execute()
const subjectOf = async (username: string) => (await linksOf(username)).at(-1)?.subject ?? null
const disable = (username: string) =>
  app.db.updateTable('appUser').set({ disabledAt: new Date() }).where('username', '=', username).execute()
/** Without an issuer: from before the portal kept it. */
async function link(username: string, subject: string, issuer: string | null = null) {
  const { id: userId } = await app.db
    .selectFrom('appUser')
    .where('username', '=', username)
    .select('id')
    .executeTakeFirstOrThrow()
  await app.db.insertInto('signInLink').values({ userId, serviceId: null, issuer, subject }).execute()
}

test('a person of another issuer is found by verified e-mail, and from then on by the issuer’s subject', async () => {
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
  expect(answer.body).toContain('You don’t have an account here')
  // The issuer remembers the person: it must ask again.
  expect(answer.body).toMatch(/prompt=login">Sign in as someone else</)
  expect(await browser.whoAmI()).toBeUndefined()
  expect(await subjectOf(librarian)).toBeNull()
})

test('someone already linked to a subject there is not linked to a second one by an equal address', async () => {
  await link(librarian, 'x-1')
  const { answer } = await signIn({ sub: 'x-2', email: librarian, email_verified: true })

  expect(answer.status).toBe(403)
  expect(answer.body).toContain('Your account is linked to another identity of the sign-in service')
  expect(await subjectOf(librarian)).toBe('x-1')
})

test('an issuer whose user info is about someone else is refused, not called away', async () => {
  otherSub = 'x-9'
  const { answer } = await signIn({ sub: 'x-1', email: librarian, email_verified: true }).finally(() => {
    otherSub = undefined
  })
  expect([answer.status, answer.body]).toEqual([400, expect.stringContaining('use the sign-in service’s response')])
  expect(await subjectOf(librarian)).toBeNull()
})

test('an address shared by two people links no one', async () => {
  const assistant = 'assistant@hillview.example'
  await app.db.updateTable('appUser').set({ email: librarian }).where('username', '=', assistant).execute()
  try {
    expect((await signIn({ sub: 'x-3', email: librarian, email_verified: true })).answer.status).toBe(403)
  } finally {
    await app.db.updateTable('appUser').set({ email: assistant }).where('username', '=', assistant).execute()
  }
})

test('a disabled person is not let in, by subject or by address', async () => {
  await disable(librarian)
  expect((await signIn({ sub: 'x-1', email: librarian, email_verified: true })).answer.status).toBe(403)
  await link(librarian, 'x-1')
  expect((await signIn({ sub: 'x-1' })).answer.status).toBe(403)
})

test('sign-out leads to the issuer’s end of session and from there home', async () => {
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

test('the bundled provider and its page do not exist beside an outside issuer', async () => {
  const browser = openBrowser(app)
  const found = await browser.send('/oidc/.well-known/openid-configuration', {
    headers: { accept: 'application/json' },
  })
  expect(found.status).toBe(404)
  const page = await browser.send('/sign-in/x', { method: 'POST', headers: { accept: 'application/json' } })
  expect(page.status).toBe(404)
})

test('a sign-in service beside an outside issuer is reached by its link', async () => {
  await app.as('administrator')(deskServicesApi.addSignInService, {
    ...{ id: 'hillview', name: 'Hillview ID', issuer: issuerUrl, clientId: 'of hillview', clientSecret: 'secret' },
    customerId: 'demo-hillview',
  })
  const { status, headers } = await openBrowser(app).send('/rest/user/login?service=hillview')
  expect(status).toBe(303)
  const address = new URL(String(headers.location))
  expect(address.origin).toBe(issuerUrl)
  expect(address.searchParams.get('client_id')).toBe('of hillview')
  expect(address.searchParams.get('redirect_uri')).toBe(`${app.env.publicUrl}/rest/user/login/callback/hillview`)
})

test('while the issuer is unavailable a page says so, and the next attempt succeeds without a restart', async () => {
  const other = await testApp({
    work: false,
    env: { OIDC_ISSUER: issuerUrl, OIDC_CLIENT_ID: 'our school', OIDC_CLIENT_SECRET: 'secret:with/odd&signs' },
  })
  away = true
  other.expectErrors(/issuer cannot be reached/)
  try {
    const browser = openBrowser(other)
    const answer = await browser.send('/rest/user/login?redirect=/where')
    expect(answer.status).toBe(503)
    expect(answer.body).toContain('Sign-in is unavailable')
    expect(answer.body).toContain('href="/rest/user/login?redirect=%2Fwhere"')
    away = false
    expect((await browser.send('/rest/user/login')).status).toBe(303)
  } finally {
    away = false
    await other.close()
  }
})

test('a subject of another issuer is no one’s here; a verified address links them again', async () => {
  await link(librarian, 'x-1', 'https://former.example')
  expect((await signIn({ sub: 'x-1' })).answer.status).toBe(403)

  const { browser } = await signIn({ sub: 'x-1', email: librarian, email_verified: true })
  expect(await browser.whoAmI()).toBe(librarian)
  expect((await linksOf(librarian)).at(-1)).toEqual({ subject: 'x-1', issuer: issuerUrl })
  const noted = await app.db.selectFrom('auditEntry').where('action', '=', 'sign_in_linked').select('subject').execute()
  expect(noted.at(-1)).toEqual({ subject: librarian })
})

test('a link that names the issuer comes before one from before links named it', async () => {
  await link(librarian, 'x-1')
  await link('assistant@hillview.example', 'x-1', issuerUrl)
  expect(await (await signIn({ sub: 'x-1' })).browser.whoAmI()).toBe('assistant@hillview.example')
})

test('someone whom a sign-in service names with this subject is no one at the issuer', async () => {
  const now = new Date()
  const service = { id: 'lakeside', kind: 'oidc', name: 'Lakeside ID', issuer: issuerUrl } as const
  await app.db
    .insertInto('signInService')
    .values({ ...service, createdAt: now, updatedAt: now })
    .execute()
  const user = await app.db
    .selectFrom('appUser')
    .where('username', '=', librarian)
    .select('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('signInLink')
    .values({ userId: user.id, serviceId: service.id, issuer: issuerUrl, subject: 'x-1' })
    .execute()
  expect((await signIn({ sub: 'x-1' })).answer.status).toBe(403)
})

test('a person about whom the issuer answers nothing more has to wait; one it has linked does not', async () => {
  tellsNothing = true
  try {
    const person = { sub: 'x-1', email: librarian, email_verified: true }
    expect((await signIn(person)).answer.status).toBe(503)
    await link(librarian, 'x-1', issuerUrl)
    expect(await (await signIn(person)).browser.whoAmI()).toBe(librarian)
  } finally {
    tellsNothing = false
  }
})

test('of two simultaneous sign-ins of strangers with one address, one is linked', async () => {
  says = { sub: 'z-1', email: librarian, email_verified: true }
  const begin = async (sub: string) => {
    const browser = openBrowser(app)
    says = { ...says, sub }
    return { browser, answer: await signInThere((await browser.go('/rest/user/login')).url) }
  }
  const [one, two] = [await begin('z-1'), await begin('z-2')]
  const answers = await Promise.all([one.browser.send(one.answer), two.browser.send(two.answer)])
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 403])
})

test('an address whose answers were refused too often waits; accepted ones do not count', async () => {
  const [limit] = answerTries('127.0.0.1').limits
  const person = { sub: 'x-1', email: librarian, email_verified: true }
  const refused = (failures: number) => {
    const row = { failures, windowEndsAt: new Date(Date.now() + dayMs) }
    return app.db
      .insertInto('guess')
      .values({ subject: limit!.subject, ...row })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet(row))
      .execute()
  }
  await refused(limit!.free - 1)
  expect((await signIn(person)).answer.status).toBe(303)
  expect((await signIn(person)).answer.status).toBe(303)
  await refused(limit!.free)
  expect((await signIn(person)).answer.status).toBe(429)
  await refused(0)
})

test('an unknown person can sign in as someone else: the issuer must ask again', async () => {
  const { browser, answer } = await signIn({ sub: 'w-1' })
  const again = answer.body.match(/href="(\/rest\/user\/login[^"]+)"/)![1]!.replaceAll('&#38;', '&')
  const there = new URL((await browser.go(again)).url)
  expect(there.searchParams.get('prompt')).toBe('login')
  const plain = new URL((await browser.go('/rest/user/login?prompt=none')).url)
  expect(plain.searchParams.has('prompt')).toBe(false)
})

const sidOf = async (username: string) =>
  app.db
    .selectFrom('session')
    .innerJoin('appUser', 'appUser.id', 'session.userId')
    .where('username', '=', username)
    .orderBy('session.createdAt', 'desc')
    .select('issuerSession')
    .executeTakeFirstOrThrow()

test('signing out at the issuer ends that session here, and no other', async () => {
  const person = { sub: 'x-1', email: librarian, email_verified: true }
  const office = await signIn(person)
  const sid = (await sidOf(librarian)).issuerSession
  const phone = await signIn(person)
  expect(sid).toBeTruthy()
  const client = (await strangers.Client.find('our school')) as unknown as {
    backchannelLogout(sub: string, sid: string): Promise<void>
  }

  await client.backchannelLogout('x-1', sid!)

  expect(await office.browser.whoAmI()).toBeUndefined()
  expect(await phone.browser.whoAmI()).toBe(librarian)
})

test('at another issuer a sign-in is a proof if the issuer asked the person, not if it remembered them', async () => {
  const person = { sub: 'x-proof', email: 'trial@lakeside.example', email_verified: true }
  const provedAt = async () => {
    const user = app.db.selectFrom('appUser').where('username', '=', person.email).select('id')
    const [newest] = await app.db
      .selectFrom('session')
      .where('userId', '=', user)
      .orderBy('createdAt', 'desc')
      .select('provedAt')
      .execute()
    return newest!.provedAt
  }
  const { browser } = await signIn(person)
  expect(await provedAt()).toBeNull()
  const there = await browser.go('/rest/user/login?prompt=login&redirect=/signed-in')
  expect(new URL(there.url).searchParams.get('max_age')).toBe('0')
  const since = Date.now()
  await browser.send(await signInThere(there.url))
  // The issuer gives whole seconds.
  expect((await provedAt())!.getTime()).toBeGreaterThan(since - 1000)
  const password = await browser.send('/rest/user/proof', {
    method: 'POST',
    headers: { 'x-requested-with': 'test', 'content-type': 'application/json' },
    payload: '{"password":"x"}',
  })
  expect([password.status, JSON.parse(password.body).code]).toEqual([409, 'proof_elsewhere'])
})

const event = 'http://schemas.openid.net/event/backchannel-logout'
/** Sends the issuer's logout token for person x-1; `odd` overrides members to make it invalid. */
async function tell(odd: {
  claims?: object
  key?: typeof privateKey
  at?: number
  audience?: string
  issuer?: string
}) {
  const token = await new SignJWT({ events: { [event]: {} }, sub: 'x-1', jti: 'j', ...odd.claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'theirs' })
    .setIssuer(odd.issuer ?? issuerUrl)
    .setAudience(odd.audience ?? 'our school')
    .setIssuedAt(Math.floor(Date.now() / 1000) + (odd.at ?? 0))
    .sign(odd.key ?? privateKey)
  return deliver({ logout_token: token })
}
const deliver = (fields: Record<string, string>) =>
  app.http.inject({
    method: 'POST',
    url: backChannelPath,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

test('an issuer that names the person but no session ends all of their sessions', async () => {
  const person = { sub: 'x-1', email: librarian, email_verified: true }
  const [office, phone] = [await signIn(person), await signIn(person)]
  const other = await signIn({ sub: 'q-1', email: 'assistant@hillview.example', email_verified: true })

  expect((await tell({})).statusCode).toBe(200)

  expect([await office.browser.whoAmI(), await phone.browser.whoAmI()]).toEqual([undefined, undefined])
  expect(await other.browser.whoAmI()).toBe('assistant@hillview.example')
})

test.each([
  ['signed by somebody else', { key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey }],
  ['of another issuer', { issuer: 'https://evil.example' }],
  ['for another client', { audience: 'another school' }],
  ['kept for an hour', { at: -3600 }],
  ['that is an ID token', { claims: { events: undefined, nonce: 'n' } }],
  ['with a nonce', { claims: { nonce: 'n' } }],
  ['of another event', { claims: { events: { 'https://example.org/other': {} } } }],
  ['that names nobody', { claims: { sub: undefined } }],
  ['whose session has a NUL', { claims: { sub: undefined, sid: '\0' } }],
])('a logout token %s ends nothing', async (_, odd) => {
  const { browser } = await signIn({ sub: 'x-1', email: librarian, email_verified: true })
  expect((await tell(odd)).statusCode).toBe(400)
  expect(await browser.whoAmI()).toBe(librarian)
})

test.each([{}, { logout_token: '' }, { logout_token: 'a.b.c' }, { logout_token: 'eyJhbGciOiJub25lIn0.e30.' }])(
  'an invalid logout token (%o) is refused',
  async (fields) => {
    expect((await deliver(fields as Record<string, string>)).statusCode).toBe(400)
  },
)

test('signing out everywhere ends the session at the issuer too', async () => {
  const person = { sub: 'x-1', email: librarian, email_verified: true }
  const [office, phone] = [await signIn(person), await signIn(person)]
  const headers = { 'x-requested-with': 'test' }
  const out = await office.browser.send('/rest/user/logout/everywhere', { method: 'POST', headers })

  expect(JSON.parse(out.body).endSessionUrl.startsWith(`${issuerUrl}/session/end?`)).toBe(true)
  expect([await office.browser.whoAmI(), await phone.browser.whoAmI()]).toEqual([undefined, undefined])
})

test('the issuer manages passkeys: none can be added here', async () => {
  expect((await app.as('hillview')(passkeysApi.passkeys, {})).available).toBe(false)
  await expect(app.as('hillview')(passkeysApi.beginPasskey, {})).rejects.toMatchObject({
    code: 'passkeys_off',
    status: 409,
  })
})
