import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { timelineApi } from '#features/requests/timeline/contract.ts'
import { minuteMs } from '#kit/day.ts'
import { cataloguingApi } from '../../contract.ts'
import { mostAnswered } from '../../rules.ts'
import { forgetAll, type School, submit } from '../../server/testing.ts'
import { mergeRefusals, mergesApi } from '../contract.ts'

const { merges, mergeWorks, undoMerge } = mergesApi
const { queue, work, assignWork, declineItems } = cataloguingApi
let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

let now = new Date()
beforeEach(async () => {
  await forgetAll(app)
  for (const table of ['mergedWork', 'workMerge', 'outgoingMail'] as const) await app.db.deleteFrom(table).execute()
  now = new Date()
  app.setClock(() => now)
})

const desk = () => app.as('desk')
const isbns = ['9780143520320', '9781869438913', '9780170411479']
/** A work of one school. Without a key nothing identifies it. */
const requested = async (title: string, key = '', minute = 0, school: School = 'hillview') =>
  (await submit(app, school, [{ title, workKey: key }], minute)).items[0]!.id
const merge = async (...itemIds: string[]) => (await desk()(mergeWorks, { itemIds })).response
/** The queue: the items of each line. */
const lines = async () =>
  (await desk()(queue, {})).response.map(({ askers }) => askers.map(({ itemId }) => itemId).sort())
const list = async (itemId?: string) =>
  (await desk()(merges, itemId === undefined ? {} : { itemId })).response.map(({ id }) => id)
const stored = async () => ({
  keys: await app.db.selectFrom('mergedWork').selectAll().orderBy('key').execute(),
  merges: await app.db.selectFrom('workMerge').selectAll().orderBy('id').execute(),
  items: await app.db.selectFrom('catalogueItem').selectAll().orderBy('id').execute(),
})

test('merged items are one line of the queue, at the earliest place, and one page', async () => {
  const other = await requested('Other', '', 1)
  const first = await requested('Kererū', `number ${isbns[0]}`, 0)
  const second = await requested('The kererū', `number ${isbns[1]}`, 2, 'riverside')
  const third = await requested('kereru', '', 3, 'lakeside')
  const { merge: made, refused } = await merge(second, third, first)
  expect(refused).toEqual([])
  expect(made).toMatchObject({
    by: 'Customer Desk',
    items: [
      { itemId: second, name: 'The kererū' },
      { itemId: third, name: 'kereru' },
      { itemId: first, name: 'Kererū' },
    ],
  })
  expect(await lines()).toEqual([[first, second, third].sort(), [other]])
  const page = (await desk()(work, { itemId: third })).response
  expect(page).toMatchObject({ name: 'Kererū', itemId: first })
  expect(page.items).toHaveLength(3)
  expect((await desk()(queue, {})).counts.described).toBe(2)
})

test('schools see the place of the merged item, and nothing of the merge', async () => {
  const early = await requested('Early', '', 0)
  await requested('Between', '', 1)
  const late = await submit(app, 'riverside', [{ title: 'Late' }], 2)
  const shown = async () => (await app.as('riverside')(timelineApi.timeline, { id: late.id })).response
  const before = await shown()
  expect(before.places).toMatchObject([{ place: 3, of: 3 }])
  await merge(early, late.items[0]!.id)
  const after = await shown()
  expect(after.places).toMatchObject([{ place: 1, of: 2 }])
  expect(after.events).toEqual(before.events)
})

test('an item that is requested later joins those it equals', async () => {
  const first = await requested('One', 'number 1')
  const second = await requested('Two', 'number 2')
  await merge(first, second)
  const later = await requested('Two again', 'number 2', 5, 'riverside')
  expect(await lines()).toEqual([[first, second, later].sort()])
})

test('all of them are answered at once, and each school by one email', async () => {
  const first = await requested('One')
  const second = await requested('Two')
  const third = await requested('Three', '', 1, 'riverside')
  await merge(first, second, third)
  await desk()(declineItems, { itemIds: (await lines())[0]!, reason: 'No' })
  expect(await lines()).toEqual([])
  const mails = await app.db.selectFrom('outgoingMail').select('recipient').execute()
  expect(mails).toHaveLength(2)
})

test('undone, everything is as before; only once, and the audit log has both', async () => {
  const first = await requested('One', 'number 1')
  const second = await requested('Two', 'number 2')
  const before = await stored()
  const { merge: made } = await merge(first, second)
  expect(await list()).toEqual([made!.id])
  await app.as('administrator')(undoMerge, { mergeId: made!.id })
  expect(await stored()).toEqual(before)
  expect(await lines()).toEqual([[first], [second]])
  await expect(desk()(undoMerge, { mergeId: made!.id })).rejects.toMatchObject({ status: 409, code: 'merge_gone' })
  const log = await app.db
    .selectFrom('auditEntry')
    .select(['action', 'customerId'])
    .where('action', 'in', ['items_merged', 'merge_undone'])
    .orderBy('position')
    .execute()
  expect(log.slice(-2)).toEqual([
    { action: 'items_merged', customerId: null },
    { action: 'merge_undone', customerId: null },
  ])
})

test('the queue lists merges for ten minutes, the item’s page as long as they can be undone', async () => {
  const first = await requested('One')
  const second = await requested('Two')
  const { merge: made } = await merge(first, second)
  now = new Date(now.getTime() + 10 * minuteMs)
  expect(await list()).toEqual([])
  expect(await list(second)).toEqual([made!.id])
  await desk()(undoMerge, { mergeId: made!.id })
  expect(await list(second)).toEqual([])
  expect(await lines()).toEqual([[first], [second]])
})

test('what was merged twice is undone in turn, the last merge first', async () => {
  const [a, b, c] = [await requested('A'), await requested('B'), await requested('C')]
  const inner = (await merge(a, b)).merge!
  const outer = (await merge(c, a)).merge!
  expect(await lines()).toEqual([[a, b, c].sort()])
  expect(await list(b)).toEqual([outer.id])
  await expect(desk()(undoMerge, { mergeId: inner.id })).rejects.toMatchObject({ code: 'merged_again' })
  await desk()(undoMerge, { mergeId: outer.id })
  expect((await lines()).map((line) => line.length).sort()).toEqual([1, 2])
  await desk()(undoMerge, { mergeId: inner.id })
  expect(await lines()).toHaveLength(3)
})

test('what can’t be merged is named with its reason; the others are merged', async () => {
  await app.sessionOf('administrator')
  const answered = await requested('Answered')
  const leaving = await requested('Leaving')
  const [mine, theirs, free] = [await requested('Mine'), await requested('Theirs'), await requested('Free')]
  const same = await requested('Same', 'number 3')
  const again = await requested('Same', 'number 3', 0, 'riverside')
  await desk()(declineItems, { itemIds: [answered], reason: 'No' })
  await desk()(declineItems, { itemIds: [leaving], reason: 'No', undoMinutes: 10 })
  await desk()(assignWork, { itemIds: [mine], userId: 'demo-desk' })
  await desk()(assignWork, { itemIds: [theirs], userId: 'test-administrator' })
  const { merge: made, refused } = await merge(answered, leaving, mine, theirs, free, same, again, 'nothing')
  expect(made!.items.map(({ itemId }) => itemId)).toEqual([mine, free, same])
  expect(refused).toEqual([
    { itemId: answered, reason: mergeRefusals.answered },
    { itemId: leaving, reason: mergeRefusals.answered },
    { itemId: theirs, reason: mergeRefusals.assigned },
    { itemId: again, reason: mergeRefusals.merged },
    { itemId: 'nothing', reason: mergeRefusals.notFound },
  ])
})

test('if fewer than two are left, nothing changes, and each is named', async () => {
  const [one, two] = [await requested('One'), await requested('Two')]
  await desk()(declineItems, { itemIds: [two], reason: 'No' })
  const before = await stored()
  expect(await merge(one, two)).toEqual({
    merge: null,
    refused: [
      { itemId: one, reason: mergeRefusals.alone },
      { itemId: two, reason: mergeRefusals.answered },
    ],
  })
  expect(await stored()).toEqual(before)
  await expect(merge(one)).rejects.toMatchObject({ status: 400 })
})

test('two people who merge the same items at once merge them once', async () => {
  const [one, two] = [await requested('One'), await requested('Two')]
  const outcomes = await Promise.all([merge(one, two), merge(two, one)])
  expect(outcomes.filter(({ merge: made }) => made !== null)).toHaveLength(1)
  expect(await lines()).toEqual([[one, two].sort()])
})

test('what would have more items than one answer takes is left out', async () => {
  const many = await submit(
    app,
    'hillview',
    Array.from({ length: mostAnswered - 1 }, () => ({ title: 'Many', workKey: 'number 4' })),
  )
  const [one, two] = [await requested('One'), await requested('Two')]
  const { merge: made, refused } = await merge(many.items[0]!.id, one, two)
  expect(made!.items).toHaveLength(2)
  expect(refused).toEqual([{ itemId: two, reason: mergeRefusals.tooMany }])
  await desk()(declineItems, { itemIds: (await lines())[0]!, reason: 'No' })
})

test('schools merge nothing', async () => {
  const itemIds = [await requested('One'), await requested('Two')]
  await expect(app.as('hillview')(mergeWorks, { itemIds })).rejects.toMatchObject({ status: 403 })
  expect(await lines()).toHaveLength(2)
})
