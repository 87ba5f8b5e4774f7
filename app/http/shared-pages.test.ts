import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { recordOf } from '#adapters/catalogue/suite/documents.ts'
import { type TestApp, testApp } from '../testing.ts'
import { shareForAMoment } from './shared-pages.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await app.catalogue.write([recordOf({ id: 'd1', title: 'Dragons' })])
})
afterAll(() => app.close())

const pageAt = (url: string, headers: Record<string, string> = {}, who: 'hillview' | null = null) =>
  app.raw(who, { url, headers: { accept: 'text/html', ...headers } })
/** Without the milliseconds of its search, which another drawing takes anew. */
const steady = (body: string) => body.replace(/"took":\d+/g, '')

test.each(['/discover/results/?query=dragons', '/myDownloads'])(
  'visitors get the page of %s in the encoding that they accept',
  async (url) => {
    const body = steady((await pageAt(url)).body)
    const inBrotli = await pageAt(url, { 'accept-encoding': 'gzip, deflate, br' })
    expect(inBrotli.headers).toMatchObject({
      'content-encoding': 'br',
      vary: expect.stringContaining('accept-encoding'),
    })
    expect(steady(String(brotliDecompressSync(inBrotli.rawPayload)))).toBe(body)
    const inGzip = await pageAt(url, { 'accept-encoding': 'gzip, br;q=0' })
    expect(inGzip.headers['content-encoding']).toBe('gzip')
    expect(steady(String(gunzipSync(inGzip.rawPayload)))).toBe(body)
    expect(steady((await pageAt(url, { 'accept-encoding': 'identity' })).body)).toBe(body)
  },
)

test('visitors who come in the same moment share one search; whoever has a cookie gets their own page', async () => {
  const url = '/discover/results/?query=dragon'
  const sent = vi.spyOn(app.http, 'inject').mock.calls as unknown[][]
  const searches = () => sent.filter((given) => JSON.stringify(given).includes('/rest/catalogue/search?'))
  const pages = await Promise.all([pageAt(url), pageAt(url), pageAt(url)])
  expect(new Set(pages.map(({ body }) => body)).size).toBe(1)
  expect(searches()).toHaveLength(1)
  expect((await pageAt(url, {}, 'hillview')).body).toContain('Hillview Primary School')
  await pageAt(url, { cookie: 'language=en-AU' })
  expect(searches()).toHaveLength(3)
  expect((await pageAt(url)).body).not.toContain('Hillview')
})

test('a page is shared for a second, and never without all of its data', async () => {
  let now = 0
  let made = 0
  const shared = shareForAMoment<{ isWhole: boolean; page: number }>(() => now)
  const get = (key: string, isWhole = true) => shared(key, async () => ({ isWhole, page: ++made }))
  const pages = async (...keys: string[]) => (await Promise.all(keys.map((key) => get(key)))).map((each) => each?.page)
  expect(await pages('/', '/', '/discover')).toEqual([1, 1, 2])
  now = 1001
  expect(await pages('/', '/')).toEqual([3, 3])
  expect((await get('/poor', false))?.page).toBe(4)
  expect((await get('/poor'))?.page).toBe(5)
})
