import { afterAll, beforeAll, expect, test } from 'vitest'
import { HeadingsUnavailable } from '#features/catalogue/headings/server/headings-port.ts'
import { CatalogueUnavailable } from '#features/catalogue/server/catalogue-port.ts'
import { type Person, type TestApp, testApp } from './testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
  app.expectErrors(/the file has gone/)
  const gone = (Unavailable: typeof CatalogueUnavailable | typeof HeadingsUnavailable) => () =>
    Promise.reject(new Unavailable('the file has gone'))
  // The table of word forms is in memory, no matter what happens to the index.
  for (const [index, Unavailable] of [
    [app.catalogue, CatalogueUnavailable],
    [app.headings, HeadingsUnavailable],
  ] as const)
    for (const name of Object.keys(index).filter((each) => each !== 'close' && each !== 'variants'))
      Object.assign(index, { [name]: gone(Unavailable) })
})
afterAll(() => app.close())

const query = encodeURIComponent(JSON.stringify({ query: { match_all: {} } }))

test.each<[Person | null, 'GET' | 'POST', string, object?]>([
  [null, 'GET', '/rest/discover/recent/fiction'],
  [null, 'GET', '/rest/discover/recent/series'],
  [null, 'GET', `/rest/catalogue/search?bodybuilderquery=${query}`],
  [null, 'GET', '/rest/search'],
  [null, 'GET', '/rest/catalogue/suggest?prefix=d'],
  [null, 'GET', '/rest/catalogue/spelling?query=dinosuar'],
  [null, 'GET', `/rest/heading/search?bodybuilderquery=${query}`],
  ['hillview', 'GET', '/rest/standard/?fileName=index'],
  ['hillview', 'GET', `/rest/catalogue/record?bodybuilderquery=${query}`],
  ['hillview', 'GET', '/rest/catalogue/shelf'],
  ['hillview', 'GET', '/rest/mydownload/item/formats?bibId=1'],
  ['hillview', 'POST', '/rest/mydownload/request/item/marc/create', { bibId: '1' }],
  ['hillview', 'POST', '/rest/mydownload/request/create', { identities: ['9780140328721'] }],
  ['hillview', 'POST', '/rest/catalogue/record/report', { bibId: '1', kind: 'RECORD_ERROR', text: 'wrong' }],
  ['hillview', 'POST', '/rest/catalogue/record/email', { bibId: '1' }],
  ['desk', 'GET', '/rest/desk/record-reports'],
])('while the index is unavailable, %s gets that answer from %s %s', async (who, method, url, payload) => {
  const reply = await app.raw(who, { method, url, ...(payload ? { payload } : {}) })
  expect(reply.json()).toEqual({
    responseCode: 503,
    code: 'search_unavailable',
    messages: ["We're unable to perform the search. Please try again later"],
  })
  expect(reply.statusCode).toBe(503)
  expect(reply.headers['retry-after']).toBe('2')
})
