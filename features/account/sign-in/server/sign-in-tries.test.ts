import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { hourMs } from '#kit/day.ts'
import { solveWork } from '#platform/human-check/server/human-check-testing.ts'
import { profileApi } from '../../profile/contract.ts'
import { mailsTo } from '../../server/account-mails-testing.ts'
import { type Browser, openBrowser } from '../../server/account-testing.ts'

const librarian = 'librarian@hillview.example'
const assistant = 'assistant@hillview.example'
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
type StoredCookie = [key: string, { value: string; path: string; attributes: string }]
const marks = ({ jar }: Browser): StoredCookie[] => [...jar].filter(([key]) => key.startsWith('known-browser-'))
const counts = () => app.db.selectFrom('guess').select(['subject', 'failures']).orderBy('subject').execute()
const signsIn = async (browser: Browser, username = librarian) => {
  await browser.signIn(username)
  const name = await browser.whoAmI()
  await browser.send('/rest/user/logout', { method: 'POST', headers: { origin: app.env.publicUrl } })
  return name === username
}

test('while the guesses at a name are used up, its owner signs in from a known browser and, with a proof, from a new one', async () => {
  const known = openBrowser(app)
  await signsIn(known)
  const answers = []
  for (let n = 0; n < 7; n++) answers.push(await status(await from(`192.0.2.${n}`), { password: 'no' }))
  expect(answers).toEqual([403, 403, 403, 403, 403, 429, 429])

  expect(await signsIn(known)).toBe(true)
  const fresh = await openPage(openBrowser(app))
  const proof = await fresh.browser.prove(fresh.page, librarian)
  expect(await status(fresh, { password, proof })).toBe(303)
})

test('after a proof of work in a new browser the next sign-in there needs none', async () => {
  for (let n = 0; n < 6; n++) await status(await from(`192.0.2.${n}`), { password: 'no' })
  const fresh = await openPage(openBrowser(app))
  expect(await status(fresh, { password })).toBe(429)

  const proof = await fresh.browser.prove(fresh.page, librarian)
  expect(proof).not.toBe('')
  expect(await status(fresh, { password, proof })).toBe(303)

  expect(await signsIn(fresh.browser)).toBe(true)
}, 60_000)

test('a proof is valid for one guess, at one name', async () => {
  for (const username of [librarian, assistant])
    for (let n = 0; n < 5; n++) await status(await from('192.0.2.1'), { username, password: 'no' })
  const open = await from('192.0.2.1')
  const proof = await open.browser.prove(open.page, librarian)

  expect(await status(open, { username: assistant, password, proof })).toBe(429)
  const guesses = Array.from({ length: 8 }, () => status(open, { password: 'no', proof }))
  expect((await Promise.all(guesses)).sort()).toEqual([403, ...Array(7).fill(429)])
  expect(await status(open, { password, proof })).toBe(429)
}, 60_000)

test.each([
  ['a word', 'x'],
  ['nothing', ''],
  ['an empty object', btoa('{}')],
  ['something long', 'a'.repeat(9000)],
])('%s is not a valid proof, and is not counted as a guess', async (_, proof) => {
  const open = await from('192.0.2.1')
  for (let n = 0; n < 5; n++) await status(open, { password: 'no' })
  const before = await counts()
  expect(await status(open, { password, proof })).toBe(429)
  expect(await counts()).toEqual(before)
})

test('more failed guesses require more work; an answer that has become too easy is refused', async () => {
  const open = await from('192.0.2.1')
  await status(open, { password: 'no' })
  const subject = (await counts()).find((each) => each.subject.startsWith('sign-in:'))!.subject
  const failed = (failures: number) =>
    app.db.updateTable('guess').set({ failures }).where('subject', '=', subject).execute()
  const puzzle = async () =>
    JSON.parse(
      (await open.browser.submit({ ...open.page, url: `${open.page.url}/puzzle` }, { username: librarian })).body,
    ).puzzle
  const costs = []
  for (const failures of [4, 5, 19, 20, 80, 320, 1280, 1_000_000]) {
    await failed(failures)
    costs.push((await puzzle())?.parameters.cost)
  }
  expect(costs).toEqual([undefined, 1024, 1024, 2048, 4096, 8192, 16384, 16384])

  await failed(5)
  const easy = await solveWork(await puzzle())
  await failed(80)
  expect(await status(open, { password, proof: easy })).toBe(429)
  await failed(20)
  expect(await status(open, { password, proof: easy })).toBe(303)
}, 60_000)

test('of fifty simultaneous guesses five are checked', async () => {
  const open = await from('192.0.2.1')
  const answers = await Promise.all(Array.from({ length: 50 }, () => status(open, { password: 'no' })))
  expect(answers.filter((each) => each === 403)).toHaveLength(5)
  expect(answers.filter((each) => each === 429)).toHaveLength(45)
})

test('a school behind one address: 300 wrong guesses by a student block no one at known browsers, nor elsewhere', async () => {
  const known = openBrowser(app, { address: '192.0.2.7' })
  await signsIn(known)
  const pupil = await from('192.0.2.7')
  await status(pupil, { username: 'u1@x.example', password: 'no' })
  await app.db.updateTable('guess').set({ failures: 300 }).where('subject', '=', 'sign-in-from:192.0.2.7').execute()

  expect(await signsIn(known)).toBe(true)
  expect(await signsIn(openBrowser(app, { address: '198.51.100.7' }), assistant)).toBe(true)
  const fresh = await from('192.0.2.7')
  expect(await status(fresh, { username: assistant, password })).toBe(429)
  const proof = await fresh.browser.prove(fresh.page, assistant)
  expect(await status(fresh, { username: assistant, password, proof })).toBe(303)
}, 120_000)

test('310 requests for a link keep no one from signing in', async () => {
  const ask = () => app.as(null)(profileApi.requestForgotPassword, { username: librarian })
  await Promise.allSettled(Array.from({ length: 310 }, ask))

  expect(await signsIn(openBrowser(app))).toBe(true)
}, 60_000)

test('a known browser has ten guesses an hour, and counts as a stranger after these', async () => {
  const browser = openBrowser(app)
  await signsIn(browser)
  for (let n = 0; n < 10; n++) {
    expect(await status(await openPage(browser), { password: 'no' })).toBe(403)
    const strangers = (await counts()).filter(({ subject }) => subject.startsWith('sign-in:'))
    expect(strangers.every(({ failures }) => failures === 0)).toBe(true)
  }
  for (let n = 0; n < 5; n++) expect(await status(await openPage(browser), { password: 'no' })).toBe(403)
  expect(await status(await openPage(browser), { password })).toBe(429)

  clock = new Date(clock.getTime() + 3_601_000)
  expect(await signsIn(browser)).toBe(true)
})

test('a browser’s mark is valid only for names that signed in there, and cannot be altered or forged', async () => {
  const desk = openBrowser(app)
  await signsIn(desk, librarian)
  await signsIn(desk, assistant)
  for (let n = 0; n < 6; n++)
    for (const username of [librarian, assistant]) await status(await from('192.0.2.9'), { username, password: 'no' })
  expect(await signsIn(desk, librarian)).toBe(true)
  expect(await signsIn(desk, assistant)).toBe(true)

  const [[forLibrarian, { value: mark, attributes }], [forAssistant]] = marks(desk) as [StoredCookie, StoredCookie]
  const forged = [
    `${'A'.repeat(22)}${mark.slice(22)}`,
    `${mark.slice(0, -1)}${mark.endsWith('A') ? 'B' : 'A'}`,
    'x',
    '~'.repeat(5000),
  ]
  const triesWith = async (key: string, value: string, username: string) => {
    const thief = openBrowser(app)
    thief.jar.set(key, { value, path: '/sign-in', attributes: '' })
    return status(await openPage(thief), { username, password })
  }
  for (const value of forged) expect(await triesWith(forLibrarian, value, librarian)).toBe(429)
  expect(await triesWith(forAssistant, mark, assistant)).toBe(429)
  expect(await triesWith(forLibrarian, mark, librarian)).toBe(303)
  expect(attributes).toBe('Max-Age=34560000; Path=/sign-in; HttpOnly; SameSite=Lax')
}, 60_000)

test('a browser remembers twenty people, and forgets the oldest first', async () => {
  const desk = openBrowser(app)
  await signsIn(desk, assistant)
  const [[first]] = marks(desk) as [StoredCookie]
  for (let n = 0; n < 19; n++)
    desk.jar.set(`known-browser-${n};/sign-in`, { value: 'x', path: '/sign-in', attributes: '' })
  await signsIn(desk, librarian)

  expect(marks(desk)).toHaveLength(20)
  expect(marks(desk).map(([key]) => key)).not.toContain(first)
})

test.each([
  ['changed', 'while signed in'],
  ['reset', 'while signed out'],
])('a password %s %s forgets every known browser except the current one', async (how) => {
  const [here, elsewhere] = [openBrowser(app), openBrowser(app)]
  await signsIn(here, librarian)
  await signsIn(elsewhere, assistant)
  await here.signIn(assistant)
  const [, [key, old]] = marks(here) as [StoredCookie, StoredCookie]
  const { passwordHash } = await app.db
    .selectFrom('appUser')
    .where('username', '=', assistant)
    .select('passwordHash')
    .executeTakeFirstOrThrow()
  await app.as('assistant')(profileApi.requestChangePassword, {})
  const { guid } = (await mailsTo(app, assistant)).findLast((mail) => mail.guid)!
  if (how === 'reset') await here.send('/rest/user/logout', { method: 'POST', headers: { origin: app.env.publicUrl } })
  const changed = await here.send('/rest/user/changePassword', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    payload: JSON.stringify({ guid, password: 'Kettle-Otter-Sings-7' }),
  })
  expect(JSON.parse(changed.body).response).toEqual({ signedIn: how === 'changed' })
  await here.send('/rest/user/logout', { method: 'POST', headers: { origin: app.env.publicUrl } })

  try {
    for (let n = 0; n < 6; n++)
      for (const username of [librarian, assistant]) await status(await from('192.0.2.9'), { username, password: 'no' })
    const tries = async (browser: Browser) =>
      status(await openPage(browser), { username: assistant, password: 'Kettle-Otter-Sings-7' })
    expect(await tries(elsewhere)).toBe(429)
    const thief = openBrowser(app)
    thief.jar.set(key, old)
    expect(await tries(thief)).toBe(429)
    expect(await tries(here)).toBe(303)
    expect(await signsIn(here, librarian)).toBe(true)
  } finally {
    await app.db.updateTable('appUser').set({ passwordHash }).where('username', '=', assistant).execute()
  }
})

test('names are stored only as hashes, because people type passwords there', async () => {
  await status(await from('192.0.2.1'), { password: 'no' })
  expect(JSON.stringify(await counts())).not.toContain('hillview')
})
