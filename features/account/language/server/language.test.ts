import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openBrowser } from '../../server/account-testing.ts'
import { languageApi } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const choose = (person: Parameters<TestApp['raw']>[0], payload: object, url = '/rest/user/language') =>
  app.raw(person, { method: 'POST', url, payload })
const cookiesOf = (reply: Awaited<ReturnType<TestApp['raw']>>) =>
  reply.cookies.map(({ name, value }) => `${name}=${value}`).filter((each) => each.startsWith('language='))
const ownOf = (id: string) =>
  app.db.selectFrom('appUser').where('id', '=', id).select('language').executeTakeFirstOrThrow()

test('a visitor’s choice is of the browser, a person’s also of the account', async () => {
  expect(cookiesOf(await choose(null, { language: 'mi' }))).toEqual(['language=mi'])
  expect(cookiesOf(await choose('assistant', { language: 'en-NZ' }))).toEqual(['language=en-NZ.account'])
  expect(await ownOf('demo-hillview-assistant')).toEqual({ language: 'en-NZ' })
  expect((await choose(null, { language: 'fr' })).statusCode).toBe(400)
})

test('a school’s choice is that of those who have none', async () => {
  const school = '/rest/customer/current/language'
  expect(cookiesOf(await choose('hillview', { language: 'mi' }, school))).toEqual(['language=mi.account'])
  expect(await app.as('assistant')(languageApi.schoolLanguage, {})).toMatchObject({ response: { language: 'mi' } })
  // The assistant has chosen English (New Zealand), and may not choose for the school.
  expect((await choose('assistant', { language: 'mi' }, school)).statusCode).toBe(403)
  const noted = await app.db
    .selectFrom('auditEntry')
    .where('action', '=', 'language_changed')
    .select(['before', 'after'])
    .execute()
  expect(noted).toEqual([{ before: { language: null }, after: { language: 'mi' } }])
  expect(cookiesOf(await choose('hillview', { language: null }, school))).toEqual([])
})

const librarian = 'librarian@riverside.example'
const trial = 'trial@lakeside.example'

test('what a visitor chose continues after sign-in without being stored, until the account has its own', async () => {
  const browser = openBrowser(app)
  const headers = { 'x-requested-with': 'test', 'content-type': 'application/json' }
  const chooseHere = (language: string) =>
    browser.send('/rest/user/language', { method: 'POST', headers, payload: JSON.stringify({ language }) })
  await chooseHere('mi')
  await browser.signIn(librarian)
  expect(browser.cookie('language')?.value).toBe('mi')
  const stored = () => app.db.selectFrom('appUser').where('username', '=', librarian).select('language').execute()
  expect(await stored()).toEqual([{ language: null }])
  // The person’s own choice is stored, and applies on every device.
  await chooseHere('en-NZ')
  expect(await stored()).toEqual([{ language: 'en-NZ' }])
  const elsewhere = openBrowser(app)
  await elsewhere.signIn(librarian)
  expect(elsewhere.cookie('language')?.value).toBe('en-NZ.account')
  // The next person at this browser did not choose it.
  await elsewhere.signIn(trial)
  expect(elsewhere.cookie('language')).toBeUndefined()
})
