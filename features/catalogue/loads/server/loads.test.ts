import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { actFrom } from '#kit/server/came-from.ts'
import { readWorkbook } from '#kit/server/files/workbook-testing.ts'
import { loadsApi } from '../contract.ts'
import { maxEntriesOfList, maxLoads } from '../rules.ts'
import { keepLoads, type LoadEntry } from './keep-loads.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())
beforeEach(() => app.db.deleteFrom('catalogueLoad').execute())

const none = { loaded: 0, updated: 0, unchanged: 0, repaired: 0, rejected: 0 }
const loadEntry = (load: Partial<LoadEntry> = {}): LoadEntry => ({
  ...{ id: randomUUID(), kind: 'records', file: '/srv/in/weekly.mrc', failure: '' },
  ...{ beganAt: new Date('2026-03-01T10:00:00Z'), endedAt: new Date('2026-03-01T10:01:00Z') },
  counts: none,
  lists: { repaired: [], rejected: [] },
  ...load,
})
const entry = (position: number, recordNumber = `ocm${position}`) => ({
  ...{ position, offset: position * 1000, recordNumber },
  told: [`Sentence of ${position}.`, 'And another.'],
})
const desk = () => app.as('desk')

test('the desk sees the last loads, newest first, filtered by kind, state and words', async () => {
  const at = (hour: number) => ({ beganAt: new Date(Date.UTC(2026, 2, 1, hour)) })
  await actFrom('command line (ann)', () =>
    keepLoads(app.db, [
      loadEntry({ ...at(1), counts: { ...none, loaded: 3, repaired: 1 } }),
      loadEntry({ ...at(2), file: 'scot.ttl', kind: 'headings', counts: { ...none, unchanged: 9 } }),
      loadEntry({ ...at(3), file: 'empty.mrc', failure: 'The file is empty.' }),
    ]),
  )
  const { response } = await desk()(loadsApi.deskLoads, {})
  expect(response.map(({ file, state, cameFrom }) => [file, state, cameFrom])).toEqual([
    ['empty.mrc', 'failed', 'command line (ann)'],
    ['scot.ttl', 'done', 'command line (ann)'],
    ['/srv/in/weekly.mrc', 'done', 'command line (ann)'],
  ])
  const files = async (input: object) => (await desk()(loadsApi.deskLoads, input)).response.map(({ file }) => file)
  expect(await files({ state: 'failed' })).toEqual(['empty.mrc'])
  expect(await files({ kind: 'headings' })).toEqual(['scot.ttl'])
  expect(await files({ text: 'is EMPTY' })).toEqual(['empty.mrc'])
  expect(await files({ text: '%' })).toEqual([])
})

test('rejected and repaired records come in file order and are found by position, 001 and words', async () => {
  const load = loadEntry({
    counts: { ...none, loaded: 60, repaired: 60, rejected: 1 },
    lists: {
      repaired: Array.from({ length: 60 }, (_, n) => entry(n + 1)),
      rejected: [{ position: 61, offset: null, recordNumber: '', told: ['Ends\0 early \ud800.\nReally.'] }],
    },
  })
  await keepLoads(app.db, [load])
  const read = (input: object = {}) => desk()(loadsApi.deskLoadEntries, { loadId: load.id, ...input })
  const first = await read()
  expect(first.totalCount).toBe(61)
  expect(first.response).toHaveLength(50)
  expect(first.response[0]).toMatchObject({ ...entry(1), list: 'repaired' })
  expect((await read({ page: 2 })).response.at(-1)).toMatchObject({
    ...{ position: 61, offset: null, list: 'rejected' },
    told: ['Ends\uFFFD early \uFFFD. Really.'],
  })
  const positions = async (input: object) => (await read(input)).response.map(({ position }) => position)
  expect(await positions({ text: '7' })).toEqual([7, 17, 27, 37, 47, 57])
  expect(await positions({ text: 'OCM33' })).toEqual([33])
  expect(await positions({ text: 'ends' })).toEqual([61])
  expect(await positions({ list: 'rejected' })).toEqual([61])

  const reply = await app.raw('desk', { method: 'GET', url: `/rest/desk/loads/${load.id}/csv?text=ocm33` })
  expect(reply.headers['content-disposition']).toContain('weekly.mrc rejected and repaired.csv')
  const lines = reply.payload.trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toBe('33,ocm33,repaired,Sentence of 33. And another.,33000')
  const workbook = await app.raw('desk', { method: 'GET', url: `/rest/desk/loads/${load.id}/csv?format=XLSX` })
  expect(workbook.headers['content-disposition']).toContain('weekly.mrc rejected and repaired.xlsx')
  expect(readWorkbook(workbook.rawPayload).rows.map((row) => row.Record!.text)).toEqual(
    Array.from({ length: 61 }, (_, n) => String(n + 1)),
  )
})

test('only the last of many loads are kept, with their lists', async () => {
  const many = Array.from({ length: maxLoads + 3 }, (_, n) =>
    loadEntry({ beganAt: new Date(Date.UTC(2026, 0, 1, 0, n)), lists: { repaired: [entry(1)], rejected: [] } }),
  )
  await keepLoads(app.db, many)
  const { totalCount } = await desk()(loadsApi.deskLoads, {})
  expect(totalCount).toBe(maxLoads)
  const gone = desk()(loadsApi.deskLoad, { loadId: many[2]!.id })
  await expect(gone).rejects.toMatchObject({ code: 'load_not_found', status: 404 })
  const { response } = await desk()(loadsApi.deskLoadEntries, { loadId: many.at(-1)!.id })
  expect(response).toHaveLength(1)
  const entries = await app.db.selectFrom('catalogueLoadEntry').select('loadId').execute()
  expect(entries).toHaveLength(maxLoads)
})

test('the longest lists are kept whole', async () => {
  const repaired = Array.from({ length: maxEntriesOfList }, (_, n) => entry(n + 1))
  const rejected = repaired.map((each) => ({ ...each, position: each.position + maxEntriesOfList }))
  const load = loadEntry({ lists: { repaired, rejected } })
  await keepLoads(app.db, [load])
  const { totalCount } = await desk()(loadsApi.deskLoadEntries, { loadId: load.id, page: 200 })
  expect(totalCount).toBe(2 * maxEntriesOfList)
})

test('a load whose list cannot be stored is not stored either', async () => {
  const twice = loadEntry({ lists: { repaired: [entry(1), entry(1)], rejected: [] } })
  await expect(keepLoads(app.db, [twice])).rejects.toThrow(/duplicate/)
  expect((await desk()(loadsApi.deskLoads, {})).totalCount).toBe(0)
})

test('a school has no access', async () => {
  await expect(app.as('hillview')(loadsApi.deskLoads, {})).rejects.toMatchObject({ status: 403 })
  await expect(app.as(null)(loadsApi.deskLoads, {})).rejects.toMatchObject({ code: 'sign_in_required' })
})
