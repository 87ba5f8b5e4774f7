import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { timelineApi } from '#features/requests/timeline/contract.ts'
import { cataloguingApi } from '../../contract.ts'
import { forgetAll, type Submitted, submit } from '../../server/testing.ts'
import { notesApi } from '../contract.ts'

const { addColleagueNote, colleagueNotes, removeColleagueNote } = notesApi
let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

let hillview: Submitted
let riverside: Submitted
beforeEach(async () => {
  await forgetAll(app)
  hillview = await submit(app, 'hillview', [{ title: 'Tūī', workKey: 'bird' }])
  riverside = await submit(app, 'riverside', [{ title: 'Tui', workKey: 'bird' }], 1)
})
const first = () => hillview.items[0]!.id
const second = () => riverside.items[0]!.id

test('colleagues read each other’s notes on an item and on those catalogued with it', async () => {
  await app.as('desk')(addColleagueNote, { itemId: first(), text: ' Ask the\r\npublisher\u0007 ' })
  await app.as('administrator')(addColleagueNote, { itemId: second(), text: 'Done' })
  const { response } = await app.as('desk')(colleagueNotes, { itemId: second() })
  expect(response).toMatchObject([
    { text: 'Ask the\npublisher', own: true },
    { text: 'Done', own: false },
  ])
  expect(response[1]!.by).not.toBe('')
  const { response: queue } = await app.as('desk')(cataloguingApi.queue, {})
  expect(queue.map(({ notes }) => notes)).toEqual([2])
})

test('schools see no notes, neither by the call nor on the request’s activity', async () => {
  await app.as('desk')(addColleagueNote, { itemId: first(), text: 'Odd request' })
  await expect(app.as('hillview')(colleagueNotes, { itemId: first() })).rejects.toMatchObject({ status: 403 })
  const { response } = await app.as('hillview')(timelineApi.timeline, { id: hillview.id })
  expect(JSON.stringify(response)).not.toContain('Odd request')
})

test('only the author deletes a note, once; the audit log keeps that without the text', async () => {
  const { response } = await app.as('desk')(addColleagueNote, { itemId: first(), text: 'A slip of the pen' })
  const { id: noteId } = response[0]!
  const refused = { code: 'note_not_found', status: 404 }
  await expect(app.as('administrator')(removeColleagueNote, { noteId })).rejects.toMatchObject(refused)
  await app.as('desk')(removeColleagueNote, { noteId })
  await expect(app.as('desk')(removeColleagueNote, { noteId })).rejects.toMatchObject(refused)
  const logged = await app.db
    .selectFrom('auditEntry')
    .selectAll()
    .where('action', '=', 'colleague_note_removed')
    .execute()
  expect(logged).toMatchObject([
    { customerId: null, userId: 'demo-desk', subject: hillview.items[0]!.itemNumber, after: {} },
  ])
})

test('a note needs text and a submitted item', async () => {
  const add = (given: { itemId: string; text: string }) => app.as('desk')(addColleagueNote, given)
  await expect(add({ itemId: first(), text: ' \n ' })).rejects.toMatchObject({ status: 400 })
  await expect(add({ itemId: first(), text: 'x'.repeat(4001) })).rejects.toMatchObject({ status: 400 })
  await expect(add({ itemId: 'none', text: 'x' })).rejects.toMatchObject({ code: 'item_not_found' })
})
