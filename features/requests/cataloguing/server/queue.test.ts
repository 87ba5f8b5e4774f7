import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { timelineApi } from '#features/requests/timeline/contract.ts'
import { cataloguingApi } from '../contract.ts'
import { worksAPage } from '../rules.ts'
import { forgetAll, submit } from './testing.ts'

const { queue, assignWork, deskPeopleToAssign } = cataloguingApi
let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())
beforeEach(() => forgetAll(app))

const list = async (input: object = {}) => app.as('desk')(queue, input)
const names = async (input: object = {}) => (await list(input)).response.map(({ name }) => name)
const isbn = '9780143520320'

const say = (requestId: string, minute: number, byDesk: boolean) =>
  app.db
    .insertInto('catalogueEvent')
    .values({
      id: randomUUID(),
      requestId,
      itemId: null,
      happenedAt: new Date(Date.UTC(2026, 10, 1, 0, minute)),
      userId: null,
      byDesk,
      kind: 'message',
      body: 'words',
    })
    .execute()

test('parcels in transit come last, the oldest first; an item requested by several schools is listed once, at its first place', async () => {
  await submit(app, 'hillview', [{ title: 'Younger', workKey: 'young' }], 5)
  await submit(app, 'riverside', [{ title: 'Older' }, { title: 'Posted', physicalResource: true }], 3)
  await submit(app, 'lakeside', [{ standardNumber: isbn, workKey: 'young' }], 1)
  await submit(app, 'lakeside', [{ title: 'Oldest' }], 0)

  const { response, totalCount, counts } = await list()
  expect(response.map(({ name }) => name)).toEqual(['Oldest', 'Younger', 'Older', 'Posted'])
  expect(totalCount).toBe(4)
  expect(response[1]).toMatchObject({
    name: 'Younger',
    standardNumber: isbn,
    submittedDate: '2026-10-01T00:01:00.000Z',
    askers: [
      { organisation: 'Lakeside School', customerNo: '10003', email: 'trial@lakeside.example' },
      { organisation: 'Hillview Primary School', requestedBy: 'Hillview Librarian' },
    ],
  })
  expect(counts).toEqual({ received: 0, posted: 1, described: 3, online: 0, unassigned: 4, mine: 0, answer: 0 })
})

test('without a title it is named by its number, address or kind; markup stays text', async () => {
  await submit(app, 'hillview', [
    { standardNumber: isbn },
    { resourceType: 'DVD_CD', physicalResource: true },
    { title: '<img src=x onerror=alert(1)>' },
  ])
  expect(await names()).toEqual([isbn, '<img src=x onerror=alert(1)>', expect.stringMatching(/^DVD or CD CI\d+$/)])
})

test('drafts, answered and withdrawn items are not in the queue', async () => {
  const { items } = await submit(app, 'hillview', [{ title: 'a' }, { title: 'b' }, { title: 'c' }, { title: 'd' }])
  for (const [place, status] of (['DRAFT', 'CATALOGUED', 'WITHDRAWN'] as const).entries())
    await app.db.updateTable('catalogueItem').set({ status }).where('id', '=', items[place]!.id).execute()
  expect(await names()).toEqual(['d'])
})

test('filters select arrived, posted and digital items, mine, unassigned ones, and those where a school wrote last', async () => {
  const here = await submit(app, 'hillview', [{ title: 'here', physicalResource: true }])
  await app.db
    .updateTable('catalogueItem')
    .set({ status: 'RECEIVED', receivedAt: new Date() })
    .where('id', '=', here.items[0]!.id)
    .execute()
  await submit(app, 'hillview', [{ title: 'under way', physicalResource: true }])
  const digital = await submit(app, 'riverside', [{ title: 'digital' }])
  await app.as('desk')(assignWork, { itemIds: [digital.items[0]!.id], userId: 'demo-desk' })
  await say(here.id, 1, true)
  await say(here.id, 2, false)
  await say(digital.id, 1, false)
  await say(digital.id, 2, true)

  expect(await names({ state: 'received' })).toEqual(['here'])
  expect(await names({ state: 'posted' })).toEqual(['under way'])
  expect(await names({ state: 'described' })).toEqual(['digital'])
  expect(await names({ state: 'mine' })).toEqual(['digital'])
  expect(await names({ state: 'unassigned' })).toEqual(['here', 'under way'])
  expect(await names({ state: 'answer' })).toEqual(['here'])
  expect((await list({ state: 'answer' })).response[0]).toMatchObject({ answerWaiting: true, received: true })
  expect((await list({ state: 'mine' })).counts).toEqual({
    received: 1,
    posted: 1,
    described: 1,
    online: 0,
    unassigned: 2,
    mine: 1,
    answer: 1,
  })
})

test('words, numbers in any spelling, codes and school names find it', async () => {
  const { requestNumber, items } = await submit(app, 'riverside', [
    { title: '100% Māori_tales', authors: 'Ann Lee', standardNumber: '978-0-14-352032-0', workKey: `number:${isbn}` },
  ])
  await submit(app, 'hillview', [{ title: 'Another' }], 1)
  const found = [
    '100%',
    'lee tales',
    'i_t',
    isbn,
    '0143520326',
    'riverside',
    '10002',
    requestNumber,
    items[0]!.itemNumber,
  ]
  for (const text of found) expect([text, await names({ text })]).toEqual([text, ['100% Māori_tales']])
  for (const text of ['1_0%', 'lee another', "'; drop table x; --", 'a\u0007b'])
    expect([text, await names({ text })]).toEqual([text, []])
  expect(await names({ text: ' ' })).toHaveLength(2)
})

test('a page holds a fixed number, and the next page the rest', async () => {
  const many = Array.from({ length: worksAPage + 1 }, (_, n) => ({ title: `Title ${n}` }))
  await submit(app, 'hillview', many)
  expect((await list()).response).toHaveLength(worksAPage)
  expect(await list({ page: 2 })).toMatchObject({ totalCount: worksAPage + 1, response: [{}] })
  expect(await list({ page: 9 })).toMatchObject({ totalCount: worksAPage + 1, response: [] })
})

test('it is taken, reassigned and put back; an item that somebody else took meanwhile is not reassigned unnoticed', async () => {
  await app.sessionOf('administrator')
  const { items, id } = await submit(app, 'hillview', [{ title: 'One', workKey: 'one' }])
  const other = await submit(app, 'riverside', [{ title: 'One', workKey: 'one' }], 1)
  const itemIds = [items[0]!.id, other.items[0]!.id]
  const { response } = await app.as('desk')(assignWork, { itemIds, userId: 'demo-desk', from: null })
  expect(response).toMatchObject({ assignedToId: 'demo-desk' })
  expect(response.assignedTo).not.toBe('')

  const rival = app.as('administrator')(assignWork, { itemIds, userId: 'test-administrator', from: null })
  await expect(rival).rejects.toMatchObject({ code: 'taken_meanwhile', status: 409 })
  expect((await list()).response[0]!.assignedToId).toBe('demo-desk')

  await app.as('administrator')(assignWork, { itemIds, userId: 'test-administrator', from: 'demo-desk' })
  await app.as('desk')(assignWork, { itemIds, userId: null })
  expect((await list()).response[0]).toMatchObject({ assignedToId: null, assignedTo: '' })
  const noted = await app.db
    .selectFrom('catalogueEvent')
    .select(['kind', 'byDesk'])
    .where('requestId', '=', id)
    .execute()
  expect(noted).toEqual(Array(3).fill({ kind: 'assigned', byDesk: true }))
})

test('only people of the desk can be assigned', async () => {
  await app.sessionOf('administrator')
  const { items } = await submit(app, 'hillview', [{ title: 'One' }])
  const people = (await app.as('desk')(deskPeopleToAssign, {})).response.map(({ id }) => id)
  expect(people.sort()).toEqual(['demo-desk', 'test-administrator'])
  for (const userId of ['demo-hillview-librarian', 'nobody'])
    await expect(app.as('desk')(assignWork, { itemIds: [items[0]!.id], userId })).rejects.toMatchObject({
      code: 'person_not_found',
    })
  await expect(app.as('desk')(assignWork, { itemIds: ['nothing'], userId: null })).rejects.toMatchObject({
    code: 'item_not_found',
  })
  expect((await list()).response[0]!.assignedToId).toBeNull()
})

test('a school has no access to the desk’s work', async () => {
  const { items } = await submit(app, 'hillview', [{ title: 'Own' }])
  const itemIds = [items[0]!.id]
  await expect(app.as('hillview')(queue, {})).rejects.toMatchObject({ code: 'not_allowed', status: 403 })
  const { work, stub, declineItems, attachRecord, checkIn, messageRequester } = cataloguingApi
  const attempts = [
    () => app.as('hillview')(work, { itemId: items[0]!.id }),
    () => app.as('hillview')(stub, { itemId: items[0]!.id }),
    () => app.as('hillview')(assignWork, { itemIds, userId: null }),
    () => app.as('hillview')(declineItems, { itemIds, reason: 'no' }),
    () => app.as('hillview')(attachRecord, { itemIds, recordId: '1' }),
    () => app.as('hillview')(checkIn, { code: items[0]!.itemNumber }),
    () => app.as('hillview')(messageRequester, { itemIds, text: 'words' }),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await names()).toEqual(['Own'])
})

test('a school’s message after its answer is listed as waiting until it needs no reply', async () => {
  const { id, items } = await submit(app, 'hillview', [{ title: 'declined', workKey: 'same' }])
  await submit(app, 'riverside', [{ title: 'still waits', workKey: 'same' }])
  await say(id, 1, false)
  await app.as('desk')(cataloguingApi.declineItems, { itemIds: [items[0]!.id], reason: 'No.' })
  // Its earlier message has been answered.
  expect(await list({ state: 'answer' })).toMatchObject({ response: [], counts: { answer: 0, described: 1 } })

  const { response: told } = await app.as('hillview')(timelineApi.sendMessage, { id, text: 'Why?' })
  const answered = await list({ state: 'answer' })
  expect(answered).toMatchObject({
    response: [{ itemId: items[0]!.id, answerWaiting: true, askers: [{ status: 'DECLINED' }] }],
    totalCount: 1,
    counts: { answer: 1, described: 1, unassigned: 1 },
  })
  expect(answered.response[0]!.askers).toHaveLength(1)
  expect(await names()).toEqual(['still waits'])
  expect(await names({ state: 'unassigned' })).toEqual(['still waits'])

  const seen = (messageIds: string[]) =>
    app.as('desk')(cataloguingApi.nothingToAnswer, { itemId: items[0]!.id, messageIds })
  // Marking another message as read leaves it waiting.
  await seen([randomUUID()])
  expect((await list()).counts.answer).toBe(1)
  const { response } = await seen([told.id])
  expect(response.answerWaiting).toBe(false)
  expect(response.events.at(-1)).toMatchObject({ kind: 'seen', byDesk: true })
  expect((await list()).counts.answer).toBe(0)
  // The school does not see whether it was read.
  const { events } = (await app.as('hillview')(timelineApi.timeline, { id })).response
  expect(events.map(({ kind }) => kind)).not.toContain('seen')
  await app.as('hillview')(timelineApi.sendMessage, { id, text: 'And now?' })
  expect((await list()).counts.answer).toBe(1)
})
