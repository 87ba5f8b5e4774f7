import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { hourMs } from '#kit/day.ts'
import { type MessageDraft, messagesApi } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())
afterEach(async () => {
  app.setClock(() => new Date())
  await app.db.deleteFrom('siteMessage').where('id', 'not like', 'reminder-%').execute()
})

const hours = (count: number) => new Date(Date.now() + count * hourMs).toISOString()
const draft = (part: Partial<MessageDraft> = {}): MessageDraft => ({
  messageType: 'GLOBAL',
  messageDesc: 'New labels',
  content: 'They are in the shop.',
  icon: 'NEWS',
  audience: 'EVERYBODY',
  startDate: hours(-1),
  endDate: null,
  customerNos: [],
  ...part,
})
const write = async (part: Partial<MessageDraft> = {}) =>
  (await app.as('desk')(messagesApi.writeMessage, draft(part))).response
const seenBy = async (person: Person | null) =>
  (await app.as(person)(messagesApi.activeMessages, {})).msgData.map(({ messageDesc }) => messageDesc)
const bannerOf = async (person: Person | null) => (await app.as(person)(messagesApi.banner, {})).response

const renewal = 'A subscription is due for renewal'
const overdue = 'An invoice is overdue'

test('a new portal has the two reminders, shown only to school staff', async () => {
  for (const person of ['hillview', 'assistant', 'riverside', 'admin'] as const)
    expect((await seenBy(person)).sort()).toEqual([renewal, overdue])
  for (const person of [null, 'student', 'desk', 'administrator'] as const) expect(await seenBy(person)).toEqual([])
})

test('visitors get the messages for everyone, with their public members only', async () => {
  const { id } = await write()
  await write({ audience: 'SIGNED_IN', messageDesc: 'For those signed in' })
  await write({ audience: 'STAFF', messageDesc: 'For staff' })
  await write({ audience: 'PRIMARY_CONTACTS', messageDesc: 'For primary contacts' })
  expect(await app.as(null)(messagesApi.activeMessages, {})).toEqual({
    responseCode: 200,
    msgData: [{ id, messageType: 'GLOBAL', messageDesc: 'New labels', content: 'They are in the shop.', icon: 'NEWS' }],
  })
  expect(await seenBy('student')).toHaveLength(2)
  expect(await seenBy('desk')).toHaveLength(2)
  expect(await seenBy('assistant')).toHaveLength(3 + 2)
  expect(await seenBy('hillview')).toHaveLength(4 + 2)
})

test('a message that names schools is shown to them alone', async () => {
  await write({ audience: 'STAFF', messageDesc: 'For two', customerNos: ['10001', ' 10002 ', '10001'] })
  await write({ messageType: 'BANNER', audience: 'SIGNED_IN', content: 'Closed today', customerNos: ['10003'] })
  expect(await seenBy('hillview')).toContain('For two')
  expect(await seenBy('riverside')).toContain('For two')
  expect(await seenBy('lakeside')).not.toContain('For two')
  expect(await seenBy('desk')).not.toContain('For two')
  expect(await bannerOf('lakeside')).toEqual({ active: true, content: 'Closed today' })
  for (const person of ['hillview', 'desk', null] as const)
    expect(await bannerOf(person)).toEqual({ active: false, content: '' })
})

test('a message is shown from its start to its end', async () => {
  const [from, until] = [hours(1), hours(2)]
  await write({ startDate: from, endDate: until })
  await write({ messageType: 'BANNER', content: 'Maintenance', startDate: from, endDate: until })
  const at = async (instant: string, minusMs = 0) => {
    app.setClock(() => new Date(Date.parse(instant) - minusMs))
    return [(await seenBy(null)).length, (await bannerOf(null)).active]
  }
  expect(await at(from, 1)).toEqual([0, false])
  expect(await at(from)).toEqual([1, true])
  expect(await at(until, 1)).toEqual([1, true])
  expect(await at(until)).toEqual([0, false])
})

test('several banners are shown as paragraphs, newest first; a banner is not listed as a message', async () => {
  await write({ messageType: 'BANNER', content: 'First', startDate: hours(-2) })
  await write({ messageType: 'BANNER', content: 'Second', startDate: hours(-1) })
  expect(await bannerOf(null)).toEqual({ active: true, content: 'Second\nFirst' })
  expect(await seenBy(null)).toEqual([])
})

test('someone disabled while signed in gets what visitors get', async () => {
  await write({ audience: 'SIGNED_IN' })
  const setDisabledAt = (disabledAt: Date | null) =>
    app.db.updateTable('appUser').set({ disabledAt }).where('id', '=', 'demo-hillview-assistant').execute()
  await setDisabledAt(new Date())
  expect(await seenBy('assistant')).toEqual([])
  await setDisabledAt(null)
  expect(await seenBy('assistant')).toHaveLength(3)
})

test('markup in a message stays text', async () => {
  const content = '<img src=x onerror=alert(1)> & "more"'
  await write({ content })
  const { msgData } = await app.as(null)(messagesApi.activeMessages, {})
  expect(msgData[0]!.content).toBe(content)
})
