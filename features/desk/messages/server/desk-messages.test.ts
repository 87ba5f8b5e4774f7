import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import type { RawInput } from '#kit/contract.ts'
import { type MessageDraft, messagesApi } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())
afterEach(() => app.db.deleteFrom('siteMessage').where('id', 'not like', 'reminder-%').execute())

const draft: MessageDraft = {
  messageType: 'GLOBAL',
  messageDesc: 'New labels',
  content: 'They are in the shop.',
  icon: 'NEWS',
  audience: 'EVERYBODY',
  startDate: '2026-11-01T00:00:00Z',
  endDate: null,
  customerNos: [],
}
const desk = () => app.as('desk')
const write = async (part: Partial<MessageDraft> = {}) =>
  (await desk()(messagesApi.writeMessage, { ...draft, ...part })).response
const list = async () => (await desk()(messagesApi.deskMessages, {})).response
const messages = () => app.db.selectFrom('siteMessage').selectAll().orderBy('id').execute()

test('the desk writes, changes, ends and removes a message, and each step is audited', async () => {
  const { id } = await write({ audience: 'STAFF', customerNos: ['10002', '10001'], content: ' One\r\nTwo ' })
  const [message] = await list()
  expect(message).toMatchObject({
    id,
    content: 'One\nTwo',
    customers: [
      { customerNo: '10001', name: 'Hillview Primary School' },
      { customerNo: '10002', name: 'Riverside College' },
    ],
    changedBy: 'Customer Desk',
    startDate: '2026-11-01T00:00:00.000Z',
    endDate: null,
  })
  await desk()(messagesApi.changeMessage, { ...draft, id, messageDesc: 'Newer labels' })
  expect((await list())[0]).toMatchObject({ id, messageDesc: 'Newer labels', customers: [], audience: 'EVERYBODY' })
  const ended = (await desk()(messagesApi.endMessage, { id })).response
  expect(Date.parse(ended.endDate!)).toBeLessThanOrEqual(Date.now())
  expect((await desk()(messagesApi.endMessage, { id })).response.endDate).toBe(ended.endDate)
  await desk()(messagesApi.removeMessage, { id })
  expect((await list()).map((each) => each.id)).not.toContain(id)

  const noted = await app.db.selectFrom('auditEntry').selectAll().orderBy('position').execute()
  expect(noted.map(({ action, subject, userId, customerId }) => [action, subject, userId, customerId])).toEqual([
    ['message_written', 'New labels', 'demo-desk', null],
    ['message_changed', 'Newer labels', 'demo-desk', null],
    ['message_ended', 'Newer labels', 'demo-desk', null],
    ['message_removed', 'Newer labels', 'demo-desk', null],
  ])
  expect(noted[1]!.before).toMatchObject({ messageDesc: 'New labels', customers: '10001, 10002' })
  expect(noted[1]!.after).not.toHaveProperty('icon')
})

test('a planned message that is ended never begins', async () => {
  const { id } = await write({ startDate: '2099-01-01T00:00:00Z' })
  const { startDate, endDate } = (await desk()(messagesApi.endMessage, { id })).response
  expect(startDate).toBe(endDate)
})

test('the built-in reminders are edited like any other message', async () => {
  const reminder = (await list()).find(({ id }) => id === 'reminder-invoice')!
  expect(reminder).toMatchObject({ messageType: 'INVOICE', audience: 'STAFF', changedBy: '' })
  const { customers: _, changedBy: __, changedDate: ___, ...rest } = reminder
  await desk()(messagesApi.changeMessage, { ...rest, content: 'Please pay.', customerNos: [] })
  const { msgData } = await app.as('hillview')(messagesApi.activeMessages, {})
  expect(msgData.find(({ id }) => id === 'reminder-invoice')!.content).toBe('Please pay.')
})

const refused: [why: string, part: Partial<MessageDraft>, field: string, sentence: string][] = [
  ['no title', { messageDesc: ' ' }, 'messageDesc', 'Please enter a title'],
  ['a long title', { messageDesc: 'x'.repeat(121) }, 'messageDesc', 'Please use at most 120 characters for the title'],
  ['a bell in a title', { messageDesc: 'a\u0007' }, 'messageDesc', 'The title has characters that can’t be displayed'],
  ['no text', { content: '\n' }, 'content', 'Please enter the text'],
  ['a bell in the text', { content: 'a\u0007' }, 'content', 'The text has characters that can’t be displayed'],
  ['a long text', { content: 'x'.repeat(2001) }, 'content', 'Please use at most 2,000 characters for a message'],
  [
    'a long banner',
    { messageType: 'BANNER', content: 'x'.repeat(301) },
    'content',
    'Please use at most 300 characters for a banner',
  ],
  ['reminders for visitors', { messageType: 'INVOICE' }, 'audience', 'Only school staff get reminders'],
  [
    'visitors of a school',
    { customerNos: ['10001'] },
    'audience',
    'Visitors don’t belong to an organisation: choose people who are signed in',
  ],
  [
    'no such school',
    { audience: 'STAFF', customerNos: ['10001', '9'] },
    'customerNos',
    'No organisation has the number 9',
  ],
  ['no beginning', { startDate: '' }, 'startDate', 'Please enter when it starts'],
  ['a day that is none', { startDate: '2026-02-31T99:00:00Z' }, 'startDate', 'Please enter when it starts'],
  ['a year beyond', { startDate: '+275760-09-13T00:00:00Z' }, 'startDate', 'Please enter when it starts'],
  ['an end before it', { endDate: '2026-10-31T23:59:00Z' }, 'endDate', 'It must end after it starts'],
]
test.each(refused)('refused, and nothing is stored or lost: %s', async (_, part, field, sentence) => {
  const { id } = await write()
  const before = await messages()
  for (const attempt of [
    () => desk()(messagesApi.writeMessage, { ...draft, ...part }),
    () => desk()(messagesApi.changeMessage, { ...draft, ...part, id }),
  ])
    await expect(attempt()).rejects.toMatchObject({
      status: 400,
      code: 'message_incomplete',
      messages: [sentence],
      errors: { [field]: [sentence] },
    })
  expect(await messages()).toEqual(before)
})

test('members that callers may not set, and unknown icons, are refused', async () => {
  const before = await messages()
  for (const part of [
    { changedBy: 'x' },
    { id: 'mine' },
    { icon: '../x' },
    { messageType: 'OTHER' },
    { audience: 'desk' },
  ])
    await expect(write(part as Partial<MessageDraft>)).rejects.toMatchObject({ status: 400, code: 'invalid_input' })
  expect(await messages()).toEqual(before)
})

test.each(['nothing', "' or 1=1", '../x'])('an unknown message is reported as absent: %j', async (id) => {
  const input = { id } as RawInput<typeof messagesApi.endMessage>
  const absent = { status: 404, code: 'message_not_found' }
  await expect(desk()(messagesApi.endMessage, input)).rejects.toMatchObject(absent)
  await expect(desk()(messagesApi.removeMessage, input)).rejects.toMatchObject(absent)
  await expect(desk()(messagesApi.changeMessage, { ...draft, id })).rejects.toMatchObject(absent)
})

test('of two simultaneous removals of a message one finds it gone, and it is audited once', async () => {
  const { id } = await write({ messageDesc: 'Twice' })
  const outcomes = await Promise.allSettled([1, 2].map(() => desk()(messagesApi.removeMessage, { id })))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const noted = await app.db.selectFrom('auditEntry').select('action').where('subject', '=', 'Twice').execute()
  expect(noted.map(({ action }) => action).sort()).toEqual(['message_removed', 'message_written'])
})

test('only the provider’s people write messages', async () => {
  const before = await messages()
  for (const person of ['hillview', 'assistant', 'admin', 'student'] as const) {
    await expect(app.as(person)(messagesApi.deskMessages, {})).rejects.toMatchObject({ status: 403 })
    await expect(app.as(person)(messagesApi.writeMessage, draft)).rejects.toMatchObject({ status: 403 })
    await expect(app.as(person)(messagesApi.endMessage, { id: 'reminder-invoice' })).rejects.toMatchObject({
      status: 403,
    })
    await expect(app.as(person)(messagesApi.removeMessage, { id: 'reminder-invoice' })).rejects.toMatchObject({
      status: 403,
    })
  }
  expect(await messages()).toEqual(before)
})

test('a page of another site cannot write for the desk', async () => {
  const reply = await app.http.inject({
    method: 'POST',
    url: '/rest/desk/messages',
    headers: {
      host: new URL(app.env.publicUrl).host,
      cookie: await app.sessionOf('desk'),
      'sec-fetch-site': 'cross-site',
      origin: 'https://evil.example',
    },
    payload: draft,
  })
  expect(reply.statusCode).toBe(403)
  expect(reply.json().code).toBe('foreign_origin')
})
