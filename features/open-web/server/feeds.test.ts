import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { searchesApi } from '#features/catalogue/searches/contract.ts'
import { book } from '#features/downloads/server/testing.ts'
import { dayMs } from '#kit/day.ts'
import { elementsIn } from './testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false, env: { PUBLIC_URL: 'https://portal.example' } })
  await app.catalogue.write([
    book({ id: '1', title: 'Wombat & <friends>\u0007', numbers: [['520', 'a', 'For schools only.']] }),
    book({ id: '2', title: 'Possums' }),
    book({ id: '3', title: 'Removed wombat' }),
  ])
  await app.catalogue.remove(['3'])
  await app.db
    .insertInto('collectionCategory')
    .values({ id: 'animals', parentId: null, name: 'Animals', nameKey: 'animals', position: 1 })
    .execute()
  await app.db
    .insertInto('collection')
    .values({
      id: 'of/wombats',
      categoryId: 'animals',
      name: 'Wombats',
      nameKey: 'wombats',
      description: '',
      position: 1,
      recordIds: JSON.stringify(['3', '1', 'never']),
      updatedAt: new Date('2026-01-02T03:04:05Z'),
    })
    .execute()
})
afterAll(() => app.close())

const get = (url: string, headers = {}) => app.raw(null, { url, headers })

const titlesIn = (xml: string) =>
  elementsIn(xml)
    .filter(({ name }) => name === 'title')
    .map(({ text }) => text)

test('the newest records, with links to their open pages', async () => {
  const { statusCode, headers, body } = await get('/feeds/new.atom')
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  expect(titlesIn(body).sort()).toEqual(['New in the SCIS catalogue', 'Possums', 'Wombat & <friends>'])
  expect(elementsIn(body).flatMap(({ name, text }) => (name === 'id' ? [text] : []))).toEqual(
    expect.arrayContaining(['https://portal.example/feeds/new.atom', 'https://portal.example/record/1']),
  )
  expect(body).not.toContain('For schools only')
})

test('a collection, without records that were removed', async () => {
  const { body } = await get('/feeds/collections/of%2Fwombats.atom')
  expect(titlesIn(body)).toEqual(['Wombats', 'Wombat & <friends>'])
  expect((await get('/feeds/collections/other.atom')).statusCode).toBe(404)
  expect((await get('/feeds/collections/of%2Fwombats')).statusCode).toBe(404)
})

test('a feed that has not changed is not sent again', async () => {
  // Two writes within a second are a second apart: for an instant the last change is ahead of the clock.
  const later = new Date(Date.now() + 60_000)
  app.setClock(() => later)
  const { headers } = await get('/feeds/new.atom')
  const etag = String(headers.etag)
  const since = String(headers['last-modified'])
  const status = async (sent: Record<string, string>) => (await get('/feeds/new.atom', sent)).statusCode
  expect(await status({ 'if-none-match': etag })).toBe(304)
  expect(await status({ 'if-none-match': `"x", ${etag.slice(2)}` })).toBe(304)
  expect(await status({ 'if-modified-since': since })).toBe(304)
  expect(await status({ 'if-modified-since': new Date(Date.parse(since) - 1000).toUTCString() })).toBe(200)
  // RFC 9110, 13.1.3: the day counts only without a tag.
  expect(await status({ 'if-none-match': '"x"', 'if-modified-since': since })).toBe(200)
  await app.catalogue.write([book({ id: '9', title: 'Newer' })])
  expect(await status({ 'if-none-match': etag })).toBe(200)
  await app.catalogue.remove(['9'])
})

test('a saved search has a feed at an address of its owner, until that is withdrawn', async () => {
  const as = app.as('hillview')
  const query = JSON.stringify({ query: { query_string: { query: 'wombat' } } })
  const saved = await as(searchesApi.saveSearch, { name: 'Ours', address: 'query=wombat', bodybuilderquery: query })
  const { id } = saved.response
  expect(saved.response.feed).toBe('')
  const change = async (feed: boolean | 'renew') => (await as(searchesApi.changeSearch, { id, feed })).response.feed
  const path = await change(true)
  expect(path).toMatch(/^\/feeds\/searches\/[\w-]{43}\.atom$/)
  expect(await change(true)).toBe(path)
  const { statusCode, headers, body } = await get(path)
  expect([statusCode, headers['cache-control']]).toEqual([200, 'private, no-cache'])
  expect(titlesIn(body)).toEqual(['Ours', 'Wombat & <friends>'])
  expect(elementsIn(body).find(({ attributes }) => attributes.rel === 'alternate')!.attributes.href).toBe(
    'https://portal.example/discover/results/?query=wombat',
  )

  const renewed = await change('renew')
  expect(renewed).not.toBe(path)
  expect([(await get(path)).statusCode, (await get(renewed)).statusCode]).toEqual([404, 200])
  await change(false)
  expect((await get(renewed)).statusCode).toBe(404)
  const next = await change(true)
  expect([path, renewed]).not.toContain(next)
  await as(searchesApi.deleteSearch, { id })
  expect((await get(next)).statusCode).toBe(404)
  expect((await get('/feeds/searches/null.atom')).statusCode).toBe(404)
})

test('another person’s search gets no feed, and a closed account’s feed ends', async () => {
  const query = JSON.stringify({ query: { match_all: {} } })
  const as = app.as('hillview')
  const saved = await as(searchesApi.saveSearch, { name: 'Mine', address: '', bodybuilderquery: query })
  const { id } = saved.response
  await expect(app.as('riverside')(searchesApi.changeSearch, { id, feed: true })).rejects.toMatchObject({ status: 404 })
  const { feed } = (await as(searchesApi.changeSearch, { id, feed: true })).response
  const owner = { username: 'librarian@hillview.example' }
  const close = (disabledAt: Date | null) =>
    app.db.updateTable('appUser').set({ disabledAt }).where('username', '=', owner.username).execute()
  await close(new Date())
  expect((await get(feed)).statusCode).toBe(404)
  await close(null)
  expect((await get(feed)).statusCode).toBe(200)
  // The school's subscriptions have ended.
  app.setClock(() => new Date(Date.now() + 3000 * dayMs))
  expect((await get(feed)).statusCode).toBe(404)
  app.setClock(() => new Date())
})
