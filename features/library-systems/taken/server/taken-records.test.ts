import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { downloadedRecordsApi } from '#features/downloads/changed-records/contract.ts'
import { manageApi } from '#features/downloads/my-downloads/contract.ts'
import { type Fingerprint, printOf } from '#features/downloads/server/downloads.ts'
import { book } from '#features/downloads/server/testing.ts'
import { clockIn, defaultZone } from '#kit/day.ts'
import { openTakenRecords } from './taken-records.ts'

const hillview = 'demo-hillview'
let app: TestApp
/** The sessions of the people keep to the real time. */
const service = () => ({ ...app, clock: clockIn(defaultZone, () => now) })
let now = new Date('2026-11-20T10:00:00Z')
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  now = new Date('2026-11-20T10:00:00Z')
  await app.db.deleteFrom('downloadedRecord').execute()
  await app.db.deleteFrom('downloadRequest').execute()
})

const books = (...ids: string[]) => ids.map((id) => printOf(book({ id, title: `Book ${id}` })))
const take = async (records: Fingerprint[], { protocol = 'Z39.50' as const, customerId = hillview } = {}) => {
  const taken = openTakenRecords(service(), protocol)
  taken.note(customerId, 1, records)
  await taken.close()
}
const listed = async (filter: object = {}) =>
  (await app.as('hillview')(manageApi.listRequests, filter)).response.map(
    ({ requestName, matchedCount, requestStatus, downloadComplete, fileSize, requestedBy }) => ({
      requestName,
      matchedCount,
      requestStatus,
      downloadComplete,
      fileSize,
      requestedBy,
    }),
  )

test('a day’s records are one download of the school, each record once', async () => {
  await take(books('1', '2'))
  now = new Date('2026-11-20T12:59:00Z')
  await take(books('2', '3'))
  expect(await listed()).toEqual([
    {
      requestName: 'Z39.50, 20 November 2026',
      matchedCount: 3,
      requestStatus: 'READY',
      downloadComplete: true,
      fileSize: null,
      requestedBy: '',
    },
  ])
  expect(await listed({ requestType: 'LIBRARY_SYSTEM' })).toHaveLength(1)
  expect(await listed({ requestType: 'IDENTIFIERS' })).toEqual([])
})

test('the next day begins another, and records that it repeats count again', async () => {
  await take(books('1', '2'))
  now = new Date('2026-11-20T13:00:00Z')
  await take(books('2'))
  expect((await listed()).map(({ requestName, matchedCount }) => [requestName, matchedCount])).toEqual([
    ['Z39.50, 21 November 2026', 1],
    ['Z39.50, 20 November 2026', 2],
  ])
})

test('a full request is followed by another of the same day', async () => {
  await take(books(...Array.from({ length: 3999 }, (_, i) => String(i))))
  await take(books('a', 'b', 'c'))
  await take(books('a', 'd'))
  expect((await listed()).map(({ matchedCount }) => matchedCount).sort()).toEqual([3, 4000])
})

test('records count as downloaded, so that their later changes are shown', async () => {
  await take(books('1'))
  const { response } = await app.as('hillview')(downloadedRecordsApi.downloadedRecords, { bibIds: '1,2' })
  expect(response).toEqual([{ id: '1', downloadedDate: now.toISOString(), changed: false }])
  const other = await app.as('riverside')(downloadedRecordsApi.downloadedRecords, { bibIds: '1' })
  expect(other.response).toEqual([])
})

test('the records of a day are found by their number, and can be requested as a file', async () => {
  await take(books('1', '2'))
  const [line] = (await app.as('hillview')(manageApi.listRequests, { query: '2' })).response
  expect(line).toMatchObject({ requestType: 'LIBRARY_SYSTEM', asked: { protocol: 'Z39.50' } })
})

test('many notes at once lose nothing', async () => {
  const taken = openTakenRecords(service(), 'SRU')
  const other = openTakenRecords(service(), 'SRU')
  for (let i = 0; i < 50; i++) {
    taken.note(hillview, 1, books(`x${i}`))
    other.note(hillview, 1, books(`y${i}`))
  }
  await Promise.all([taken.close(), other.close()])
  expect((await listed()).map(({ requestName, matchedCount }) => [requestName, matchedCount])).toEqual([
    ['SRU, 20 November 2026', 100],
  ])
})

test('while the database is away, records wait', async () => {
  let isAway = true
  app.expectErrors(/away/)
  const db = new Proxy(app.db, {
    get: (target, name) => {
      if (isAway) throw new Error('away')
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const taken = openTakenRecords({ ...service(), db }, 'Z39.50')
  taken.note(hillview, 1, books('1'))
  expect(await listed()).toEqual([])
  isAway = false
  taken.note(hillview, 1, books('2'))
  await taken.close()
  await expect.poll(async () => (await listed()).map(({ matchedCount }) => matchedCount)).toEqual([2])
})
