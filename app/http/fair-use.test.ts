import { afterEach, expect, test } from 'vitest'
import { catalogueApi } from '#features/catalogue/contract.ts'
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

test('every reply tells the budget that is nearest its end; past it 429 says when to come again', async () => {
  await open('requests=100,searches=3', 'off')
  expect((await me('hillview')).headers).toMatchObject({
    'ratelimit-limit': '100',
    'ratelimit-remaining': '99',
    'ratelimit-policy': '"requests";q=100;w=60',
  })
  for (const remaining of ['2', '1', '0']) {
    const { statusCode, headers } = await search('hillview')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'ratelimit-limit': '3',
      'ratelimit-remaining': remaining,
      'ratelimit-policy': '"searches";q=3;w=60, "requests";q=100;w=60',
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
  // Other calls go on, and so do other people.
  expect((await me('hillview')).statusCode).toBe(200)
  expect((await search('assistant')).statusCode).toBe(200)
})

test('people of one school share its budget; another school has its own, and the desk none', async () => {
  await open('off', 'searches=2')
  expect((await search('hillview')).statusCode).toBe(200)
  expect((await search('assistant')).statusCode).toBe(200)
  const over = await search('hillview')
  expect([over.statusCode, over.json().messages[0]]).toEqual([429, expect.stringContaining('Your school can make 2')])
  expect((await search('riverside')).statusCode).toBe(200)
  for (let n = 0; n < 4; n++) expect((await search('desk')).statusCode).toBe(200)
})

test('people who are not signed in share a budget by their address', async () => {
  await open('searches=1', 'searches=2')
  const ask = async (address: string) => (await search(null, address)).statusCode
  expect([await ask('10.1.1.1'), await ask('10.1.1.1'), await ask('10.1.1.1')]).toEqual([200, 200, 429])
  expect([await ask('10.1.1.2'), await ask('2001:db8::1'), await ask('2001:db8::2'), await ask('2001:db8::3')]).toEqual(
    [200, 200, 200, 429],
  )
})

test('without limits nothing is told', async () => {
  await open('off', 'off')
  const { headers } = await search('hillview')
  expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([])
})

test('each budget is spent by calls that there are, and what searches, mails or makes a download spends one', async () => {
  await open('off', 'off')
  const paths = mounted.get(app.http)!.map(({ path }) => path)
  const spent = (budget: Budget) => paths.filter((path) => budgets[budget].spends.test(path))
  for (const budget of Object.keys(budgets) as Budget[]) expect(spent(budget).length).toBeGreaterThan(2)
  const named = (pattern: RegExp) => paths.filter((path) => pattern.test(path) && !path.startsWith('/rest/desk/'))
  expect(named(/search$|suggest|spelling/).filter((path) => !spent('searches').includes(path))).toEqual([])
  expect(named(/mydownload.*create$/).filter((path) => !spent('downloads').includes(path))).toEqual([])
  expect(
    named(/email/i).filter(
      (path) => !spent('mails').includes(path) && !/change|confirm|stop|domain|withdraw/i.test(path),
    ),
  ).toEqual([])
})

test('limits are read by name; what is not named keeps its default', () => {
  expect(readEnv({ CLIENT_LIMITS: 'searches=5' }).limits.client).toMatchObject({ searches: 5, requests: 3000 })
  expect(readEnv({}).limits.school).toMatchObject({ searches: 3000, storage: 2000 })
  expect(readEnv({ SCHOOL_LIMITS: 'off' }).limits.school).toEqual({
    ...{ requests: 0, searches: 0, downloads: 0, mails: 0, storage: 0 },
  })
  for (const wrong of ['searches', 'searches=many', 'nothing=1', 'searches=-1'])
    expect(() => readEnv({ CLIENT_LIMITS: wrong })).toThrow(/^CLIENT_LIMITS=.*must be off, or limits/)
})

test('one client has a few searches under way at a time; another one does not wait for them', async () => {
  await open('off', 'off')
  const { search: whole } = app.catalogue
  const held: (() => void)[] = []
  let begun = 0
  app.catalogue.search = async (...given) => {
    begun++
    if (held.length < 4) await new Promise<void>((go) => held.push(go))
    return whole.call(app.catalogue, ...given)
  }
  const many = Array.from({ length: 60 }, () => search('hillview'))
  await expect.poll(() => begun).toBe(4)
  expect((await search('assistant')).statusCode).toBe(200)
  expect(begun).toBe(5)
  for (const go of held) go()
  const statuses = (await Promise.all(many)).map(({ statusCode }) => statusCode)
  // 4 under way, 48 that wait; the others come again.
  expect([200, 503].map((status) => statuses.filter((each) => each === status).length)).toEqual([52, 8])
  expect((await search('hillview')).statusCode).toBe(200)
})
