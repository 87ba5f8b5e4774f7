import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openBrowser } from '../../server/account-testing.ts'
import { deskServicesApi } from '../contract.ts'
import { schoolSignInApi } from '../school-contract.ts'
import {
  type OutsideIssuer,
  openOutsideIssuer,
  type Person,
  sendSignOut,
  signInThere,
  signInWith,
} from './issuer-testing.ts'

const { addSignInService, changeSignInService, removeSignInService } = deskServicesApi
let app: TestApp
let one: OutsideIssuer
let other: OutsideIssuer
beforeAll(async () => {
  app = await testApp({ work: false })
  const { publicUrl } = app.env
  one = await openOutsideIssuer({ publicUrl, serviceIds: ['hillview', 'shared'] })
  other = await openOutsideIssuer({ publicUrl, serviceIds: ['riverside'] })
  for (const person of ['hillview', 'admin', 'student', 'administrator', 'riverside'] as const)
    await app.sessionOf(person)
})
beforeEach(async () => {
  await app.as('administrator')(addSignInService, given('hillview', one, { customerId: 'demo-hillview' }))
  await app.as('administrator')(addSignInService, given('riverside', other, { customerId: 'demo-riverside' }))
  await app.as('administrator')(addSignInService, given('shared', one, {}))
})
afterEach(async () => {
  await app.db.deleteFrom('schoolSignIn').execute()
  await app.db.deleteFrom('signInService').execute()
})
afterAll(async () => {
  await app.close()
  one.close()
  other.close()
})

const given = (id: string, { url }: OutsideIssuer, more: { customerId?: string; forProvider?: boolean }) => ({
  ...{ id, name: `The ${id} service`, issuer: url, clientId: id, clientSecret: `secret of ${id}` },
  ...more,
})
const issuerOf = (id: string) => (id === 'riverside' ? other : one)
const signIn = (id: string, person: Person) => signInWith(app, issuerOf(id), id, person)
const choose = (school: 'hillview' | 'riverside', serviceId: string, more = {}) =>
  app.as(school)(schoolSignInApi.changeSchoolSignIn, { serviceId, joining: 'nobody', passwords: true, ...more })

const assistant = 'assistant@hillview.example'
let count = 0
/** An address that no one has yet. */
const newAddress = (host = 'hillview.example') => `new.${++count}@${host}`
const linkOf = (username: string) =>
  app.db
    .selectFrom('signInLink')
    .innerJoin('appUser', 'appUser.id', 'signInLink.userId')
    .where('username', '=', username)
    .select(['signInLink.serviceId', 'issuer', 'subject', 'role', 'firstName', 'lastName', 'customerId'])
    .execute()

const usernames = { hillview: assistant, riverside: 'librarian@riverside.example', desk: 'desk@provider.example' }
type Whose = keyof typeof usernames
const cases = (['hillview', 'riverside', 'shared'] as const).flatMap((service) =>
  (['hillview', 'riverside', 'desk'] as const).flatMap((whose) =>
    [true, false].flatMap((verified) =>
      [true, false].flatMap((linked) =>
        [true, false].map((enabled) => ({ service, whose, verified, linked, enabled })),
      ),
    ),
  ),
)

test.each(cases)(
  'service of $service, person of $whose, verified $verified, linked $linked, enabled $enabled',
  async ({ service, whose, verified, linked, enabled }) => {
    await choose('hillview', service === 'shared' ? 'shared' : 'hillview')
    await choose('riverside', 'riverside')
    const username = usernames[whose]
    if (linked) await link(service, username)
    await app.as('administrator')(changeSignInService, { id: service, enabled })
    const { browser, answer } = await signIn(service, { sub: 'x-1', email: username, email_verified: verified })

    const chosen: Whose = service === 'riverside' ? 'riverside' : 'hillview'
    const mayEnter = enabled && whose === chosen && (linked || verified)
    expect(await browser.whoAmI()).toBe(mayEnter ? username : undefined)
    expect(answer.status).toBe(mayEnter ? 303 : enabled ? 403 : 404)
    expect(await linkOf(username)).toHaveLength(linked || mayEnter ? 1 : 0)
    if (enabled && !linked && !verified) expect(answer.body).toContain('Your email address isn’t confirmed')
    else if (enabled && !mayEnter) expect(answer.body).toContain('You don’t have an account here')
  },
)

async function link(serviceId: string, username: string, subject = 'x-1') {
  const person = app.db.selectFrom('appUser').where('username', '=', username).select('id')
  const { id: userId } = await person.executeTakeFirstOrThrow()
  await app.db
    .insertInto('signInLink')
    .values({ userId, serviceId, issuer: issuerOf(serviceId).url, subject })
    .execute()
}

test('the provider’s people sign in with a service only if an administrator allows it', async () => {
  const desk = { sub: 'd-1', email: usernames.desk, email_verified: true }
  expect((await signIn('shared', desk)).answer.status).toBe(403)
  await app.as('administrator')(changeSignInService, { id: 'shared', forProvider: true })
  expect(await (await signIn('shared', desk)).browser.whoAmI()).toBe(usernames.desk)
})

test('after the first sign-in the subject counts, even if the address changes', async () => {
  await choose('hillview', 'hillview')
  await signIn('hillview', { sub: 's-1', email: 'Assistant@Hillview.example', email_verified: true })
  const later = await signIn('hillview', { sub: 's-1', email: 'new@elsewhere.example', email_verified: false })
  expect(await later.browser.whoAmI()).toBe(assistant)
  const second = await signIn('hillview', { sub: 's-2', email: assistant, email_verified: false })
  expect(second.answer.status).toBe(403)
  const noted = app.db.selectFrom('auditEntry').where('action', '=', 'sign_in_linked').orderBy('position').selectAll()
  expect((await noted.execute()).at(-1)).toMatchObject({
    customerId: 'demo-hillview',
    subject: assistant,
    after: { service: 'The hillview service', email: assistant },
  })
})

test.each([
  ['student', 'hillview.example', 'student'],
  ['staff', 'hillview.example', 'staff'],
  ['student', 'students.hillview.example', 'student'],
  ['nobody', 'hillview.example', undefined],
  ['student', 'nothillview.example', undefined],
  ['student', 'riverside.example', undefined],
] as const)('where people join as %s, %s becomes %s', async (joining, host, role) => {
  const email = newAddress(host)
  await choose('hillview', 'hillview', { joining })
  const claims = { sub: 'j-1', email, email_verified: true, given_name: 'Nina', family_name: 'Neville' }
  const { browser, answer } = await signIn('hillview', claims)
  if (role === undefined) {
    expect(answer.status).toBe(403)
    expect(await linkOf(email)).toEqual([])
    return
  }
  expect(await browser.whoAmI()).toBe(email)
  expect(await linkOf(email)).toEqual([
    {
      serviceId: 'hillview',
      issuer: one.url,
      subject: 'j-1',
      role,
      firstName: 'Nina',
      lastName: 'Neville',
      customerId: 'demo-hillview',
    },
  ])
  expect(await (await signIn('hillview', claims)).browser.whoAmI()).toBe(email)
})

test('no one joins by an address that is not confirmed, or with a name that leads elsewhere', async () => {
  await choose('hillview', 'hillview', { joining: 'staff' })
  const email = newAddress()
  const unconfirmed = await signIn('hillview', { sub: 'j-1', email, email_verified: false })
  expect(unconfirmed.answer.body).toContain('Your email address isn’t confirmed')
  expect(await linkOf(email)).toEqual([])
  await signIn('hillview', {
    sub: 'j-1',
    email,
    email_verified: true,
    given_name: 'Visit evil.com',
    family_name: '<b>',
  })
  expect(await linkOf(email)).toMatchObject([{ firstName: email.split('@')[0], lastName: '' }])
})

test('someone whose account is closed does not join again', async () => {
  await choose('hillview', 'hillview', { joining: 'staff' })
  const email = newAddress()
  await signIn('hillview', { sub: 'r-1', email, email_verified: true })
  await app.db.updateTable('appUser').set({ disabledAt: new Date() }).where('username', '=', email).execute()
  expect((await signIn('hillview', { sub: 'r-1', email, email_verified: true })).answer.status).toBe(403)
  await app.db.deleteFrom('signInLink').execute()
  expect((await signIn('hillview', { sub: 'r-1', email, email_verified: true })).answer.status).toBe(403)
})

test('two windows in which someone joins make one account', async () => {
  await choose('hillview', 'hillview', { joining: 'student' })
  const email = newAddress()
  one.says({ sub: 't-1', email, email_verified: true })
  const windows = [openBrowser(app), openBrowser(app)]
  const answers: string[] = []
  for (const browser of windows) {
    const there = await browser.go('/rest/user/login?service=hillview')
    answers.push(await signInThere(there.url, app.env.publicUrl))
  }
  await Promise.all(windows.map((browser, at) => browser.send(answers[at]!)))
  expect(await Promise.all(windows.map((browser) => browser.whoAmI()))).toEqual([email, email])
  expect(await linkOf(email)).toHaveLength(1)
})

/** The issuer's answer to a sign-in that this browser began. */
async function answered(serviceId: string, person: Person) {
  await choose('hillview', 'hillview')
  const browser = openBrowser(app)
  issuerOf(serviceId).says(person)
  const there = await browser.go(`/rest/user/login?service=${serviceId}`)
  return { browser, there: new URL(there.url), answer: new URL(await signInThere(there.url, app.env.publicUrl)) }
}
const known = { sub: 'm-1', email: assistant, email_verified: true }

test('the answer of one service does not count at the address of another, nor its code with another’s state', async () => {
  const { browser, answer } = await answered('hillview', known)
  const elsewhere = new URL(answer)
  elsewhere.pathname = '/rest/user/login/callback/riverside'
  expect((await browser.send(elsewhere.href)).status).toBe(400)
  expect((await browser.send(answer.href)).status).toBe(400)
  expect(await browser.whoAmI()).toBeUndefined()

  const mine = await answered('hillview', known)
  const theirs = await answered('riverside', known)
  mine.answer.searchParams.set('code', theirs.answer.searchParams.get('code')!)
  expect((await mine.browser.send(mine.answer.href)).status).toBe(400)
})

test.each([
  ['of another issuer', (answer: URL) => answer.searchParams.set('iss', other.url)],
  ['without its issuer', (answer: URL) => answer.searchParams.delete('iss')],
  ['with another state', (answer: URL) => answer.searchParams.set('state', 'x')],
  ['at the portal’s own address', (answer: URL) => Object.assign(answer, { pathname: '/rest/user/login/callback' })],
])('an answer %s opens no session', async (_, spoil) => {
  const { browser, answer } = await answered('hillview', known)
  spoil(answer)
  expect((await browser.send(answer.href)).status).toBe(400)
  expect(await browser.whoAmI()).toBeUndefined()
})

test('an answer opens no session in another browser, and not with the nonce of another sign-in', async () => {
  const { answer } = await answered('hillview', known)
  const stranger = openBrowser(app)
  await stranger.go('/rest/user/login?service=hillview')
  expect((await stranger.send(answer.href)).status).toBe(400)

  const second = await answered('hillview', known)
  await app.db.updateTable('signIn').set({ nonce: 'another' }).execute()
  expect((await second.browser.send(second.answer.href)).status).toBe(400)
})

test('a service that is switched off signs out its people; a removed one is forgotten', async () => {
  await choose('hillview', 'hillview')
  const { browser } = await signIn('hillview', known)
  const local = openBrowser(app)
  await local.signIn(assistant)
  await app.as('administrator')(changeSignInService, { id: 'hillview', enabled: false })
  expect([await browser.whoAmI(), await local.whoAmI()]).toEqual([undefined, assistant])
  expect(await linkOf(assistant)).toHaveLength(1)
  await app.as('administrator')(removeSignInService, { id: 'hillview' })
  expect(await linkOf(assistant)).toEqual([])
})

test('a sign-out notice ends only the sessions that its own service began', async () => {
  await choose('hillview', 'shared')
  await choose('riverside', 'riverside')
  const [here, there] = [
    await signIn('shared', { ...known, sub: 'b-1' }),
    await signIn('riverside', { sub: 'b-1', email: usernames.riverside, email_verified: true }),
  ]
  const notice = { issuer: other.url, key: other.key, audience: 'riverside', sub: 'b-1' }
  expect((await sendSignOut(app, { ...notice, audience: 'shared' })).statusCode).toBe(400)
  expect((await sendSignOut(app, { ...notice, key: one.key })).statusCode).toBe(400)
  expect((await sendSignOut(app, notice)).statusCode).toBe(200)
  expect([await here.browser.whoAmI(), await there.browser.whoAmI()]).toEqual([assistant, undefined])
})

test('signing out leads to the end of the session at the service', async () => {
  await choose('hillview', 'hillview')
  const { browser } = await signIn('hillview', known)
  const out = await browser.send('/rest/user/logout', { method: 'POST', headers: { 'x-requested-with': 'test' } })
  const end = new URL(JSON.parse(out.body).endSessionUrl)
  expect([end.origin, end.pathname]).toEqual([one.url, '/session/end'])
  expect(end.searchParams.get('id_token_hint')).toMatch(/^eyJ/)
})

test('a proof is given at the service that signed the person in', async () => {
  await choose('hillview', 'hillview')
  const since = Date.now()
  const { browser } = await signIn('hillview', known)
  const ways = JSON.parse((await browser.send('/rest/user/proof', { headers: { accept: 'application/json' } })).body)
  expect(ways).toMatchObject({ response: ['issuer'], service: 'hillview' })
  const there = new URL((await browser.go('/rest/user/login?service=hillview&prompt=login&redirect=/signed-in')).url)
  expect([there.searchParams.get('prompt'), there.searchParams.get('max_age')]).toEqual(['login', '0'])
  await browser.send(await signInThere(there.href, app.env.publicUrl))
  const proofs = await app.db.selectFrom('session').where('serviceId', '=', 'hillview').select('provedAt').execute()
  expect(proofs).toHaveLength(1)
  // The service gives whole seconds.
  expect(proofs[0]!.provedAt!.getTime()).toBeGreaterThan(since - 1000)
})
