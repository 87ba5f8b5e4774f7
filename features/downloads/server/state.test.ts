import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#app/app.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import { clockIn, defaultZone } from '#kit/day.ts'
import { keepRequest, type NewRequest } from './keep-request.ts'
import {
  assertChangeable,
  type Changes,
  changeRecords,
  finish,
  isFinished,
  isStillUnfinished,
  keepMatches,
  markUnanswered,
  type Outcome,
  readyRequest,
  retry,
  unfinishedRequest,
} from './state.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const newRequest = (more: Partial<NewRequest> = {}) =>
  app.db.transaction().execute((tx) =>
    keepRequest(
      app,
      tx,
      { customerId: 'demo-hillview', userId: 'demo-hillview-assistant' },
      {
        type: 'IDENTIFIERS',
        name: 'Term 1',
        identities: ['1', '2'],
        matched: ['1', '2'],
        fileFormat: 'MARC_21',
        content: 'DATA_ONLY',
        ...more,
      },
    ),
  )
const rowOf = (id: string, db: Db = app.db) =>
  db.selectFrom('downloadRequest').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const change = (id: string, changes: Changes) =>
  app.db.transaction().execute(async (tx) => changeRecords(tx, await rowOf(id, tx), changes, app.clock()))
const ready: Outcome = { status: 'READY', messages: [], fileKey: 'a file', fileSize: 3 }
const failed: Outcome = { status: 'FAILED', messages: ['The disk is full.'] }

test('a request without a job is ready from the start', async () => {
  const id = await newRequest({ matched: [] })
  expect(await rowOf(id)).toMatchObject({ status: 'READY', finishedAt: expect.any(Date) })
  expect(await isFinished(app.db, id)).toBe(true)
  expect(await unfinishedRequest(app.db, { id })).toBeUndefined()
})

test('a job ends once: later results change nothing', async () => {
  const id = await newRequest()
  expect(await isFinished(app.db, id)).toBe(false)
  expect(await finish(app, { id, revision: 0 }, ready)).toMatchObject({ id, status: 'READY', matchedCount: 2 })
  expect(await finish(app, { id, revision: 0 }, failed)).toBeUndefined()
  expect(await finish(app, { id }, failed)).toBeUndefined()
  expect(await rowOf(id)).toMatchObject({ status: 'READY', messages: [], fileKey: 'a file', fileSize: 3 })
  expect(await isFinished(app.db, id)).toBe(true)
})

test('a job for the former records ends nothing', async () => {
  const id = await newRequest()
  expect(await change(id, { matched: ['1'] })).toBe(1)
  expect(await unfinishedRequest(app.db, { id, revision: 0 })).toBeUndefined()
  expect(await isStillUnfinished(app.db, { id, revision: 0 })).toBe(false)
  expect(await finish(app, { id, revision: 0 }, ready)).toBeUndefined()
  expect(await isStillUnfinished(app.db, { id, revision: 1 })).toBe(true)
  expect(await unfinishedRequest(app.db, { id, revision: 1 })).toMatchObject({ id, matched: ['1'] })
  expect(await finish(app, { id, revision: 1 }, ready)).toMatchObject({ matchedCount: 1 })
})

test('only a failed job is retried, and only the one of its revision', async () => {
  const id = await newRequest()
  await retry(app.db, { id })
  expect((await rowOf(id)).status).toBe('PROCESSING')
  await finish(app, { id }, failed)
  await retry(app.db, { id, revision: 1 })
  expect(await rowOf(id)).toMatchObject({ status: 'FAILED', messages: ['The disk is full.'] })
  await retry(app.db, { id, revision: 0 })
  expect(await rowOf(id)).toMatchObject({ status: 'SCHEDULED', messages: [], finishedAt: null })
  expect(await finish(app, { id, revision: 0 }, ready)).toMatchObject({ status: 'READY' })
})

test('a missed answer is recorded once, and only while the file is made', async () => {
  const [waiting, done] = [await newRequest(), await newRequest()]
  await finish(app, { id: done }, ready)
  const now = app.clock()
  const at = (ms: number) => ({ db: app.db, clock: clockIn(defaultZone, () => new Date(now.getTime() + ms)) })
  for (const id of [waiting, done]) {
    await markUnanswered(at(0), id)
    await markUnanswered(at(1000), id)
  }
  expect((await rowOf(waiting)).toldScheduledAt).toEqual(now)
  expect((await rowOf(done)).toldScheduledAt).toBeNull()
})

test('identifiers are looked up once', async () => {
  const id = await newRequest({ toMatch: true, matched: [] })
  expect(await keepMatches(app.db, id, { matched: ['1'], unmatched: [], choices: [] })).toBe(true)
  expect(await keepMatches(app.db, id, { matched: ['2'], unmatched: [], choices: [] })).toBe(false)
  expect(await rowOf(id)).toMatchObject({ matched: ['1'], toMatch: false, status: 'PROCESSING' })
})

test('other records withdraw the file, the same records leave it', async () => {
  const id = await newRequest()
  await markUnanswered(app, id)
  await finish(app, { id }, { ...ready, covers: 1, imageSize: 4, packageSize: 5 })
  expect(await change(id, { choices: [{ identifier: '3', ids: ['4'] }] })).toBeUndefined()
  expect(await change(id, { matched: ['2', '1'] })).toBeUndefined()
  expect(await rowOf(id)).toMatchObject({ status: 'READY', revision: 0, fileSize: 3, matched: ['2', '1'] })
  expect(await change(id, { matched: ['1'], removed: ['2'] })).toBe(1)
  expect(await rowOf(id)).toMatchObject({
    status: 'PROCESSING',
    revision: 1,
    toldScheduledAt: null,
    finishedAt: null,
    // Its key stays: the job removes that file.
    fileKey: 'a file',
    fileSize: null,
    imageSize: null,
    packageSize: null,
    covers: null,
    removed: ['2'],
  })
})

test.each([
  ['already_downloaded', { downloadedAt: new Date() }],
  ['headings_stay', { type: 'AUTHORITY' }],
  ['still_made', { toMatch: true }],
  ['request_failed', { status: 'FAILED' }],
] as const)('what a request holds is not changed: %s', async (code, state) => {
  const row = await rowOf(await newRequest())
  expect(() => assertChangeable(row)).not.toThrow()
  expect(() => assertChangeable({ ...row, ...state })).toThrow(expect.objectContaining({ code }))
})

test('a file is sent only if its request has ended well', async () => {
  const id = await newRequest()
  const thrown = (code: string, messages: string[]) => expect.objectContaining({ code, messages })
  const unfinished = await rowOf(id)
  expect(() => readyRequest(unfinished)).toThrow(thrown('request_not_ready', ['This request requires more time.']))
  await finish(app, { id }, failed)
  const over = await rowOf(id)
  expect(() => readyRequest(over)).toThrow(thrown('request_failed', ['The disk is full.']))
  await retry(app.db, { id })
  await finish(app, { id }, ready)
  expect(readyRequest(await rowOf(id))).toMatchObject({ id, status: 'READY' })
})
