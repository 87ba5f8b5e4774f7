import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { forgetAll, submit } from '../../cataloguing/server/testing.ts'
import { isbn, online, paper, startDraft } from '../../server/testing.ts'
import { workKeyOf } from '../../server/work-key.ts'
import { requestedApi } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())
beforeEach(() => forgetAll(app))

const number = isbn(1)
const facts = { title: '', standardNumber: '', url: '', authors: '', resourceType: 'BOOK' } as const
const withKey = (item: Partial<typeof facts> | { standardNumber: string } | { title: string; authors: string }) => ({
  ...item,
  workKey: workKeyOf({ ...facts, ...item }),
})
const requested = async (items: object[], except?: string) =>
  (await app.as('hillview')(requestedApi.requestedItems, { items, ...(except && { except }) })).response

test('a number that a colleague has asked for is found, however it is written', async () => {
  const { id, requestNumber } = await submit(app, 'assistant', [withKey({ standardNumber: number })])
  const hyphens = `978-0-1${number.slice(5, 7)}-${number.slice(7, 12)}-${number.slice(12)}`
  expect(
    await requested([{ standardNumber: isbn(2) }, { standardNumber: hyphens }, { standardNumber: number }]),
  ).toEqual(
    [1, 2].map((position) => ({
      position,
      requestId: id,
      requestNumber,
      status: 'REQUESTED',
      requestedById: 'demo-hillview-assistant',
      requestedBy: expect.stringMatching(/^\p{L}+ \p{L}+/u),
    })),
  )
})

test('items without a number are found by address, or by type, title and author', async () => {
  const book = { title: 'The river', authors: 'Ann Lee', resourceType: 'BOOK' }
  const { id } = await startDraft(app, [
    paper({ title: 'The River', authors: 'Ann Lee' }),
    online('https://example.org/a'),
  ])
  const found = await requested([
    book,
    { ...book, authors: 'Bo Ray' },
    { ...book, resourceType: 'E_BOOK' },
    { ...book, resourceType: '' },
    { url: 'http://www.example.org/a/', resourceType: 'ONLINE_RESOURCE' },
    {},
  ])
  expect(found.map(({ position, requestId, status }) => [position, requestId, status])).toEqual([
    [0, id, 'DRAFT'],
    [4, id, 'DRAFT'],
  ])
})

test('a submitted request is named before a draft, and the request in question not at all', async () => {
  const item = { standardNumber: number }
  const draft = await startDraft(app, [paper(item)])
  expect((await requested([item]))[0]!.requestId).toBe(draft.id)
  expect(await requested([item], draft.id)).toEqual([])
  const later = await submit(app, 'hillview', [withKey(item)], 9)
  expect((await requested([item]))[0]!.requestId).toBe(later.id)
  const earlier = await submit(app, 'hillview', [withKey(item)], 3)
  expect((await requested([item]))[0]!.requestId).toBe(earlier.id)
})

test.each(['CATALOGUED', 'DECLINED', 'WITHDRAWN'] as const)(
  'an item that is %s is not requested any more',
  async (status) => {
    const { items } = await submit(app, 'hillview', [
      withKey({ standardNumber: number }),
      withKey({ standardNumber: isbn(3) }),
    ])
    await app.db.updateTable('catalogueItem').set({ status }).where('id', '=', items[0]!.id).execute()
    const found = await requested([{ standardNumber: number }, { standardNumber: isbn(3) }])
    expect(found.map(({ position }) => position)).toEqual([1])
  },
)

test('another school’s requests are never shown', async () => {
  await submit(app, 'riverside', [withKey({ standardNumber: number })])
  await startDraft(app, [paper({ standardNumber: number })], 'riverside')
  expect(await requested([{ standardNumber: number }])).toEqual([])
})

test('4,000 numbers are looked up at once', async () => {
  const { id } = await submit(app, 'hillview', [withKey({ standardNumber: isbn(3999) })])
  const items = Array.from({ length: 4000 }, (_, i) => ({ standardNumber: isbn(i) }))
  expect((await requested(items)).map(({ position, requestId }) => [position, requestId])).toEqual([[3999, id]])
})
