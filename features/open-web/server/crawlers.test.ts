import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { book } from '#features/downloads/server/testing.ts'
import { page } from './testing.ts'

const google = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const person = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
  await app.catalogue.write([book({ id: '1', title: 'Wombat stew' })])
})
afterAll(() => app.close())

const search = (query: object, agent: string, by: 'hillview' | null = null) =>
  app.raw(by, {
    method: 'POST',
    url: '/rest/catalogue/search',
    payload: { bodybuilderquery: { query: { match_all: {} }, ...query } },
    headers: { 'user-agent': agent },
  })
const filters = (...years: number[]) => ({
  query: {
    bool: {
      filter: [{ bool: { should: years.map((year) => ({ range: { publicationYear: { gte: year, lte: year } } })) } }],
    },
  },
})
const aggs = { aggs: { publicationYear: { range: { field: 'publicationYear', ranges: [{ from: 1600, to: 2100 }] } } } }

test('a crawler gets a search’s first 200 records; people page to 10,000', async () => {
  expect((await search({ from: 100, size: 100 }, google)).statusCode).toBe(200)
  const refused = await search({ from: 101, size: 100 }, google)
  expect([refused.statusCode, refused.json().messages]).toEqual([
    403,
    ['Crawlers get the first 200 records of a search, with one filter. Please sign in for more.'],
  ])
  for (const [agent, by] of [
    [person, null],
    [google, 'hillview'],
  ] as const)
    expect((await search({ from: 9900, size: 100 }, agent, by)).statusCode).toBe(200)
})

test('a crawler gets no counts of facets and may choose one filter; people get and choose all', async () => {
  expect(Object.keys((await search(aggs, google)).json().aggregations)).toEqual([])
  expect(Object.keys((await search(aggs, person)).json().aggregations)).toEqual(['publicationYear'])
  expect((await search(filters(2001), google)).statusCode).toBe(200)
  expect((await search(filters(2001, 2002), google)).statusCode).toBe(403)
  expect((await search(filters(2001, 2002), person)).statusCode).toBe(200)
})

test('a crawler is led from a whole record to the reduced one, a person is not', async () => {
  const open = (agent: string) =>
    app.raw(null, { url: '/discover/details/1?return=x', headers: { ...page, 'user-agent': agent } })
  const led = await open(google)
  expect([led.statusCode, led.headers.location]).toEqual([301, '/record/1'])
  expect((await open(person)).statusCode).toBe(200)
  const closed = await testApp({ work: false, env: { OPEN_RECORDS: 'false' } })
  const headers = { ...page, 'user-agent': google }
  expect((await closed.raw(null, { url: '/discover/details/1', headers })).statusCode).toBe(200)
  await closed.close()
})
