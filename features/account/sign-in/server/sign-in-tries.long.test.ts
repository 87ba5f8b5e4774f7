import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { hourMs } from '#kit/day.ts'
import { type Browser, openBrowser } from '../../server/account-testing.ts'

const librarian = 'librarian@hillview.example'
const password = 'Demo-password-2026'
let app: TestApp
let clock = new Date('2026-03-02T09:00:00Z')
beforeAll(async () => {
  app = await testApp({ work: false, env: { HOST: '0.0.0.0' } })
  app.setClock(() => clock)
})
beforeEach(async () => {
  clock = new Date(clock.getTime() + 3 * hourMs)
  app.signInAgain()
  await app.db.deleteFrom('guess').execute()
  await app.db.deleteFrom('formerPassword').execute()
})
afterAll(() => app.close())

const openPage = async (browser: Browser) => ({ browser, page: await browser.go('/rest/user/login') })
type Open = Awaited<ReturnType<typeof openPage>>
const from = (address: string) => openPage(openBrowser(app, { address }))
const status = async ({ browser, page }: Open, fields: { password: string; username?: string; proof?: string }) =>
  (await browser.submit(page, { username: librarian, ...fields })).status
const signsIn = async (browser: Browser, username = librarian) => {
  await browser.signIn(username)
  const name = await browser.whoAmI()
  await browser.send('/rest/user/logout', { method: 'POST', headers: { origin: app.env.publicUrl } })
  return name === username
}

test('while someone guesses from many addresses, the owner signs in from a known browser 20 times of 20', async () => {
  const known = openBrowser(app)
  await signsIn(known)
  let running = true
  let looked = 0
  let stopped = 0
  const attacker = async (first: number) => {
    for (let n = first; running; n += 4) {
      const answer = await status(await from(`192.0.2.${n % 250}`), { password: `guess ${n}` })
      if (answer === 403) looked++
      else stopped++
    }
  }
  const attack = Promise.all([1, 2, 3, 4].map(attacker))
  await expect.poll(() => stopped, { timeout: 30_000 }).toBeGreaterThan(5)

  let arrived = 0
  for (let turn = 0; turn < 20; turn++) if (await signsIn(known)) arrived++
  running = false
  await attack

  expect(arrived).toBe(20)
  expect(looked).toBe(5)
}, 300_000)

test('meanwhile the owner signs in from 20 new browsers, with a proof of work each, 20 times of 20', async () => {
  const guess = async (n: number) => status(await from(`192.0.2.${n % 250}`), { password: `guess ${n}` })
  // Spends the free guesses: until then a new browser is given no work, and would be refused if they ran out meanwhile.
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => guess(n)))
  let arrived = 0
  for (let turn = 0; turn < 20; turn++) {
    const guesses = Array.from({ length: 8 }, (_, n) => guess(turn * 8 + n))
    const fresh = await openPage(openBrowser(app))
    const proof = await fresh.browser.prove(fresh.page, librarian)
    if ((await status(fresh, { password, proof })) === 303) arrived++
    answers.push(...(await Promise.all(guesses)))
  }

  expect(arrived).toBe(20)
  expect(answers.filter((each) => each === 403)).toHaveLength(5)
}, 300_000)
