import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import type { Input } from '#kit/contract.ts'
import { type CatalogueRequest, requestsApi } from '../../contract.ts'
import { recordEvent } from '../../server/requests.ts'
import { type ItemSent, isbn, online, paper, posted, startDraft } from '../../server/testing.ts'
import { timelineApi } from '../contract.ts'

let app: TestApp
let hour = 0
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Submits a request, an hour after the previous one. */
async function submitted(items: ItemSent[], person: Person = 'hillview'): Promise<CatalogueRequest> {
  const { id } = await startDraft(app, items, person)
  const submittedAt = new Date(Date.UTC(2026, 0, 1, hour++))
  await app.db.updateTable('catalogueRequest').set({ status: 'REQUESTED', submittedAt }).where('id', '=', id).execute()
  await app.db
    .updateTable('catalogueItem')
    .set({ status: 'REQUESTED', submittedAt })
    .where('requestId', '=', id)
    .execute()
  return (await app.as(person)(requestsApi.catalogueRequest, { id })).response
}
/** The desk's change of an item, without its side effects. */
const setItem = (id: string, set: object) => app.db.updateTable('catalogueItem').set(set).where('id', '=', id).execute()
const deskWrites = (requestId: string, body: string, happenedAt = new Date()) =>
  recordEvent(app.db, { requestId, now: happenedAt, userId: 'demo-desk', byDesk: true, kind: 'message', body })
const timelineOf = async (id: string, person: Person = 'hillview') =>
  (await app.as(person)(timelineApi.timeline, { id })).response
const read = async (id: string) => (await app.as('hillview')(requestsApi.catalogueRequest, { id })).response
const withdraw = (request: CatalogueRequest, at = 0, person: Person = 'hillview') =>
  app.as(person)(timelineApi.withdrawItem, { id: request.id, itemId: request.items[at]!.id })
const send = (input: Input<typeof timelineApi.sendMessage>, person: Person = 'hillview') =>
  app.as(person)(timelineApi.sendMessage, input)
const closeAll = () =>
  app.db
    .updateTable('catalogueItem')
    .set({ status: 'WITHDRAWN' })
    .where('status', 'in', ['REQUESTED', 'RECEIVED'])
    .execute()

test('the timeline shows the school what happened, but not who at the desk it was assigned to', async () => {
  const request = await submitted([paper()])
  await recordEvent(app.db, {
    requestId: request.id,
    now: new Date(),
    userId: 'demo-desk',
    byDesk: true,
    kind: 'assigned',
  })
  await send({ id: request.id, text: '  Please <b>hurry</b>  ' }, 'assistant')
  await deskWrites(request.id, 'Which edition?', new Date(Date.now() + 1000))
  const { events } = await timelineOf(request.id)
  expect(events.map(({ kind }) => kind)).toEqual(['created', 'message', 'message'])
  expect(events[1]).toMatchObject({ byDesk: false, by: 'Hillview Assistant', text: 'Please <b>hurry</b>' })
  expect(events[2]).toMatchObject({ byDesk: true, by: app.env.providerName, text: 'Which edition?' })
})

test('parcels in transit come last in the queue, and first once they arrive; an item of several schools has one place', async () => {
  await closeAll()
  const number = isbn(771)
  const first = await submitted([paper({ standardNumber: number, title: 'Shared' }), online('https://example.org/a')])
  const second = await submitted([posted({ title: 'Posted' }), paper({ standardNumber: number })], 'riverside')
  expect((await timelineOf(first.id)).places).toEqual([
    { itemId: first.items[0]!.id, place: 1, of: 3 },
    { itemId: first.items[1]!.id, place: 2, of: 3 },
  ])
  expect((await timelineOf(second.id, 'riverside')).places).toEqual([
    { itemId: second.items[0]!.id, place: 3, of: 3 },
    { itemId: second.items[1]!.id, place: 1, of: 3 },
  ])
  await setItem(second.items[0]!.id, { status: 'RECEIVED' })
  expect((await timelineOf(second.id, 'riverside')).places[0]).toMatchObject({ place: 1 })
  await setItem(second.items[0]!.id, { status: 'CATALOGUED' })
  expect((await timelineOf(second.id, 'riverside')).places).toEqual([{ itemId: second.items[1]!.id, place: 1, of: 2 }])
})

test('a draft has no place in the queue, and no one to write to', async () => {
  const draft = await startDraft(app, [paper()])
  expect((await timelineOf(draft.id)).places).toEqual([])
  await expect(send({ id: draft.id, text: 'Hello' })).rejects.toMatchObject({ code: 'not_submitted', status: 409 })
  await expect(withdraw(draft)).rejects.toMatchObject({ code: 'not_submitted' })
  expect((await timelineOf(draft.id)).events).toHaveLength(1)
  expect((await read(draft.id)).items[0]?.status).toBe('DRAFT')
})

test('the desk’s last message is reported until the school answers or nothing is open', async () => {
  const request = await submitted([paper()])
  const waiting = async (person: Person = 'hillview') =>
    (await app.as(person)(timelineApi.waitingMessages, {})).response.map(({ requestId }) => requestId)
  await deskWrites(request.id, 'Which edition?', new Date(Date.now() - 60_000))
  expect(await waiting()).toContain(request.id)
  expect(await waiting('riverside')).not.toContain(request.id)
  await send({ id: request.id, text: 'The second' })
  expect(await waiting()).not.toContain(request.id)
  await deskWrites(request.id, 'Thank you', new Date(Date.now() + 60_000))
  expect(await waiting()).toContain(request.id)
  await withdraw(request)
  expect(await waiting()).not.toContain(request.id)
})

test('an empty, overlong or unstorable message is refused', async () => {
  const request = await submitted([paper()])
  for (const text of ['', '   ', 'x'.repeat(4001), 'a\0b', 'half \ud83d of one'])
    await expect(send({ id: request.id, text })).rejects.toMatchObject({ status: 400 })
  expect((await timelineOf(request.id)).events.map(({ kind }) => kind)).toEqual(['created'])
})

test('an item is withdrawn once; a request with every item withdrawn is closed', async () => {
  const request = await submitted([paper({ title: 'One' }), online()])
  const [once, twice] = await Promise.all([withdraw(request), withdraw(request)])
  expect([once, twice].map(({ response }) => response.items[0]?.status)).toEqual(['WITHDRAWN', 'WITHDRAWN'])
  const half = await read(request.id)
  expect(half).toMatchObject({ status: 'REQUESTED', version: request.version + 1 })
  expect(half.items[0]?.answeredDate).not.toBeNull()
  expect((await timelineOf(request.id)).events.filter(({ kind }) => kind === 'withdrawn')).toMatchObject([
    { itemId: request.items[0]!.id, by: 'Hillview Librarian' },
  ])
  await withdraw(request, 1)
  expect((await read(request.id)).status).toBe('DECLINED')
})

test('all items of a request are answered at once, each by a different person', async () => {
  const request = await submitted(Array.from({ length: 6 }, (_, n) => paper({ title: `Book ${n}` })))
  await Promise.all(
    request.items.map(({ id }, n) =>
      n % 2 === 0
        ? withdraw(request, n, n % 4 === 0 ? 'hillview' : 'assistant')
        : app.as('desk')(cataloguingApi.declineItems, { itemIds: [id], reason: 'Not ours to catalogue.' }),
    ),
  )
  expect(await read(request.id)).toMatchObject({ status: 'DECLINED', version: request.version + 6 })
})

test('an answered item cannot be withdrawn, and a request with a catalogued item ends as catalogued', async () => {
  const request = await submitted([paper({ title: 'One' }), online()])
  await setItem(request.items[0]!.id, { status: 'CATALOGUED', recordId: 'r1', answeredAt: new Date() })
  await expect(withdraw(request)).rejects.toMatchObject({ code: 'item_answered', status: 409 })
  expect((await read(request.id)).items[0]?.status).toBe('CATALOGUED')
  await withdraw(request, 1)
  expect((await read(request.id)).status).toBe('CATALOGUED')
})

test('the records of a request come in one file, each once; before there is one the download is refused', async () => {
  const request = await submitted([paper({ title: 'One' }), paper({ title: 'Two' }), online()])
  const download = (person: Person = 'hillview') => app.as(person)(timelineApi.downloadCatalogued, { id: request.id })
  await expect(download()).rejects.toMatchObject({ code: 'nothing_catalogued', status: 409 })
  for (const { id } of request.items.slice(0, 2)) await setItem(id, { status: 'CATALOGUED', recordId: 'r-gone' })
  const { response } = await download()
  expect(response.requestName).toBe(`Catalogue request ${request.requestNumber}`)
  expect(response.unmatchedRecords).toBe('r-gone')
  await expect(download('riverside')).rejects.toMatchObject({ code: 'request_not_found' })
})

test('another school’s request is absent for every call, no matter which id is sent', async () => {
  const request = await submitted([paper()])
  const itemId = request.items[0]!.id
  for (const person of ['riverside', 'lakeside'] as const) {
    const calls = [
      () => app.as(person)(timelineApi.timeline, { id: request.id }),
      () => app.as(person)(timelineApi.sendMessage, { id: request.id, text: 'Hello' }),
      () => app.as(person)(timelineApi.withdrawItem, { id: request.id, itemId }),
      () => app.as(person)(timelineApi.downloadCatalogued, { id: request.id }),
    ]
    for (const attempt of calls)
      await expect(attempt()).rejects.toMatchObject({ code: 'request_not_found', status: 404 })
  }
  const theirs = await submitted([paper()], 'riverside')
  await expect(app.as('riverside')(timelineApi.withdrawItem, { id: theirs.id, itemId })).rejects.toMatchObject({
    code: 'item_not_found',
    status: 404,
  })
  for (const strange of ['a\0b', '__proto__', "' or 1=1", '\ud83d']) {
    const attempt = app.as('hillview')(timelineApi.withdrawItem, { id: request.id, itemId: strange })
    expect([400, 404]).toContain(await attempt.then(() => 200).catch(({ status }) => status))
  }
  expect((await timelineOf(request.id)).events.map(({ kind }) => kind)).toEqual(['created'])
  expect((await read(request.id)).items[0]?.status).toBe('REQUESTED')
})

test('an unknown member is refused', async () => {
  const request = await submitted([paper()])
  const reply = await app.raw('hillview', {
    method: 'POST',
    url: `/rest/cataloguerequests/${request.id}/message`,
    payload: { text: 'Hello', byDesk: true },
  })
  expect(reply.statusCode).toBe(400)
  expect((await timelineOf(request.id)).events).toHaveLength(1)
})
