import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { book } from '#features/downloads/server/testing.ts'
import { hourMs } from '#kit/day.ts'
import { visitorDepth } from '../rules.ts'

let app: TestApp
// The clock stops: the budget is of an hour.
const now = Date.now()
beforeAll(async () => {
  app = await testApp({ work: false, env: { CLIENT_LIMITS: 'off', SCHOOL_LIMITS: 'searches=100000' } })
  app.setClock(() => new Date(now))
  await app.catalogue.write([book({ id: '1', title: 'Wombat stew' })])
})
afterAll(() => app.close())

let address = '198.51.100.1'
const search = (query: object, by: 'hillview' | null = null) =>
  app.raw(by, {
    method: 'POST',
    url: '/rest/catalogue/search',
    payload: { bodybuilderquery: { query: { match_all: {} }, ...query } },
    remoteAddress: address,
  })
const shallow = { from: visitorDepth.freeHits - 100, size: 100 }
const deep = { from: 9_900, size: 100 }
const years = (count: number) => ({
  query: {
    bool: {
      filter: [
        {
          bool: {
            should: Array.from({ length: count }, (_, at) => ({
              range: { publicationYear: { gte: 1900 + at, lte: 1900 + at } },
            })),
          },
        },
      ],
    },
  },
})
const spendAll = async (query: object) => {
  for (let n = 0; n < visitorDepth.perHour; n++) expect((await search(query)).statusCode).toBe(200)
}

test('a network that is not signed in has an hour’s budget of deep pages; the first thousand hits are free', async () => {
  await spendAll(deep)
  const refused = await search(deep)
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'visitor_depth'])
  expect(refused.headers['retry-after']).toBe('3600')
  expect(refused.json().messages[0]).toMatch(
    /^Visitors can go this deep .* Sign in to continue, or try again in 60 minutes\.$/,
  )
  expect((await search(shallow)).statusCode).toBe(200)
  expect((await search(years(visitorDepth.freeFilters))).statusCode).toBe(200)
  // Both are one budget, and both ways of searching.
  expect((await search(years(visitorDepth.freeFilters + 1))).statusCode).toBe(429)
  const friendly = await app.raw(null, {
    url: '/rest/search?query=wombat&pageNumber=100&pageSize=100',
    remoteAddress: address,
  })
  expect(friendly.statusCode).toBe(429)
  expect((await search(deep, 'hillview')).statusCode).toBe(200)

  address = '198.51.100.2'
  expect((await search(deep)).statusCode).toBe(200)
  address = '198.51.100.1'
  app.setClock(() => new Date(now + hourMs + 1_000))
  expect((await search(deep)).statusCode).toBe(200)
  app.setClock(() => new Date(now))
})

test('an address of IPv6 counts with its network', async () => {
  address = '2001:db8:1:2::1'
  await spendAll(years(visitorDepth.freeFilters + 1))
  address = '2001:db8:1:2:ffff::9'
  expect((await search(deep)).statusCode).toBe(429)
  address = '2001:db8:1:3::1'
  expect((await search(deep)).statusCode).toBe(200)
})

test('SCHOOL_LIMITS=off has no such budget', async () => {
  const free = await testApp({ work: false, env: { SCHOOL_LIMITS: 'off', CLIENT_LIMITS: 'off' } })
  const payload = { bodybuilderquery: { query: { match_all: {} }, ...deep } }
  for (let n = 0; n <= visitorDepth.perHour; n++) {
    const { statusCode } = await free.raw(null, { method: 'POST', url: '/rest/catalogue/search', payload })
    expect(statusCode).toBe(200)
  }
  await free.close()
})
