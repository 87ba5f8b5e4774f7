import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { book } from '#features/downloads/server/testing.ts'
import { openSitemap } from './sitemap.ts'
import { elementsIn } from './testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false, env: { PUBLIC_URL: 'https://portal.example' } })
})
afterAll(() => app.close())

const get = (url: string, headers = {}) => app.raw(null, { url, headers })
const load = (...ids: string[]) =>
  app.catalogue.write(ids.map((id) => book({ id, title: `Book ${id} ${Math.random()}` })))

const textsIn = (xml: string, wanted: string) =>
  elementsIn(xml).flatMap(({ name, text }) => (name === wanted ? [text] : []))

test('an empty catalogue has an index without files', async () => {
  const { statusCode, headers, body } = await get('/sitemap.xml')
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
  expect(textsIn(body, 'loc')).toEqual([])
  expect((await get('/sitemaps/1.xml')).statusCode).toBe(404)
})

test('every record is listed once with its last change, and removed ones are not', async () => {
  await load('1', '2', 'a/b?c=1')
  await app.catalogue.remove(['2'])
  const index = await get('/sitemap.xml')
  expect(textsIn(index.body, 'loc')).toEqual(['https://portal.example/sitemaps/1.xml'])
  const file = await get('/sitemaps/1.xml')
  const known = { 'if-none-match': String(file.headers.etag) }
  expect((await get('/sitemaps/1.xml', known)).statusCode).toBe(304)
  expect(textsIn(file.body, 'loc')).toEqual([
    'https://portal.example/record/1',
    'https://portal.example/record/a%2Fb%3Fc%3D1',
  ])
  for (const day of [...textsIn(index.body, 'lastmod'), ...textsIn(file.body, 'lastmod')])
    expect(day).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  const again = await get('/sitemap.xml', { 'if-none-match': String(index.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test.each(['2.xml', '0.xml', '01.xml', '1', '1.txt', 'x.xml'])('there is no file %s', async (file) => {
  expect((await get(`/sitemaps/${file}`)).statusCode).toBe(404)
})

test('files stay within their size and list everything once, however the catalogue changes between', async () => {
  const own = await testApp({ work: false, env: { PUBLIC_URL: 'https://portal.example' } })
  const sitemap = openSitemap(own, 3)
  const write = (ids: number[]) =>
    own.catalogue.write(ids.map((id) => book({ id: String(id), title: `${Math.random()}` })))
  const living = new Set<number>()
  const steps: [load: number[], remove: number[]][] = [
    [[1, 2, 3, 4, 5, 6, 7, 8], []],
    [[9, 10], [2]],
    [[1, 4, 5], [9]],
    // Everything that the first files listed.
    [[3, 6, 7, 8, 10], []],
    [[1, 3, 4, 5, 6, 7, 8, 10], []],
    [[11], [1, 3, 4, 5, 6, 7, 8]],
  ]
  for (const [load, remove] of steps) {
    await write(load)
    if (remove.length > 0) await own.catalogue.remove(remove.map(String))
    for (const id of load) living.add(id)
    for (const id of remove) living.delete(id)
    const files = textsIn(await sitemap.index(), 'loc')
    const listed: string[] = []
    for (let number = 1; number <= files.length; number++) {
      const addresses = textsIn(await text((await sitemap.file(number))!), 'loc')
      expect(addresses.length).toBeGreaterThan(0)
      expect(addresses.length).toBeLessThanOrEqual(3)
      listed.push(...addresses)
    }
    const records = listed.filter((each) => each.includes('/record/')).map((each) => Number(each.split('/').at(-1)))
    expect(records.sort((a, b) => a - b)).toEqual([...living].sort((a, b) => a - b))
    expect(files.length).toBeLessThanOrEqual(Math.ceil((2 * living.size) / 3) + 2)
    expect(await sitemap.file(files.length + 1)).toBeUndefined()
  }
  await own.close()
})

test('OPEN_RECORDS=false has no sitemap, and robots.txt keeps everything from crawlers', async () => {
  const closed = await testApp({ work: false, env: { OPEN_RECORDS: 'false' } })
  for (const url of ['/sitemap.xml', '/sitemaps/1.xml', '/feeds/new.atom', '/feeds/collections/1.atom'])
    expect((await closed.raw(null, { url })).statusCode).toBe(404)
  expect((await closed.raw(null, { url: '/robots.txt' })).body).toBe('User-agent: *\nDisallow: /\n')
  await closed.close()
})

test('robots.txt opens the pages of records, unless SEARCH_ENGINES is false', async () => {
  const { headers, body } = await get('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toMatch(/^User-agent: \*\n(Allow: \/\S+\n)+Disallow: \/\n\n/)
  expect(body).toContain('\nAllow: /record/\n')
  expect(body).toMatch(/\nSitemap: https:\/\/portal\.example\/sitemap\.xml\n$/)
  const shy = await testApp({ work: false, env: { SEARCH_ENGINES: 'false' } })
  expect((await shy.raw(null, { url: '/robots.txt' })).body).toBe('User-agent: *\nDisallow: /\n')
  await shy.close()
})
