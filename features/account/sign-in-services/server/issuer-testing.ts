import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT } from 'jose'
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider'
import type { TestApp } from '#app/testing.ts'
import { openBrowser } from '../../server/account-testing.ts'
import { backChannelPath } from '../../sign-in/server/back-channel.ts'
import { callbackPathOf } from '../rules.ts'

/** Claims of the person whom the issuer signs in next. */
export type Person = { sub: string; email?: string; email_verified?: boolean; [claim: string]: unknown }
export type OutsideIssuer = Awaited<ReturnType<typeof openOutsideIssuer>>

const names = ['email', 'email_verified', 'hd', 'given_name', 'family_name', 'name', 'xms_edov']

/** An OpenID provider on a port of its own that signs in the person a test names, without asking. */
export async function openOutsideIssuer({ publicUrl, serviceIds }: { publicUrl: string; serviceIds: string[] }) {
  let callback: ReturnType<Provider['callback']> | undefined
  let person: Person = { sub: '' }
  const server = createServer((request, response) => void callback!(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'theirs', alg: 'RS256', use: 'sig' }
  const provider: Provider = new Provider(url, {
    clients: serviceIds.map((id) => ({
      client_id: id,
      client_secret: `secret of ${id}`,
      redirect_uris: [publicUrl + callbackPathOf(id)],
      post_logout_redirect_uris: [`${publicUrl}/`],
    })),
    scopes: ['openid', 'email', 'profile'],
    // All in the ID token, as Google and Microsoft do.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: names },
    cookies: { keys: ['k'] },
    adapter: keepInMemory(),
    jwks: { keys: [key as { kty: 'RSA' }] },
    ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60, AuthorizationCode: 60 },
    features: { devInteractions: { enabled: false } },
    findAccount: async (_, sub) => ({ accountId: sub, claims: async () => ({ ...person, sub }) }),
    interactions: { url: (_, { uid }) => `/ask/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/ask/')) return next()
    await provider.interactionFinished(context.req, context.res, { login: { accountId: person.sub } })
    context.respond = false
  })
  callback = provider.callback()
  return {
    url,
    key: privateKey,
    says: (next: Person) => {
      person = next
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
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

/** Signs in at an outside issuer with plain requests, up to its answer to us. */
export async function signInThere(address: string, publicUrl: string): Promise<string> {
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
    if (next.startsWith(publicUrl)) return next
  }
  throw new Error('The issuer leads in circles')
}

/** The whole sign-in with a service, in a new browser. */
export async function signInWith(app: TestApp, issuer: OutsideIssuer, serviceId: string, person: Person) {
  issuer.says(person)
  const browser = openBrowser(app)
  const there = await browser.go(`/rest/user/login?service=${serviceId}&redirect=/discover`)
  if (!there.url.startsWith(issuer.url)) return { browser, answer: there }
  return { browser, answer: await browser.send(await signInThere(there.url, app.env.publicUrl)) }
}

/** Delivers a sign-out notice, as the issuer would. */
export async function sendSignOut(
  app: TestApp,
  { issuer, key, audience, sub }: { issuer: string; key: KeyObject; audience: string; sub: string },
) {
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const token = await new SignJWT({ events, sub, jti: 'j' })
    .setProtectedHeader({ alg: 'RS256', kid: 'theirs' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .sign(key)
  return app.http.inject({
    method: 'POST',
    url: backChannelPath,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token: token }).toString(),
  })
}
