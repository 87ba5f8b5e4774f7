import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { foldersApi } from '#features/folders/contract.ts'
import { dayIn, defaultZone, writtenDay } from '#kit/day.ts'
import { runs } from '#kit/runs-testing.ts'
import { downloadsApi } from '../../contract.ts'
import { book } from '../../server/testing.ts'
import { downloadedRecordsApi } from '../contract.ts'
import { findChanges } from './look-for-changes.ts'

let app: TestApp
const first = new Date()
const later = new Date(first.getTime() + 5 * 60_000)

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.catalogue.remove(['1', '2', '3', '4'])
  await app.catalogue.write(['1', '2', '3', '4'].map((id) => book({ id })))
  for (const table of ['downloadedRecord', 'knownRecord', 'downloadRequest'] as const)
    await app.db.deleteFrom(table).execute()
  app.setClock(() => first)
})

const ready = async (requestId: string, person: Person = 'hillview') => {
  await vi.waitFor(async () => expect(await app.as(person)(downloadsApi.requestStatus, { requestId })).toBe('READY'), {
    timeout: 20_000,
    interval: 100,
  })
  return requestId
}
const request = async (identities: string[], person: Person = 'hillview') =>
  ready((await app.as(person)(downloadsApi.createRequest, { identities })).response.id, person)
const fetchFile = async (
  requestId: string,
  person: Person = 'hillview',
  url: string = downloadsApi.downloadFile.path,
) => app.raw(person, { url, query: { requestId } })
const download = async (identities: string[], person: Person = 'hillview') => {
  const id = await request(identities, person)
  expect((await fetchFile(id, person)).statusCode).toBe(200)
  return id
}
const downloaded = async (ids: string[], person: Person = 'hillview') =>
  (await app.as(person)(downloadedRecordsApi.downloadedRecords, { bibIds: ids.join(',') })).response.sort(
    (a, b) => Number(a.id) - Number(b.id),
  )
const changed = async (person: Person = 'hillview') => {
  const { response, totalCount, goneCount } = await app.as(person)(downloadedRecordsApi.changedRecords, {})
  return { ids: response.map(({ _id }) => _id), totalCount, goneCount }
}
/** Statements that the database has run. */
const statements = async () =>
  (await app.metrics.queries.get()).values
    .filter(({ metricName }) => metricName?.endsWith('_count'))
    .reduce((sum, { value }) => sum + value, 0)
const look = () => findChanges.run(app, {}, new AbortController().signal)
const change = (...ids: string[]) => app.catalogue.write(ids.map((id) => book({ id, title: `Book ${id}, corrected` })))

test('a record counts as downloaded from the first byte of its file, not from the request', async () => {
  const id = await request(['1', '2'])
  expect(await downloaded(['1', '2', '3'])).toEqual([])
  expect(
    (await app.raw('hillview', { method: 'HEAD', url: downloadsApi.downloadFile.path, query: { requestId: id } }))
      .statusCode,
  ).toBe(200)
  expect(await downloaded(['1', '2', '3'])).toEqual([])
  await fetchFile(id)
  expect(await downloaded(['1', '2', '3'])).toEqual([
    { id: '1', downloadedDate: first.toISOString(), changed: false },
    { id: '2', downloadedDate: first.toISOString(), changed: false },
  ])
})

test('another school’s downloads and their changes are not shown', async () => {
  await download(['1'], 'lakeside')
  await change('1')
  await look()
  expect(await downloaded(['1'])).toEqual([])
  expect(await changed()).toEqual({ ids: [], totalCount: 0, goneCount: 0 })
  await expect(app.as('hillview')(downloadedRecordsApi.requestChanged, {})).rejects.toMatchObject({
    status: 409,
    code: 'nothing_changed',
  })
  expect(await changed('lakeside')).toMatchObject({ ids: ['1'] })
  // A colleague of the same school sees it.
  await download(['2'])
  expect(await downloaded(['2'], 'assistant')).toHaveLength(1)
})

test('a record that was reloaded with other bytes has changed, one with the same bytes has not', async () => {
  await download(['1', '2', '3'])
  await app.catalogue.write([book({ id: '3' })])
  await change('2')
  app.setClock(() => later)
  await look()
  expect(await downloaded(['1', '2', '3'])).toMatchObject([{ changed: false }, { changed: true }, { changed: false }])
  const { response } = await app.as('hillview')(downloadedRecordsApi.changedRecords, {})
  expect(response).toMatchObject([
    {
      _id: '2',
      _source: { title: { titlePrimary: 'Book 2, corrected' } },
      downloadedDate: first.toISOString(),
      changedDate: later.toISOString(),
    },
  ])
  await app.catalogue.write([book({ id: '2' })])
  await look()
  expect((await changed()).totalCount).toBe(0)
})

test('a file of the changed records resets them to unchanged once it is sent', async () => {
  await download(['1', '2', '3'])
  await change('1', '3')
  await look()
  const { response } = await app.as('hillview')(downloadedRecordsApi.requestChanged, {})
  expect(response).toMatchObject({
    requestType: 'IDENTIFIERS',
    requestName: `Records changed since you downloaded them, ${writtenDay(dayIn(defaultZone, first))}`,
    matchedRecords: '1,3',
  })
  expect((await changed()).totalCount).toBe(2)
  app.setClock(() => later)
  await fetchFile(await ready(response.id))
  expect((await changed()).totalCount).toBe(0)
  expect(await downloaded(['1', '2'])).toMatchObject([
    { downloadedDate: later.toISOString() },
    { downloadedDate: first.toISOString() },
  ])
})

test('a file that was made before a record changed and is sent after it holds the old version', async () => {
  const id = await request(['1'])
  await change('1')
  await look()
  await fetchFile(id)
  expect(await downloaded(['1'])).toMatchObject([{ changed: true }])
})

test('a check before the record is known misses nothing', async () => {
  await download(['1'])
  await change('1')
  await look()
  await download(['1', '2'], 'lakeside')
  expect(await downloaded(['1'], 'lakeside')).toMatchObject([{ changed: false }])
  expect(await downloaded(['1'])).toMatchObject([{ changed: true }])
})

test('a record removed from the catalogue has not changed; it is listed separately, with its title', async () => {
  await download(['1', '2'])
  await app.catalogue.remove(['1'])
  app.setClock(() => later)
  await look()
  expect(await changed()).toEqual({ ids: [], totalCount: 0, goneCount: 1 })
  expect(await downloaded(['1'])).toMatchObject([{ changed: false }])
  expect(await app.as('hillview')(downloadedRecordsApi.goneRecords, {})).toMatchObject({
    response: [{ id: '1', title: 'Book 1', downloadedDate: first.toISOString(), goneDate: later.toISOString() }],
    totalCount: 1,
  })
  expect((await app.as('lakeside')(downloadedRecordsApi.goneRecords, {})).totalCount).toBe(0)
  await app.catalogue.write([book({ id: '1' })])
  await look()
  expect((await changed()).goneCount).toBe(0)
})

test('a page to read counts, and covers alone do not', async () => {
  const id = await request(['1'])
  await fetchFile(id, 'hillview', downloadsApi.downloadHtml.path)
  expect(await downloaded(['1'])).toHaveLength(1)
})

test('a single record and a saved folder count too', async () => {
  const item = await app.as('hillview')(downloadsApi.requestItem, { type: 'marc', bibId: '4' })
  await fetchFile(await ready(item.response.id))
  expect(await downloaded(['4'])).toHaveLength(1)
  const { response } = await app.as('hillview')(foldersApi.saveFolder, {
    folderName: 'Ants',
    searchFolderJson: JSON.stringify([{ bibId: '2' }, { bibId: '3' }]),
  })
  await app.raw('hillview', { method: 'HEAD', url: foldersApi.downloadFolder.path, query: { folderId: response.id } })
  expect(await downloaded(['2', '3'])).toEqual([])
  await app.raw('hillview', { url: foldersApi.downloadFolder.path, query: { folderId: response.id } })
  await vi.waitFor(async () => expect(await downloaded(['2', '3'])).toHaveLength(2), 20_000)
  await change('2')
  await look()
  expect((await changed()).ids).toEqual(['2'])
})

test('a file that was rebuilt holds the recorded versions', async () => {
  const id = await download(['1'])
  // A second download of the same file changes nothing.
  app.setClock(() => later)
  await fetchFile(id)
  expect(await downloaded(['1'])).toMatchObject([{ downloadedDate: first.toISOString() }])
})

test('ids come as a list or separated by commas, even more than fit into an address', async () => {
  await download(['1'])
  const few = await app.raw('hillview', { url: downloadedRecordsApi.downloadedRecords.path, query: { bibIds: '1,2' } })
  expect(few.json().response).toHaveLength(1)
  const many = await app.raw('hillview', {
    method: 'POST',
    url: downloadedRecordsApi.downloadedRecords.path,
    payload: { bibIds: ['1', ...Array.from({ length: 3000 }, (_, i) => `none-${i}`)] },
  })
  expect(many.json().response).toHaveLength(1)
})

test('thousands of records are recorded in one step, and checked page by page', async () => {
  const count = runs(1200, 4000)
  const ids = Array.from({ length: count }, (_, i) => String(100_000 + i))
  await app.catalogue.write(ids.map((id) => book({ id })))
  const id = await request(ids)
  await fetchFile(id)
  expect(await downloaded(ids.slice(0, 3))).toHaveLength(3)
  await change(...ids)
  await look()
  const { totalCount, ids: shown } = await changed()
  expect([totalCount, shown.length]).toEqual([count, 30])
  const again = await request(ids)
  const before = await statements()
  await fetchFile(again)
  expect((await changed()).totalCount).toBe(0)
  // The queue's own are among them: row by row there would be thousands.
  expect((await statements()) - before).toBeLessThan(200)
  await app.catalogue.remove(ids)
}, 180_000)

test('students and visitors get nothing', async () => {
  await expect(app.as(null)(downloadedRecordsApi.downloadedRecords, { bibIds: '1' })).rejects.toMatchObject({
    status: 403,
  })
  await expect(app.as('desk')(downloadedRecordsApi.changedRecords, {})).rejects.toMatchObject({ status: 403 })
})
