import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import type { RawInput } from '#kit/contract.ts'
import { clockIn, defaultZone } from '#kit/day.ts'
import { downloadsApi } from '../../contract.ts'
import { keepRequest, type NewRequest } from '../../server/keep-request.ts'
import { book } from '../../server/testing.ts'
import { manageApi } from '../contract.ts'

const { listRequests, renameRequest, yearAndDay } = manageApi
let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await app.catalogue.write([
    book({ id: '1000001', isbns: ['9780141365428'] }),
    book({ id: '1000002', isbns: ['0261103342'] }),
  ])
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(() => new Date('2026-11-21T10:00:00Z'))
  await app.db.deleteFrom('downloadRequest').execute()
})

const librarian = { customerId: 'demo-hillview', userId: 'demo-hillview-librarian' }
const trial = { customerId: 'demo-lakeside', userId: 'demo-lakeside-trial' }

/** A request made at that time. */
const made = async (name: string, at: string, more: Partial<NewRequest> = {}, who = librarian) => {
  const parts: NewRequest = {
    type: 'IDENTIFIERS',
    name,
    identities: [],
    fileFormat: 'MARC_21',
    content: 'DATA_ONLY',
    ...more,
  }
  // The queue drops the job, so nothing changes the request during the test.
  const queue = { ...app.queue, enqueue: async () => {} }
  const then = { ...app, queue, clock: clockIn(defaultZone, () => new Date(at)) }
  return app.db.transaction().execute((tx) => keepRequest(then, tx, who, parts))
}
const list = (input: RawInput<typeof listRequests> = {}, person: Person = 'hillview') =>
  app.as(person)(listRequests, input)
const names = async (input: RawInput<typeof listRequests> = {}) =>
  (await list(input)).response.map(({ requestName }) => requestName)

test('everyone at a school sees its requests, newest first, and no one of another school', async () => {
  await made('Older', '2026-11-19T00:00:00Z')
  await made('Newer', '2026-11-20T00:00:00Z', {
    type: 'COLLECTION',
    matched: ['1', '2'],
    unmatched: [{ identifier: 'x', reason: 'not_found' }],
    choices: [{ identifier: 'y', ids: ['3', '4'] }],
    asked: { collectionId: 'c' },
  })
  const { response, totalCount } = await list({}, 'assistant')
  expect(totalCount).toBe(2)
  expect(response).toEqual([
    {
      id: expect.any(String),
      requestName: 'Newer',
      requestType: 'COLLECTION',
      requestStatus: 'SCHEDULED',
      downloadComplete: false,
      timeout: true,
      createdDate: '2026-11-20T00:00:00.000Z',
      content: 'DATA_ONLY',
      fileFormat: 'MARC_21',
      imageAlone: false,
      fileSize: null,
      dataSize: null,
      imageSize: null,
      covers: null,
      asked: { collectionId: 'c' },
      messages: [],
      matchedCount: 2,
      unmatchedCount: 1,
      choicesCount: 1,
      requestedBy: expect.stringMatching(/^\S+ \S+$/),
    },
    expect.objectContaining({ requestName: 'Older', requestStatus: 'READY', matchedCount: 0 }),
  ])
  expect(await list({}, 'lakeside')).toMatchObject({ response: [], totalCount: 0 })
})

test('a page has 30, the next one continues, and after the last one there is nothing', async () => {
  for (let n = 0; n < 31; n++) await made(`Request ${n}`, `2026-11-20T00:00:${String(n).padStart(2, '0')}Z`)
  const first = await list()
  expect(first.response).toHaveLength(30)
  expect(first).toMatchObject({ totalCount: 31 })
  expect(await names({ pageNumber: 2 })).toEqual(['Request 0'])
  expect(await list({ pageNumber: 3 })).toMatchObject({ response: [], totalCount: 31 })
  expect(await names({ pageSize: 2, pageNumber: 2 })).toEqual(['Request 28', 'Request 27'])
})

test('they are sorted by title either way, numbers by their value, ignoring marks and case', async () => {
  for (const [n, name] of ['Year 10', 'year 7', 'Ärger', 'Zoo', 'apples'].entries())
    await made(name, `2026-11-20T00:00:0${n}Z`)
  const sorted = ['apples', 'Ärger', 'year 7', 'Year 10', 'Zoo']
  expect(await names({ selectedOrder: '1' })).toEqual(sorted)
  expect(await names({ selectedOrder: '2' })).toEqual(sorted.toReversed())
  expect(await names({ selectedOrder: '3' })).toEqual(['apples', 'Zoo', 'Ärger', 'year 7', 'Year 10'])
})

test('they are found by the beginnings of words of the name; by relevancy the whole name comes first', async () => {
  for (const [n, name] of ['Books of term 2', 'Term', 'Term 2, 2026', 'Pūrākau 100%'].entries())
    await made(name, `2026-11-20T00:00:0${n}Z`)
  expect(await names({ query: 'term' })).toEqual(['Term 2, 2026', 'Term', 'Books of term 2'])
  expect(await names({ query: 'term', selectedOrder: '4' })).toEqual(['Term', 'Term 2, 2026', 'Books of term 2'])
  expect(await names({ query: '2 TERM' })).toEqual(['Term 2, 2026', 'Books of term 2'])
  expect(await names({ query: 'purak' })).toEqual(['Pūrākau 100%'])
  expect(await names({ query: 'erm' })).toEqual([])
  for (const query of ['%', '_', '!?']) expect(await names({ query })).toEqual([])
})

test('they are found by the requested identifiers, in any notation, and by record number', async () => {
  const input = { requestName: 'By number', identities: ['0-261-10334-2', 'ABC-123'] }
  await app.as('hillview')(downloadsApi.createRequest, input)
  await made('Other', '2026-11-20T00:00:00Z', { identities: ['9780141365428'] })
  for (const query of ['9780261103344', '0261103342', 'ISBN 978-0-261-10334-4', '1000002', 'abc 123'])
    expect([query, await names({ query })]).toEqual([query, ['By number']])
  expect(await list({ query: '9780261103344' }, 'lakeside')).toMatchObject({ response: [] })
})

test('they are found by type, by year, by month and by day', async () => {
  await made('Last year', '2025-12-31T12:59:59.999Z')
  await made('New year', '2025-12-31T13:00:00Z', { type: 'FOLDER' })
  await made('End of January', '2026-01-31T12:59:59.999Z')
  expect(await names({ requestType: 'FOLDER' })).toEqual(['New year'])
  expect(await names({ on: '2025' })).toEqual(['Last year'])
  expect(await names({ on: '2025-12' })).toEqual(['Last year'])
  expect(await names({ on: '2026-01' })).toEqual(['End of January', 'New year'])
  expect(await names({ on: '2026-02' })).toEqual([])
  expect(await names({ on: '2026-01-01' })).toEqual(['New year'])
  expect(await names({ on: '2026-01-02' })).toEqual([])
  for (const on of ['2026-02-30', '2026-13-01', '2026-13', '2026-00', '0000'])
    await expect(list({ on })).rejects.toMatchObject({ status: 400, code: 'no_such_day' })
})

test('days and years are counted, with the number of downloaded records', async () => {
  const records = (count: number) => ({ matched: Array.from({ length: count }, (_, n) => String(n)) })
  await made('Old', '2024-05-05T12:00:00Z', records(5))
  await made('Just too old for a day', '2025-11-20T12:59:59Z', records(1))
  await made('Just not', '2025-11-20T13:00:00Z', records(2))
  await made('Morning', '2026-11-20T22:00:00Z', records(3))
  await made('Evening', '2026-11-21T09:00:00Z')
  await made('Of others', '2026-11-21T09:00:00Z', {}, trial)
  expect((await app.as('assistant')(yearAndDay, {})).response).toEqual({
    years: [
      { year: 2024, count: 1, records: 5 },
      { year: 2025, count: 2, records: 3 },
      { year: 2026, count: 2, records: 3 },
    ],
    days: [
      { day: '2025-11-21', count: 1, records: 2 },
      { day: '2026-11-21', count: 2, records: 3 },
    ],
  })
})

test('a request gets another name, cleaned as at its creation, and is then found by it', async () => {
  const id = await made('Old name', '2026-11-20T00:00:00Z')
  const { response } = await app.as('assistant')(renameRequest, { requestId: id, requestName: ' New\nname <b>\u2028 ' })
  expect(response).toMatchObject({ id, requestName: 'New name <b>', createdDate: '2026-11-20T00:00:00.000Z' })
  expect(await names({ query: 'new' })).toEqual(['New name <b>'])
  expect(await names({ query: 'old' })).toEqual([])
})

test.each([
  ['', 400],
  ['   ', 400],
  ['\u0001\u0002', 400],
  ['x'.repeat(201), 400],
])('the name %j is refused', async (requestName, status) => {
  const id = await made('Name', '2026-11-20T00:00:00Z')
  await expect(app.as('hillview')(renameRequest, { requestId: id, requestName })).rejects.toMatchObject({ status })
  expect(await names()).toEqual(['Name'])
})

test('another school’s request cannot be renamed', async () => {
  const requestId = await made('Theirs', '2026-11-20T00:00:00Z')
  for (const each of [requestId, randomUUID(), 'x'])
    await expect(app.as('lakeside')(renameRequest, { requestId: each, requestName: 'Mine' })).rejects.toMatchObject({
      status: 404,
      code: 'request_not_found',
    })
  expect(await names()).toEqual(['Theirs'])
})

test('of 50,000 requests a page, a search, another order and the counts come quickly', async () => {
  await sql`insert into download_request (id, customer_id, user_id, name, name_key, name_order, type, status, content,
      file_format, identities, matched, created_at)
    select 'many-' || n, 'demo-hillview', 'demo-hillview-librarian', 'Request ' || n, 'request ' || n,
      'request ' || lpad(n::text, 8, '0'), case when n % 2 = 0 then 'ITEM' else 'IDENTIFIERS' end, 'READY', 'DATA_ONLY',
      'MARC_21', jsonb_build_array((n % 20000)::text), '["1", "2"]',
      timestamptz '2026-11-21T00:00:00Z' - n * interval '20 minutes'
    from generate_series(1, 50000) as n`.execute(app.db)
  // In several statements, so that none exceeds the database's timeout on a busy machine.
  for (let from = 1; from <= 50_000; from += 10_000)
    await sql`insert into download_request_key
      select 'many-' || n, array['key' || n] from generate_series(${from}::int, ${from + 9999}::int) as n`.execute(
      app.db,
    )
  await sql`analyze`.execute(app.db)
  const cases: [RawInput<typeof listRequests>, string | undefined][] = [
    [{}, 'Request 1'],
    [{ pageNumber: 1600 }, 'Request 47971'],
    // Every second one is of a single record: beyond the first 20,000, those have a later request for theirs.
    [{ view: 'shown', pageNumber: 1000 }, 'Request 39941'],
    [{ view: 'shown', query: 'request 4' }, 'Request 4'],
    [{ view: 'hidden' }, undefined],
    [{ query: 'key49999' }, 'Request 49999'],
    [{ query: 'request 77', selectedOrder: '4' }, 'Request 77'],
    [{ selectedOrder: '2' }, 'Request 50000'],
    [{ selectedOrder: '1', requestType: 'IDENTIFIERS', on: '2025' }, 'Request 23363'],
  ]
  for (const [each, first] of cases) {
    const [name] = await names(each)
    expect([each, name]).toEqual([each, first])
  }
  expect((await app.as('hillview')(yearAndDay, {})).response.days).toHaveLength(366)
}, 240_000)
