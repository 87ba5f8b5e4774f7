import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { QueryWatch } from '#adapters/database/database.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import { noFingerprints } from '../changed-records/server/record-fingerprints.ts'
import { writeFile } from '../files/server/write-file.ts'
import { createRequest } from './create-request.ts'
import { keepTogether } from './keep-made.ts'
import { removeUnused } from './make-at-once.ts'
import { book, isbn13 } from './testing.ts'

let app: TestApp
const statements: string[] = []
const watch: QueryWatch = ({ sql }) => statements.push(sql)
beforeAll(async () => {
  app = await testApp({ work: false, watch })
  await app.catalogue.write([
    book({ id: '1', isbns: [isbn13(1)] }),
    book({ id: '2', isbns: [isbn13(2)] }),
    book({ id: '3', isbns: [isbn13(2)] }),
    book({ id: '4', numbers: [['020', 'z', isbn13(4)]] }),
  ])
})
afterAll(() => app.close())
afterEach(() => vi.restoreAllMocks())

const identities = [isbn13(1), isbn13(2), isbn13(4), isbn13(9), 'nonsense', '4']
const caller = {
  sessionId: 's',
  userId: 'demo-lakeside-trial',
  customerId: 'demo-lakeside',
  role: 'staff' as const,
  disabled: false,
  freshProof: false,
  subscriptions: [{ typeName: 'TRIAL', productCode: 'T', startsOn: '2000-01-01', endsOn: '2100-01-01' } as const],
}
const never = new AbortController().signal
const create = async (input: { idempotencyKey?: string } = {}, fileWaitMs = 5000) =>
  (await createRequest({ ...app, fileWaitMs }, caller, { identities, ...input }, never)).response
const jobs = async (name: string) =>
  (await app.queue.list({ from: 0, count: 100 })).jobs.filter((each) => each.name === name)
const rowsOf = async (id: string) => {
  const of = (table: 'downloadRequestKey' | 'requestPrint') =>
    app.db.selectFrom(table).selectAll().where('requestId', '=', id).executeTakeFirst()
  const request = await app.db.selectFrom('downloadRequest').selectAll().where('id', '=', id).executeTakeFirst()
  return [request, await of('downloadRequestKey'), await of('requestPrint')]
}
const fileOf = async (id: string) => buffer((await app.files.get(`downloads/${id}-0-data.mrc`))!.stream)

test('a short request is stored READY, the same in all as one that a job has made', async () => {
  const made = await create()
  expect(made).toMatchObject({ requestStatus: 'READY', matchedRecords: '1,4' })
  expect(await jobs(writeFile.name)).toEqual([])
  const byJob = await create({}, 0)
  expect(byJob.requestStatus).toBe('PROCESSING')
  await writeFile.run(app, { requestId: byJob.id, revision: 0 }, never)
  const alike = async ({ id }: { id: string }) =>
    JSON.parse(JSON.stringify(await rowsOf(id)).replaceAll(id, 'id'), (key, value) =>
      key.endsWith('At') || key === 'makingSince' ? typeof value : value,
    )
  expect(await alike(made)).toEqual(await alike(byJob))
  expect(await fileOf(made.id)).toEqual(await fileOf(byJob.id))
})

test('it takes one statement', async () => {
  await create()
  statements.length = 0
  await create()
  expect(statements).toEqual([expect.stringContaining('insert into "download_request"')])
})

test('requests that come together take one statement, and the fault of one refuses no other', async () => {
  const keep = (userId = caller.userId) => {
    const lists = { identities, matched: ['1'], messages: [], prints: noFingerprints() }
    const kind = { type: 'IDENTIFIERS', name: 'Books', fileFormat: 'MARC_21', content: 'DATA_ONLY' } as const
    const request = { ...kind, ...lists, id: randomUUID(), fileKey: 'downloads/x', fileSize: 1 }
    return keepTogether(app.db, { caller: { ...caller, userId }, request, now: app.clock() }, false)
  }
  statements.length = 0
  const kept = await Promise.all([keep(), keep(), keep()])
  expect(statements).toHaveLength(1)
  for (const { id } of kept) expect((await rowsOf(id)).every(Boolean)).toBe(true)
  const settled = await Promise.allSettled([keep(), keep('nobody'), keep()])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('what fails before the request is stored is left to its job', async () => {
  const before = (await jobs(writeFile.name)).length
  vi.spyOn(app.files, 'put').mockRejectedValueOnce(new Error('The disk is full.'))
  const { id, requestStatus } = await create({}, 1000)
  expect(requestStatus).toBe('PROCESSING')
  expect(await jobs(writeFile.name)).toHaveLength(before + 1)
  await writeFile.run(app, { requestId: id }, never)
  expect((await fileOf(id)).length).toBeGreaterThan(0)
})

test('sent again with its key it is the first request, and no second file stays', async () => {
  const keys = async () => {
    const found: string[] = []
    for await (const { key } of app.files.list()) found.push(key)
    return found
  }
  const [first, second] = await Promise.all([create({ idempotencyKey: 'k' }), create({ idempotencyKey: 'k' })])
  const before = await keys()
  const third = await create({ idempotencyKey: 'k' })
  expect([second.id, third.id]).toEqual([first.id, first.id])
  expect(await keys()).toEqual(before)
  expect(before.filter((key) => key.includes(first.id))).toHaveLength(1)
})

test('the file of a process that was killed before it stored the request is removed, the others stay', async () => {
  const { id } = await create()
  const [{ data } = { data: {} }] = (await jobs(removeUnused.name)).filter(({ data }) =>
    (data as { ids: string[] }).ids.includes(id),
  )
  const { ids } = removeUnused.data.parse(data)
  const unused = ids.at(0)!
  expect(unused).not.toBe(id)
  await app.files.put(`downloads/${unused}-0-data.xml`, Buffer.from('left'))
  await removeUnused.run(app, { ids }, never)
  expect(await app.files.size(`downloads/${unused}-0-data.xml`)).toBeNull()
  expect((await fileOf(id)).length).toBeGreaterThan(0)
})
