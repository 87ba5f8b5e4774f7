import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { studentsApi } from '#features/school/students/contract.ts'
import type { RawInput } from '#kit/contract.ts'
import { openBrowser } from '../../server/account-testing.ts'
import { deskServicesApi } from '../contract.ts'
import { schoolSignInApi } from '../school-contract.ts'

const { addSignInService, deskSignInServices } = deskServicesApi
let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
  for (const person of ['hillview', 'riverside', 'admin', 'administrator', 'desk'] as const) await app.sessionOf(person)
  const common = { issuer: 'https://id.example', clientId: 'c', clientSecret: 'very secret' }
  const add = app.as('administrator')
  await add(addSignInService, { ...common, id: 'google', name: 'Google', preset: 'google' })
  await add(addSignInService, { ...common, id: 'hillview', name: 'Hillview', customerId: 'demo-hillview' })
  await add(addSignInService, { ...common, id: 'riverside', name: 'Riverside', customerId: 'demo-riverside' })
})
afterEach(async () => {
  await app.db.deleteFrom('schoolSignIn').execute()
  await setDomain('demo-hillview', 'hillview.example')
  await setDomain('demo-riverside', 'riverside.example')
})
afterAll(() => app.close())

const setDomain = (customerId: string, emailDomain: string) =>
  app.db.updateTable('customer').set({ emailDomain }).where('id', '=', customerId).execute()
type Choice = RawInput<typeof schoolSignInApi.changeSchoolSignIn>
const choose = (choice: Partial<Choice>, person: 'hillview' | 'riverside' = 'hillview') =>
  app.as(person)(schoolSignInApi.changeSchoolSignIn, {
    ...{ serviceId: 'google', joining: 'nobody', passwords: true },
    ...choice,
  })
const state = async () => (await app.as('hillview')(schoolSignInApi.schoolSignIn, {})).response

test('a school is offered its own services and those for all', async () => {
  expect((await state()).services.map(({ id, own }) => [id, own])).toEqual([
    ['hillview', true],
    ['google', false],
  ])
  await expect(choose({ serviceId: 'riverside' })).rejects.toMatchObject({ code: 'service_not_offered' })
  await expect(choose({ serviceId: 'unknown' })).rejects.toMatchObject({ code: 'service_not_offered' })
  await expect(choose({ serviceId: null, passwords: false })).rejects.toMatchObject({ code: 'service_needed' })
})

test('no reply holds a client secret, and the database holds it sealed', async () => {
  const replies = JSON.stringify(await app.as('desk')(deskSignInServices, {}))
  expect(replies).toContain('"hasSecret":true')
  expect(replies).not.toContain('very secret')
  const stored = await app.db.selectFrom('signInSecret').select('secret').execute()
  expect(stored.map(({ secret }) => secret).every((each) => each.startsWith('v1.'))).toBe(true)
  expect(JSON.stringify(await app.db.selectFrom('auditEntry').selectAll().execute())).not.toContain('very secret')
})

test('the customer team sees the services; only administrators change them', async () => {
  const added = { id: 'x', name: 'X', issuer: 'https://x.example', clientId: 'c', clientSecret: 's' }
  await expect(app.as('desk')(addSignInService, added)).rejects.toMatchObject({ status: 403 })
  await expect(app.as('hillview')(addSignInService, added)).rejects.toMatchObject({ status: 403 })
  await expect(app.as('administrator')(addSignInService, { ...added, id: 'google' })).rejects.toMatchObject({
    code: 'service_exists',
  })
  await expect(
    app.as('administrator')(addSignInService, { ...added, issuer: 'http://x.example' }),
  ).rejects.toMatchObject({
    errors: { issuer: [expect.stringContaining('https://')] },
  })
})

test.each([
  ['no domain', '', 'no email domain'],
  ['a public mail host', 'gmail.com', 'Anyone can get an address at gmail.com'],
  ['a shared ending', 'vic.edu.au', 'Anyone can get an address'],
  ['a domain in which the primary contact has no address', 'elsewhere.example', 'Your own email address isn’t at'],
  ['a domain above that of another organisation', 'example', 'Anyone can get'],
])('with %s people are not led by address and cannot join', async (_, domain, fault) => {
  await setDomain('demo-hillview', domain)
  await expect(choose({ joining: 'student' })).rejects.toMatchObject({
    code: 'domain_unfit',
    errors: { joining: [expect.stringContaining(fault)] },
  })
  expect((await choose({})).response.domainFault).toContain(fault)
})

test('a domain of another organisation, or with people of another one, shows no one’s school', async () => {
  await setDomain('demo-riverside', 'sub.hillview.example')
  await expect(choose({ joining: 'staff' })).rejects.toMatchObject({ code: 'domain_unfit' })
  await setDomain('demo-riverside', 'riverside.example')
  const whose = app.db.updateTable('appUser').where('username', '=', 'librarian@riverside.example')
  await whose.set({ email: 'librarian@hillview.example' }).execute()
  try {
    await expect(choose({ joining: 'staff' })).rejects.toMatchObject({ code: 'domain_unfit' })
  } finally {
    await whose.set({ email: 'librarian@riverside.example' }).execute()
  }
  expect((await choose({ joining: 'staff' })).response).toMatchObject({ domainFault: '', joining: 'staff' })
})

test('no one else can take a domain by which a school’s people are recognised', async () => {
  await choose({})
  await setDomain('demo-hillview', 'other.example')
  const { changeEmailDomain } = studentsApi
  await app.db.updateTable('customer').set({ emailDomain: '' }).where('id', '=', 'demo-riverside').execute()
  const riverside = app.as('riverside')
  await expect(riverside(changeEmailDomain, { domain: 'hillview.example' })).rejects.toMatchObject({
    code: 'bad_domain',
  })
  await expect(riverside(changeEmailDomain, { domain: 'x.hillview.example' })).rejects.toMatchObject({
    code: 'bad_domain',
  })
  expect((await riverside(changeEmailDomain, { domain: 'free.example' })).customer.emailDomain).toBe('free.example')
})

const openPage = async () => {
  const browser = openBrowser(app)
  return { browser, page: await browser.go('/rest/user/login?redirect=/myProfile') }
}

test('the sign-in page shows a link for each service that is for all, which leads on to the same page', async () => {
  const { page } = await openPage()
  const links = [...page.body.matchAll(/href="(\/rest\/user\/login[^"]*)">Sign in with ([^<]+)</g)]
  expect(links.map(([, href, name]) => [href!.replaceAll('&#38;', '&'), name])).toEqual([
    ['/rest/user/login?service=google&redirect=%2FmyProfile', 'Google'],
  ])
  expect(page.body).not.toContain('name="way"')
})

test.each([
  ['someone.new@hillview.example', true],
  ['librarian@Hillview.example', true],
  ['x@students.hillview.example', true],
  ['librarian@riverside.example', false],
  ['librarian@hillview.example.evil.example', false],
  ['', false],
])('by the address "%s" the page leads to the school’s service: %s', async (username, leads) => {
  await choose({ serviceId: 'hillview' })
  const { browser, page } = await openPage()
  expect(page.body).toContain('name="way" value="school" formnovalidate')
  const answer = await browser.submit(page, { username, password: '', way: 'school' })
  expect(answer.status).toBe(leads ? 200 : 400)
  const next = answer.body.match(/http-equiv="refresh" content="0;url=([^"]+)"/)?.[1]?.replaceAll('&#38;', '&')
  const query = next && new URL(next, app.env.publicUrl).searchParams
  expect(query ? Object.fromEntries(query) : undefined).toEqual(
    leads ? { service: 'hillview', redirect: '/myProfile', hint: username.toLowerCase() } : undefined,
  )
})

test.each([
  ['newkid@hillview.example', true],
  ['librarian@hillview.example', true],
  ['librarian@riverside.example', false],
  ['librarian', false],
])('"%s" without a password leads to the service of the domain: %s', async (username, leads) => {
  await choose({ serviceId: 'hillview' })
  const { browser, page } = await openPage()
  expect(page.body).toMatch(/<input [^>]*name="password"(?![^>]* required)/)
  const answer = await browser.submit(page, { username, password: '' })
  expect(answer.status).toBe(leads ? 200 : 400)
  expect(answer.body).toContain(
    leads ? 'Your school signs in with Hillview.' : 'Please enter your username and password.',
  )
  expect(answer.body.includes('http-equiv="refresh"')).toBe(leads)
  expect(await app.db.selectFrom('guess').selectAll().execute()).toEqual([])
})

test('a failed sign-in offers the service of the domain, whether or not the account exists', async () => {
  await choose({ serviceId: 'hillview' })
  const { browser, page } = await openPage()
  const wrong = async (username: string) => {
    const { status, body } = await browser.submit(page, { username, password: 'wrong' })
    expect([status, body.includes('Incorrect username or password.')]).toEqual([403, true])
    return body
  }
  const known = await wrong('librarian@hillview.example')
  expect(known).toContain('Your school signs in with Hillview.')
  expect(known).toContain('service=hillview&#38;redirect=%2FmyProfile&#38;hint=librarian%40hillview.example')
  const unknown = await wrong('not.known@hillview.example')
  expect(unknown.replaceAll('not.known', 'librarian')).toBe(known)
  expect(await wrong('librarian@riverside.example')).not.toContain('Your school signs in with')
  await app.db.deleteFrom('guess').execute()
})

test('with passwords off only the primary contact signs in by password', async () => {
  await choose({ passwords: false })
  const assistant = openBrowser(app)
  const refused = await assistant.signIn('assistant@hillview.example')
  expect(refused.status).toBe(403)
  expect(refused.body).toContain('Your school has turned passwords off. Please sign in with Google.')
  expect(await assistant.whoAmI()).toBeUndefined()
  const wrong = await openBrowser(app).signIn('assistant@hillview.example', { password: 'wrong' })
  expect(wrong.body).not.toContain('turned passwords off')
  const librarian = openBrowser(app)
  await librarian.signIn('librarian@hillview.example')
  expect(await librarian.whoAmI()).toBe('librarian@hillview.example')
  const elsewhere = openBrowser(app)
  await elsewhere.signIn('librarian@riverside.example')
  expect(await elsewhere.whoAmI()).toBe('librarian@riverside.example')

  await app.as('administrator')(deskServicesApi.changeSignInService, { id: 'google', enabled: false })
  await assistant.signIn('assistant@hillview.example')
  expect(await assistant.whoAmI()).toBe('assistant@hillview.example')
  await app.as('administrator')(deskServicesApi.changeSignInService, { id: 'google', enabled: true })
})
