import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { hourMs } from '#kit/day.ts'
import { openBrowser } from '../../server/account-testing.ts'
import type { OwnSession } from '../contract.ts'
import { describeDevice } from '../describe-device.ts'

const librarian = 'librarian@hillview.example'
const agents = {
  office: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
}
let app: TestApp
let clock = Date.now()
beforeAll(async () => {
  app = await testApp({ work: false })
  app.setClock(() => new Date(clock))
})
beforeEach(async () => {
  await app.db.deleteFrom('session').execute()
})
afterAll(() => app.close())

async function signedIn(agent: keyof typeof agents = 'office', username = librarian) {
  const browser = openBrowser(app, { headers: { 'user-agent': agents[agent] } })
  await browser.signIn(username)
  const headers = { accept: 'application/json', origin: app.env.publicUrl }
  return {
    browser,
    sessions: async (): Promise<OwnSession[]> =>
      JSON.parse((await browser.send('/rest/user/sessions', { headers })).body).response,
    post: async (path: string, payload: object = {}) => {
      const answer = await browser.send(path, { method: 'POST', headers, payload })
      return { status: answer.status, ...JSON.parse(answer.body) }
    },
  }
}

test('a person sees where they are signed in, in words, the current session first', async () => {
  const phone = await signedIn('phone')
  clock += 5 * 60_000
  const office = await signedIn('office')
  const listed = await office.sessions()

  expect(listed.map(({ device, kind, method, current }) => [device, kind, method, current])).toEqual([
    ['Firefox on Windows', 'computer', 'password', true],
    ['Safari on iPhone', 'phone', 'password', false],
  ])
  expect(Date.parse(listed[0]!.createdDate) - Date.parse(listed[1]!.lastSeenDate)).toBeGreaterThan(4 * 60_000)
  expect((await phone.sessions())[0]).toMatchObject({ device: 'Safari on iPhone', current: true })
  expect(JSON.stringify(listed)).not.toMatch(/hash|token|Mozilla/i)
})

test('an expired or idle session is not listed', async () => {
  await signedIn('phone')
  clock += 4 * hourMs
  const office = await signedIn()
  expect(await office.sessions()).toHaveLength(1)
})

test('ending one session ends exactly that one, at once, and is audited', async () => {
  const [office, phone, third] = [await signedIn('office'), await signedIn('phone'), await signedIn('office')]
  const { id } = (await office.sessions()).find((each) => each.kind === 'phone')!

  expect((await office.post('/rest/user/sessions/end', { id })).status).toBe(200)

  expect([await office.browser.whoAmI(), await phone.browser.whoAmI(), await third.browser.whoAmI()]).toEqual([
    librarian,
    undefined,
    librarian,
  ])
  expect(await office.post('/rest/user/sessions/end', { id })).toMatchObject({
    status: 404,
    code: 'session_not_found',
  })
  const noted = await app.db.selectFrom('auditEntry').selectAll().orderBy('position', 'desc').executeTakeFirst()
  expect(noted).toMatchObject({
    action: 'sessions_ended',
    subject: 'Safari on iPhone',
    userId: 'demo-hillview-librarian',
  })
})

test('another person’s session cannot be found or ended by its id', async () => {
  const [mine, theirs] = [await signedIn(), await signedIn('phone', 'librarian@riverside.example')]
  const { id } = (await theirs.sessions())[0]!

  for (const each of [id, '', '\0', "' or 1=1", 'x'.repeat(100)])
    expect([400, 404]).toContain((await mine.post('/rest/user/sessions/end', { id: each })).status)
  expect((await mine.post('/rest/user/sessions/end', { id, userId: 'demo-riverside-librarian' })).status).toBe(400)

  expect(await theirs.browser.whoAmI()).toBe('librarian@riverside.example')
  expect(await mine.sessions()).toHaveLength(1)
})

test('one call ends all others; this session and other people’s continue', async () => {
  const [office, phone, other] = [
    await signedIn(),
    await signedIn('phone'),
    await signedIn('phone', 'librarian@riverside.example'),
  ]
  expect(await office.post('/rest/user/sessions/endOthers')).toMatchObject({ status: 200, ended: 1 })
  expect(await office.browser.whoAmI()).toBe(librarian)
  expect(await phone.browser.whoAmI()).toBeUndefined()
  expect(await other.browser.whoAmI()).toBe('librarian@riverside.example')
})

test('signing out everywhere ends every session of the person, and this one’s cookie', async () => {
  const [office, phone, other] = [
    await signedIn(),
    await signedIn('phone'),
    await signedIn('phone', 'librarian@riverside.example'),
  ]
  const answer = await office.post('/rest/user/logout/everywhere')

  expect(answer).toMatchObject({ status: 200, endSessionUrl: `${app.env.publicUrl}/` })
  expect(office.browser.cookie('session')).toBeUndefined()
  expect([await office.browser.whoAmI(), await phone.browser.whoAmI()]).toEqual([undefined, undefined])
  expect(await other.browser.whoAmI()).toBe('librarian@riverside.example')
})

test('a foreign page can end no one’s session', async () => {
  const office = await signedIn()
  const { id } = (await office.sessions())[0]!
  for (const path of ['/rest/user/sessions/end', '/rest/user/sessions/endOthers', '/rest/user/logout/everywhere']) {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await office.browser.send(path, { method: 'POST', headers, payload: { id } })).status).toBe(403)
  }
  expect(await office.browser.whoAmI()).toBe(librarian)
})

test.each([
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on a Chromebook',
    'computer',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on a Mac',
    'computer',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
    'computer',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome on an Android phone',
    'phone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Safari/537.36',
    'Samsung Internet on an Android tablet',
    'tablet',
  ],
  ['curl/8.5.0', 'Unknown device', 'unknown'],
  ['', 'Unknown device', 'unknown'],
  [`${'Android '.repeat(40)}`, 'A browser on an Android tablet', 'tablet'],
])('%s is %s', (agent, device, kind) => {
  expect(describeDevice(agent)).toEqual({ device, kind })
})

test('the end of a long browser name is not read', () => {
  expect(describeDevice(agents.office + 'x'.repeat(10_000)).device).toBe('Firefox on Windows')
  expect(describeDevice('Android '.repeat(4_000) + agents.office).device).toBe('A browser on an Android tablet')
})
