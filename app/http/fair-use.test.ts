import { afterEach, expect, test } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { profileApi } from '#features/account/profile/contract.ts'
import { proofApi } from '#features/account/sign-in/contract.ts'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { book } from '#features/downloads/server/testing.ts'
import { foldersApi } from '#features/folders/contract.ts'
import { mounted } from '#kit/server/serve.ts'
import { readEnv } from '../env.ts'
import { type Person, requestOf, type TestApp, testApp } from '../testing.ts'
import { type Budget, budgets } from './fair-use.ts'

let app: TestApp
afterEach(() => app?.close())
const open = async (client: string, school: string) => {
  app = await testApp({ work: false, env: { CLIENT_LIMITS: client, SCHOOL_LIMITS: school } })
}
const search = (person: Person | null, remoteAddress = '10.1.1.1') =>
  app.raw(person, {
    ...requestOf(catalogueApi.search, { bodybuilderquery: '{"query":{"match_all":{}}}' }),
    remoteAddress,
  })
const me = (person: Person | null) => app.raw(person, { url: '/rest/user/current' })

test('every reply shows the limit that is nearest its end; past it 429 says when to retry', async () => {
  await open('requests=100,searches=3', 'off')
  expect((await me('hillview')).headers).toMatchObject({
    'ratelimit-limit': '100',
    'ratelimit-remaining': '99',
    'ratelimit-policy': '"requests";q=100;w=60',
    ratelimit: expect.stringMatching(/^"requests";r=99;t=\d+$/),
  })
  for (const remaining of ['2', '1', '0']) {
    const { statusCode, headers } = await search('hillview')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'ratelimit-limit': '3',
      'ratelimit-remaining': remaining,
      'ratelimit-policy': '"searches";q=3;w=60, "requests";q=100;w=60',
      ratelimit: expect.stringMatching(
        new RegExp(`^"searches";r=${remaining};t=${headers['ratelimit-reset']}, "requests";r=9\\d;t=\\d+$`),
      ),
    })
    expect(Number(headers['ratelimit-reset'])).toBeLessThanOrEqual(60)
  }
  const over = await search('hillview')
  expect([over.statusCode, over.json().code, over.json().messages]).toEqual([
    429,
    'too_many',
    [expect.stringMatching(/^You can make 3 searches a minute\. Please try again in \d+ seconds\.$/)],
  ])
  expect(Number(over.headers['retry-after'])).toBeGreaterThan(0)
  expect(over.headers.ratelimit).toContain(`"searches";r=0;t=${over.headers['retry-after']}`)
  // Other calls still work, and so do other people's.
  expect((await me('hillview')).statusCode).toBe(200)
  expect((await search('assistant')).statusCode).toBe(200)
})

test('people of one school share its limit; another school has its own, and the desk none', async () => {
  await open('off', 'searches=2')
  expect((await search('hillview')).statusCode).toBe(200)
  expect((await search('assistant')).statusCode).toBe(200)
  const over = await search('hillview')
  expect([over.statusCode, over.json().messages[0]]).toEqual([429, expect.stringContaining('Your school can make 2')])
  expect((await search('riverside')).statusCode).toBe(200)
  for (let n = 0; n < 4; n++) expect((await search('desk')).statusCode).toBe(200)
})

test('limits of the person and of the school are distinguished; the longest wait counts', async () => {
  await open('mails=1', 'requests=3')
  await app.catalogue.write([book({ id: 'x' })])
  const input = { searchFolderJson: [{ bibId: 'x' }], emailId: 'somebody@hillview.example' }
  const mail = () => app.raw('hillview', requestOf(foldersApi.emailFolder, input))
  const { statusCode, headers } = await mail()
  expect(statusCode).toBe(200)
  const policy = String(headers['ratelimit-policy'])
  expect(policy).toMatch(/^"mails";q=1;w=3600, "school-requests";q=3;w=60, /)
  const names = [...policy.matchAll(/"([\w-]+)"/g)].map(([, name]) => name)
  expect(names.toSorted()).toEqual(['mails', 'requests', 'school-mails', 'school-requests'])
  for (let n = 0; n < 3; n++) await me('assistant')
  const over = await mail()
  expect(over.statusCode).toBe(429)
  const waits = [...String(over.headers.ratelimit).matchAll(/r=0;t=(\d+)/g)].map(([, seconds]) => Number(seconds))
  expect(waits).toHaveLength(2)
  expect(Number(over.headers['retry-after'])).toBe(Math.max(...waits))
})

test('a page spends only the calls that are drawn on it: its files are free, covers have a separate limit', async () => {
  await open('requests=100,covers=30', 'off')
  const budget = async (url: string) => {
    const { statusCode, headers } = await app.raw('hillview', { url, headers: { accept: 'text/html, */*' } })
    return [statusCode, headers['ratelimit-policy']]
  }
  const callsLeft = async () => Number((await me('hillview')).headers['ratelimit-remaining'])
  const page = (await app.raw('hillview', { url: '/discover', headers: { accept: 'text/html' } })).body
  const before = await callsLeft()
  const files = [...page.matchAll(/(?:src|href)="(\/[^"]+\.\w+)"/g)].map(([, url]) => url!)
  expect(files.length).toBeGreaterThan(2)
  for (const url of files) expect(await budget(url)).toEqual([200, undefined])
  for (let n = 0; n < 30; n++) expect(await budget(`/covers/${n}.jpg?width=128`)).toEqual([200, '"covers";q=30;w=60'])
  expect((await budget('/covers/31.jpg?width=128'))[0]).toBe(429)
  expect(await callsLeft()).toBe(before - 1)
})

test('people who are not signed in share a limit by their address', async () => {
  await open('searches=1', 'searches=2')
  const ask = async (address: string) => (await search(null, address)).statusCode
  expect([await ask('10.1.1.1'), await ask('10.1.1.1'), await ask('10.1.1.1')]).toEqual([200, 200, 429])
  expect([await ask('10.1.1.2'), await ask('2001:db8::1'), await ask('2001:db8::2'), await ask('2001:db8::3')]).toEqual(
    [200, 200, 200, 429],
  )
})

test('without limits no headers are sent', async () => {
  await open('off', 'off')
  const { headers } = await search('hillview')
  expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([])
})

test('existing calls spend each limit, and every call that searches, emails or makes a download spends one', async () => {
  await open('off', 'off')
  const paths = mounted.get(app.http)!.map(({ path }) => path)
  const spent = (budget: Budget) => paths.filter((path) => budgets[budget].spends.test(path))
  for (const budget of Object.keys(budgets) as Budget[]) expect(spent(budget).length).toBeGreaterThan(0)
  const named = (pattern: RegExp) => paths.filter((path) => pattern.test(path) && !path.startsWith('/rest/desk/'))
  expect(named(/search$|suggest|spelling/).filter((path) => !spent('searches').includes(path))).toEqual([])
  expect(named(/mydownload.*create$/).filter((path) => !spent('downloads').includes(path))).toEqual([])
  expect(
    named(/email/i).filter(
      (path) => !spent('mails').includes(path) && !/change|confirm|stop|domain|withdraw/i.test(path),
    ),
  ).toEqual([])
})

test('a refused call spends neither an email nor a file; concurrent ones spend the remainder', async () => {
  await open('mails=2', 'off')
  const { emailFolder } = foldersApi
  await app.catalogue.write([book({ id: 'x' })])
  const mail = (emailId: string) =>
    app.raw('hillview', requestOf(emailFolder, { searchFolderJson: [{ bibId: 'x' }], emailId }))
  for (let n = 0; n < 5; n++) expect((await mail('no address')).statusCode).toBe(400)
  const { statusCode, headers } = await mail('somebody@hillview.example')
  expect([statusCode, headers['ratelimit-remaining']]).toEqual([200, '1'])
  const many = await Promise.all(Array.from({ length: 5 }, () => mail('somebody@hillview.example')))
  expect(many.map((each) => each.statusCode).toSorted()).toEqual([200, 429, 429, 429, 429])
})

test('refused or with a proof of work, requests for a forgotten password share no limit behind an address', async () => {
  await open('off', 'requests=2,mails=1')
  const forgot = (username: string) => app.raw(null, requestOf(profileApi.requestForgotPassword, { username }))
  const replies = []
  for (let n = 0; n < 12; n++) replies.push((await forgot('librarian@hillview.example')).json().code)
  expect(replies.filter(Boolean)).toEqual(Array(7).fill('work_needed'))
  expect((await forgot('librarian@riverside.example')).statusCode).toBe(200)
})

test('past the request limit people can still sign in, sign out and see who they are', async () => {
  await open('requests=2', 'requests=2')
  for (let n = 0; n < 4; n++) {
    await me('hillview')
    await search(null, '127.0.0.1')
  }
  expect([(await me('hillview')).statusCode, (await search(null, '127.0.0.1')).statusCode]).toEqual([429, 429])
  const signIn = async (remoteAddress: string) => {
    const { statusCode, headers } = await app.raw(null, { ...requestOf(accountApi.login, {}), remoteAddress })
    return [statusCode, headers.ratelimit]
  }
  const left = (calls: number) => [303, expect.stringMatching(new RegExp(`^"requests";r=${calls};t=\\d+$`))]
  expect([await signIn('10.1.1.1'), await signIn('10.1.1.1')]).toEqual([left(1199), left(1198)])
  expect(await signIn('10.1.1.2')).toEqual(left(1199))
  const prove = (password: string) => app.raw('hillview', requestOf(proofApi.giveProof, { password }))
  expect((await prove('Demo-password-2026')).statusCode).toBe(200)
  // A limit per session: another session of the same person has its own.
  const ways = () => app.raw('hillview', requestOf(proofApi.waysToProve, {}))
  const statuses = []
  for (let n = 0; n < 62; n++) statuses.push((await ways()).statusCode)
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
  app.signInAgain()
  expect((await ways()).statusCode).toBe(200)
  expect((await app.raw('hillview', requestOf(accountApi.logout, {}))).statusCode).toBe(200)
})

test('limits are read by name; those not named keep their default', () => {
  expect(readEnv({ CLIENT_LIMITS: 'searches=5' }).limits.client).toMatchObject({ searches: 5, requests: 3000 })
  expect(readEnv({}).limits.school).toMatchObject({ searches: 3000, storage: 2000 })
  expect(readEnv({ SCHOOL_LIMITS: 'off' }).limits.school).toEqual({
    ...{ requests: 0, covers: 0, searches: 0, downloads: 0, mails: 0, storage: 0 },
  })
  for (const wrong of ['searches', 'searches=many', 'nothing=1', 'searches=-1'])
    expect(() => readEnv({ CLIENT_LIMITS: wrong })).toThrow(/^CLIENT_LIMITS=.*must be off, or limits/)
})
