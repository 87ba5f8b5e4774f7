import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { hourMs } from '#kit/day.ts'
import { openBrowser } from '../../server/account-testing.ts'

const librarian = 'librarian@hillview.example'
const morning = Date.now()
let clock = morning
let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
  app.setClock(() => new Date(clock))
})
afterEach(() => {
  clock = morning
})
afterAll(() => app.close())

const rows = async (table: 'session' | 'signIn' | 'oidcPayload' | 'guess') =>
  (await app.db.selectFrom(table).selectAll().execute()).length

test('a session lasts a working day of use and no longer', async () => {
  const browser = openBrowser(app)
  await browser.signIn(librarian)
  for (let hours = 2; hours < 12; hours += 2) {
    clock = morning + hours * hourMs
    expect(await browser.whoAmI()).toBe(librarian)
  }
  clock = morning + 12 * hourMs + 1000
  expect(await browser.whoAmI()).toBeUndefined()
})

test('a session unused for three hours is over', async () => {
  const browser = openBrowser(app)
  await browser.signIn(librarian)
  clock = morning + 3 * hourMs + 1000
  expect(await browser.whoAmI()).toBeUndefined()
  clock = morning + 1000
})

test('the next sign-in deletes expired rows', async () => {
  const browser = openBrowser(app)
  await browser.signIn(librarian)
  await browser.go('/rest/user/login')
  clock = morning + 24 * hourMs
  await openBrowser(app).go('/rest/user/login')

  expect([await rows('session'), await rows('guess')]).toEqual([0, 0])
  expect(await rows('signIn')).toBe(1)
  expect(await rows('oidcPayload')).toBe(1)
})

test('a sign-in started more than an hour ago cannot be finished', async () => {
  const browser = openBrowser(app)
  const page = await browser.go('/rest/user/login')
  const sent = await browser.submit(page, { username: librarian, password: 'Demo-password-2026' })
  const { url } = await browser.follow(sent, '/rest/user/login/callback')
  clock = morning + hourMs + 1000

  expect((await browser.send(url)).status).toBe(400)
  expect(await browser.whoAmI()).toBeUndefined()
})

test('with the demo world off, its published password opens nothing, and its sessions are dead', async () => {
  const browser = openBrowser(app)
  await browser.signIn(librarian)
  app.env.demo = false
  try {
    expect(await browser.whoAmI()).toBeUndefined()
    const page = await browser.go('/rest/user/login')
    expect(page.body).not.toMatch(/Demo-password|@hillview\.example/)
    const answer = await browser.submit(page, { username: librarian, password: 'Demo-password-2026' })
    expect([answer.status, await browser.whoAmI()]).toEqual([403, undefined])
  } finally {
    app.env.demo = true
  }
})
