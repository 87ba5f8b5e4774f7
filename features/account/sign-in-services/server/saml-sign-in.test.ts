import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { samlPathsOf } from '../rules.ts'
import { addSchoolsService, beginSaml, issuer, postAnswer, signOnUrl } from './saml-sign-in-testing.ts'
import { type Answer, assertionOf, type KeyPair, makeKeyPair, responseOf, signed } from './saml-testing.ts'
import { metadataNs, readSamlXml } from './saml-xml.ts'

let app: TestApp
let keys: KeyPair
let next: KeyPair
beforeAll(async () => {
  ;[keys, next] = [makeKeyPair(), makeKeyPair()]
  app = await testApp({ work: false })
  await addSchoolsService(app, { id: 'hillview', certificates: [keys.certificate, next.certificate] })
  await addSchoolsService(app, { id: 'untrusted', certificates: [keys.certificate], trustsAddresses: false })
})
beforeEach(async () => {
  await app.db.deleteFrom('signInLink').execute()
  await chooses('hillview')
})
afterAll(() => app.close())

const chooses = (serviceId: string) =>
  app.db.updateTable('schoolSignIn').set({ serviceId }).where('customerId', '=', 'demo-hillview').execute()

const librarian = 'librarian@hillview.example'
const persistent = { nameId: 'n-1', attributes: { mail: librarian } }
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

async function signIn(
  answer: Partial<Answer>,
  { pair = keys, ...begin }: { pair?: KeyPair; id?: string; more?: string } = {},
) {
  const begun = await beginSaml(app, begin)
  const whole = { ...begun.answer, ...answer }
  const reply = await postAnswer(app, begun, responseOf(whole, signed(assertionOf(whole), pair)))
  const location = reply.headers.location
  const finished = location === undefined ? reply : await begun.browser.send(location)
  return { ...begun, finished }
}

test('a person is found by the address, and from then on by the name that the service gives them', async () => {
  const first = await signIn(persistent)
  expect([first.finished.status, first.finished.headers.location]).toEqual([303, '/myDownloads'])
  expect(await first.browser.whoAmI()).toBe(librarian)

  const later = await signIn({ ...persistent, attributes: { mail: 'changed@hillview.example' } })
  expect(await later.browser.whoAmI()).toBe(librarian)
  expect(await app.db.selectFrom('signInLink').select(['serviceId', 'issuer', 'subject']).execute()).toEqual([
    { serviceId: 'hillview', issuer, subject: 'n-1' },
  ])
})

test('the request goes to the service by redirect, and says where to answer', async () => {
  const { address, request } = await beginSaml(app)
  expect(address.startsWith(`${signOnUrl}?`)).toBe(true)
  expect(request.xml).toContain(`AssertionConsumerServiceURL="${app.env.publicUrl}/sign-in/saml/hillview"`)
  expect(request.xml).toContain(`Destination="${signOnUrl}"`)
  expect(request.xml).toContain('nameid-format:persistent')
  expect(request.xml).not.toContain('ForceAuthn')
  expect((await beginSaml(app, { more: '&prompt=login' })).request.xml).toContain('ForceAuthn="true"')
})

test.each([
  ['urn:oid:0.9.2342.19200300.100.1.3'],
  ['email'],
  ['http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress'],
])('the address is read from the attribute %s', async (name) => {
  const { browser } = await signIn({ nameId: 'n-1', attributes: { [name]: librarian } })
  expect(await browser.whoAmI()).toBe(librarian)
})

test.each([
  ['an address', emailFormat],
  ['unspecified', 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'],
  ['without a format', ''],
])('a name that is an address serves as the address: %s', async (_, format) => {
  expect(await (await signIn({ nameId: librarian, format })).browser.whoAmI()).toBe(librarian)
  expect((await signIn({ nameId: 'librarian', format })).finished.status).toBe(403)
})

test('a signed response around a signed assertion signs in too', async () => {
  const begun = await beginSaml(app)
  const answer = { ...begun.answer, ...persistent }
  const whole = responseOf(answer, signed(assertionOf(answer), keys))
  const reply = await postAnswer(app, begun, signed(whole, keys))
  await begun.browser.send(String(reply.headers.location))
  expect(await begun.browser.whoAmI()).toBe(librarian)
})

test('while a service changes its certificate, both sign', async () => {
  expect(await (await signIn(persistent, { pair: next })).browser.whoAmI()).toBe(librarian)
  expect(await (await signIn(persistent)).browser.whoAmI()).toBe(librarian)
})

test('an address whose service is not trusted links no one, and the page says why', async () => {
  await chooses('untrusted')
  const { finished, browser } = await signIn(persistent, { id: 'untrusted' })
  expect(finished.status).toBe(403)
  expect(finished.body).toContain('Your email address isn’t confirmed')
  expect(await browser.whoAmI()).toBeUndefined()
})

test('a school’s own service vouches for no address outside the school’s domain', async () => {
  await app.db.updateTable('appUser').set({ email: 'l@mail.example' }).where('username', '=', librarian).execute()
  try {
    const { finished } = await signIn({ nameId: 'n-1', attributes: { mail: 'l@mail.example' } })
    expect(finished.status).toBe(403)
    expect(finished.body).toContain('Your email address isn’t confirmed')
  } finally {
    await app.db.updateTable('appUser').set({ email: librarian }).where('username', '=', librarian).execute()
  }
})

test('people of another school, and the provider’s, are not let in', async () => {
  for (const mail of ['librarian@riverside.example', 'desk@provider.example'])
    expect((await signIn({ nameId: mail, attributes: { mail } })).finished.status).toBe(403)
})

test('a sign-in is a proof as old as the service says', async () => {
  const provedAt = async (answer: Partial<Answer>) => {
    await signIn({ ...persistent, ...answer }, { more: '&prompt=login' })
    const newest = app.db.selectFrom('session').orderBy('createdAt', 'desc').select(['provedAt', 'serviceId'])
    return newest.executeTakeFirstOrThrow()
  }
  const remembered = await provedAt({ askedAt: -3600 })
  expect(Date.now() - remembered.provedAt!.getTime()).toBeGreaterThan(3_500_000)
  const since = Date.now()
  const fresh = await provedAt({ askedAt: 0 })
  // The service may give whole seconds.
  expect(fresh.provedAt!.getTime()).toBeGreaterThan(since - 1000)
  expect(fresh.serviceId).toBe('hillview')
})

test('signing out ends the session here and leads home', async () => {
  const { browser } = await signIn(persistent)
  const out = await browser.send('/rest/user/logout', { method: 'POST', headers: { 'x-requested-with': 'test' } })
  expect(JSON.parse(out.body).endSessionUrl).toBe(`${app.env.publicUrl}/`)
  expect(await browser.whoAmI()).toBeUndefined()
})

test('a service that is off begins nothing and takes no answer', async () => {
  const begun = await beginSaml(app)
  const set = (enabled: boolean) =>
    app.db.updateTable('signInService').set({ enabled }).where('id', '=', 'hillview').execute()
  await set(false)
  try {
    expect((await begun.browser.send('/rest/user/login?service=hillview')).status).toBe(404)
    const answer = { ...begun.answer, ...persistent }
    const reply = await postAnswer(app, begun, responseOf(answer, signed(assertionOf(answer), keys)))
    expect(reply.status).toBe(404)
    expect(reply.body).toContain('This sign-in service is turned off')
  } finally {
    await set(true)
  }
})

test('our metadata is well-formed, says where to answer and demands signed assertions', async () => {
  const paths = samlPathsOf('hillview')
  const reply = await app.http.inject({ url: paths.metadata })
  expect(reply.headers['content-type']).toContain('application/samlmetadata+xml')
  expect(readSamlXml(reply.body).name).toBe(`${metadataNs}EntityDescriptor`)
  expect(reply.body).toContain(`entityID="${app.env.publicUrl}${paths.metadata}"`)
  expect(reply.body).toContain(`Location="${app.env.publicUrl}${paths.answer}"`)
  expect(reply.body).toContain('WantAssertionsSigned="true"')
  expect((await app.http.inject({ url: paths.metadata })).body).toBe(reply.body)
  expect((await app.http.inject({ url: samlPathsOf('nobody').metadata })).statusCode).toBe(404)
})
