import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import type { RawInput } from '#kit/contract.ts'
import { maxSavedSearches, searchesApi } from '../contract.ts'

const { saveSearch, listSearches, changeSearch, seenSearch, deleteSearch } = searchesApi
let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('savedSearch').execute()
})

const wombats = {
  name: 'Wombats',
  address: '?query=wombat&filter=subjects%3AWombats',
  bodybuilderquery: { query: { query_string: { query: 'wombat' } }, from: 30, size: 30 },
}
type Sent = RawInput<typeof saveSearch>
const save = async (change: Partial<Sent> = {}, person: 'hillview' | 'assistant' = 'hillview') =>
  (await app.as(person)(saveSearch, { ...wombats, ...change })).response
const list = async (person: 'hillview' | 'assistant' = 'hillview') => (await app.as(person)(listSearches, {})).response

test('a search is saved under its name with the address that leads back to it', async () => {
  const saved = await save()
  expect(saved).toEqual({
    id: expect.any(String),
    feed: '',
    name: 'Wombats',
    address: 'query=wombat&filter=subjects%3AWombats',
    mail: false,
    newRecords: 0,
    createdDate: expect.stringMatching(/^\d{4}-.*Z$/),
    lastRunDate: saved.createdDate,
    problem: '',
  })
  expect(await list()).toEqual([saved])
})

test('searches are listed by name, numbers by their value', async () => {
  for (const name of ['wombats 10', 'Zebras', 'Wombats 9']) await save({ name })
  expect((await list()).map(({ name }) => name)).toEqual(['Wombats 9', 'wombats 10', 'Zebras'])
})

test('a saved search is renamed, switched to mail, and deleted', async () => {
  const { id } = await save()
  expect((await app.as('hillview')(changeSearch, { id, name: ' All\nwombats ' })).response.name).toBe('All wombats')
  expect((await app.as('hillview')(changeSearch, { id, mail: true })).response).toMatchObject({
    name: 'All wombats',
    mail: true,
  })
  expect((await app.as('hillview')(changeSearch, { id })).response.mail).toBe(true)
  await app.as('hillview')(deleteSearch, { id })
  expect(await list()).toEqual([])
})

test('after a search is opened, nothing in it is new', async () => {
  const { id } = await save()
  await app.db.updateTable('savedSearch').set({ newRecords: 7 }).execute()
  expect((await list())[0]!.newRecords).toBe(7)
  expect((await app.as('hillview')(seenSearch, { id })).response.newRecords).toBe(0)
})

test('no one can access another person’s search, not even in the same school', async () => {
  const { id } = await save()
  const calls = [
    () => app.as('assistant')(changeSearch, { id, name: 'Mine' }),
    () => app.as('assistant')(seenSearch, { id }),
    () => app.as('assistant')(deleteSearch, { id }),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 404, code: 'search_not_found' })
  expect(await list('assistant')).toEqual([])
  expect((await list()).map(({ name }) => name)).toEqual(['Wombats'])
})

test.each([
  [{ name: ' ' }, 'search_name_missing'],
  [{ name: '\u3164\u200b\u2800' }, 'search_name_missing'],
  [{ name: 'x'.repeat(201) }, 'search_name_too_long'],
  [{ address: 'https://evil.example/' }, 'bad_search_address'],
  [{ address: '//evil.example/' }, 'bad_search_address'],
  [{ address: 'x'.repeat(20_000) }, 'invalid_input'],
  [{ address: `query=${'本'.repeat(2000)}` }, 'bad_search_address'],
  [{ bodybuilderquery: '{' }, 'query_not_accepted'],
  [{ bodybuilderquery: { query: { script: {} } } }, 'query_not_accepted'],
  [{ bodybuilderquery: { query: { query_string: { query: '*wombat' } } } }, 'leading_wildcard'],
  [{ userId: 'demo-hillview-assistant' }, 'invalid_input'],
] as [Partial<Sent>, string][])('%o is refused, and nothing is kept', async (change, code) => {
  await expect(save(change)).rejects.toMatchObject({ status: 400, code })
  expect(await list()).toEqual([])
})

test.each(['x', '', '00000000-0000-4000-8000-000000000000'])('there is no search %j', async (id) => {
  for (const call of [changeSearch, seenSearch, deleteSearch])
    await expect(app.as('hillview')(call, { id })).rejects.toMatchObject({ status: 404, code: 'search_not_found' })
})

test('an address is stored as a query string, without what surrounds it', async () => {
  const address = '/discover/results/?query=a b&page=3&queryForDisplay=<b>\r\n#top'
  expect((await save({ address })).address).toBe('query=a+b&queryForDisplay=%3Cb%3E%0D%0A')
  expect((await save({ address: '' })).address).toBe('')
})

test('control characters in a name become spaces, and bidi controls are removed', async () => {
  expect((await save({ name: '\u202eWom\u2066bats' })).name).toBe('Wombats')
  expect((await save({ name: 'Wom\u0007bats\x1b' })).name).toBe('Wom bats')
})

test('of many simultaneous saves, no more succeed than one person may have', async () => {
  for (let n = 0; n < maxSavedSearches - 2; n++) await save()
  const tries = await Promise.allSettled(Array.from({ length: 5 }, () => save()))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(tries.find((each) => each.status === 'rejected')!.reason).toMatchObject({
    status: 409,
    code: 'too_many_searches',
  })
  expect(await list()).toHaveLength(maxSavedSearches)
  await save({}, 'assistant')
})

test('a school without a subscription saves searches, as it can search like a visitor', async () => {
  await app.db
    .updateTable('subscription')
    .set({ startsOn: '2000-01-01', endsOn: '2001-01-01' })
    .where('customerId', '=', 'demo-lakeside')
    .execute()
  expect(await app.as('lakeside')(saveSearch, wombats)).toMatchObject({ response: { name: wombats.name } })
})
