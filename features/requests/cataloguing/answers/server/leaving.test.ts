import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { book } from '#features/downloads/server/testing.ts'
import { requestsApi } from '#features/requests/contract.ts'
import { timelineApi } from '#features/requests/timeline/contract.ts'
import { minuteMs } from '#kit/day.ts'
import { cataloguingApi } from '../../contract.ts'
import { forgetAll, type Submitted, submit } from '../../server/testing.ts'
import { answersApi } from '../contract.ts'
import { sendAnswer } from './leaving.ts'

const { attachRecord, declineItems, queue, work } = cataloguingApi
const { leavingAnswers, undoAnswer, sendAnswerNow } = answersApi
const never = new AbortController().signal
let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

let now = new Date()
let hillview: Submitted
let riverside: Submitted
beforeEach(async () => {
  await forgetAll(app)
  for (const table of ['downloadRequest', 'outgoingMail'] as const) await app.db.deleteFrom(table).execute()
  await app.catalogue.remove(['1', '2'])
  await app.catalogue.write([book({ id: '2', title: 'The kererū' })])
  now = new Date()
  app.setClock(() => now)
  hillview = await submit(app, 'hillview', [{ title: 'The kererū', workKey: 'bird' }])
  riverside = await submit(app, 'riverside', [{ title: 'The kererū', workKey: 'bird' }], 1)
})

const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * minuteMs)
}
const both = () => [hillview, riverside].map(({ items }) => items[0]!.id)
const file = Buffer.from(book({ id: '1', title: 'The kererū' }).marc).toString('base64')
const everything = async () => {
  const tables = ['catalogueRequest', 'catalogueItem', 'catalogueEvent', 'outgoingMail', 'downloadRequest'] as const
  return Promise.all(tables.map((table) => app.db.selectFrom(table).selectAll().orderBy('id').execute()))
}
const statusIn = async (person: 'hillview', id: string) =>
  (await app.as(person)(requestsApi.catalogueRequest, { id })).response.items.map(({ status }) => status)
const mails = async () =>
  (await app.db.selectFrom('outgoingMail').select('subject').orderBy('recipient').execute()).map((mail) =>
    mail.subject.replace(/ \(.*/, ''),
  )

test('an undone answer leaves the requests, their mails and the catalogue exactly as they were', async () => {
  const before = await everything()
  const given = { itemIds: both(), base64: file, note: 'Here', undoMinutes: 10 }
  const { response } = await app.as('desk')(attachRecord, given)
  expect(response).toMatchObject({ recordId: '1', leavesDate: new Date(now.getTime() + 10 * minuteMs).toISOString() })
  expect(await everything()).toEqual(before)
  expect(await app.catalogue.known(['1'])).toEqual([])
  later(9.9)
  const undone = await app.as('administrator')(undoAnswer, { answerId: response.answerId! })
  expect(undone.response).toMatchObject({ reason: '', note: 'Here' })
  later(1)
  await sendAnswer.run(app, { answerId: response.answerId! }, never)
  expect(await everything()).toEqual(before)
  await expect(app.as('desk')(undoAnswer, { answerId: response.answerId! })).rejects.toMatchObject({
    code: 'answer_left',
    status: 409,
  })
  const log = await app.db.selectFrom('auditEntry').selectAll().where('action', '=', 'answer_undone').execute()
  expect(log.map(({ customerId }) => customerId)).toEqual([null])
})

test('after its minutes an answer leaves once: record, status, mails and activity together', async () => {
  const { response } = await app.as('desk')(attachRecord, { itemIds: both(), base64: file, undoMinutes: 10 })
  const answerId = response.answerId!
  // A job may be started early, or twice.
  await sendAnswer.run(app, { answerId }, never)
  expect(await statusIn('hillview', hillview.id)).toEqual(['REQUESTED'])
  later(10)
  for (const act of [undoAnswer, sendAnswerNow])
    await expect(app.as('desk')(act, { answerId })).rejects.toMatchObject({ code: 'answer_leaving' })
  await sendAnswer.run(app, { answerId }, never)
  await sendAnswer.run(app, { answerId }, never)
  expect(await statusIn('hillview', hillview.id)).toEqual(['CATALOGUED'])
  expect(await app.catalogue.known(['1'])).toEqual(['1'])
  expect(await mails()).toEqual(['“The kererū” has been catalogued', '“The kererū” has been catalogued'])
  expect((await app.as('desk')(leavingAnswers, {})).response).toEqual([])
})

test('the job is stored with the answer, so that a restart loses nothing', async () => {
  const { response } = await app.as('desk')(declineItems, { itemIds: both(), reason: 'No', undoMinutes: 10 })
  const { jobs } = await app.unfinishedJobs.list({ from: 0, count: 50 })
  const [waiting, ...others] = jobs.filter(({ data }) => data.answerId === response.answerId)
  expect(others).toEqual([])
  expect(waiting).toMatchObject({ name: 'cataloguing.send-answer', state: 'waiting' })
  expect(waiting!.nextAt.getTime() - waiting!.createdAt.getTime()).toBeGreaterThan(9.5 * minuteMs)
})

test('meanwhile the work is not in the queue, takes no second answer, and is listed with its time', async () => {
  await app.as('desk')(declineItems, { itemIds: [both()[0]!], reason: 'No', undoMinutes: 10 })
  const shown = (await app.as('desk')(queue, {})).response
  expect(shown.map(({ askers }) => askers.map(({ itemId }) => itemId))).toEqual([[both()[1]]])
  for (const undoMinutes of [0, 10])
    await expect(app.as('desk')(attachRecord, { itemIds: both(), recordId: '2', undoMinutes })).rejects.toMatchObject({
      code: 'answered_meanwhile',
    })
  expect((await app.as('desk')(leavingAnswers, {})).response).toMatchObject([
    { kind: 'DECLINED', name: 'The kererū', title: '', items: [{ itemId: both()[0], status: 'REQUESTED' }] },
  ])
  const { askers } = (await app.as('desk')(work, { itemId: both()[0]! })).response
  expect(askers.map(({ leavesDate }) => leavesDate !== null)).toEqual([true, false])
})

test('one answer to several titles names the first and counts the others', async () => {
  const other = await submit(app, 'hillview', [{ title: 'Tūī' }, { title: 'Ruru' }], 2)
  const itemIds = [...both(), ...other.items.map(({ id }) => id)]
  await app.as('desk')(declineItems, { itemIds, reason: 'No', undoMinutes: 10 })
  const [answer] = (await app.as('desk')(leavingAnswers, {})).response
  expect(answer).toMatchObject({ name: 'The kererū and 2 more' })
  expect(answer!.items).toHaveLength(4)
})

test('sent at once, it is there; what the school wrote meanwhile still waits for a reply', async () => {
  const { response } = await app.as('desk')(declineItems, { itemIds: [both()[0]!], reason: 'No', undoMinutes: 10 })
  later(5)
  await app.as('hillview')(timelineApi.sendMessage, { id: hillview.id, text: 'It is red' })
  later(1)
  const sent = await app.as('desk')(sendAnswerNow, { answerId: response.answerId! })
  expect(sent.response.items).toMatchObject([{ status: 'DECLINED', leavesDate: null }])
  expect(await mails()).toEqual(['We can’t catalogue “The kererū”'])
  const waiting = (await app.as('desk')(queue, { state: 'answer' })).response
  expect(waiting.flatMap(({ askers }) => askers.map(({ itemId }) => itemId))).toEqual([both()[0]])
})

test('an item that its school withdraws meanwhile stays withdrawn; the others are answered', async () => {
  const { response } = await app.as('desk')(declineItems, { itemIds: both(), reason: 'No', undoMinutes: 10 })
  await app.as('hillview')(timelineApi.withdrawItem, { id: hillview.id, itemId: both()[0]! })
  later(10)
  await sendAnswer.run(app, { answerId: response.answerId! }, never)
  const rows = await app.db.selectFrom('catalogueItem').select('status').orderBy('submittedAt').execute()
  expect(rows.map(({ status }) => status)).toEqual(['WITHDRAWN', 'DECLINED'])
  expect(await mails()).toHaveLength(1)
})

test('if the record has gone meanwhile, the items wait again, and a note for colleagues says why', async () => {
  const { response } = await app.as('desk')(attachRecord, { itemIds: both(), recordId: '2', undoMinutes: 10 })
  await app.catalogue.remove(['2'])
  await expect(app.as('desk')(sendAnswerNow, { answerId: response.answerId! })).rejects.toMatchObject({
    code: 'answer_not_sent',
  })
  const [back] = (await app.as('desk')(queue, {})).response
  expect(back).toMatchObject({ notes: 1, askers: [{ leavesDate: null }, { leavesDate: null }] })
  const notes = await app.db.selectFrom('colleagueNote').select('body').execute()
  expect(notes[0]!.body).toContain('not in the catalogue')
})

const notes = () => app.db.selectFrom('colleagueNote').select(['itemId', 'body']).orderBy('body').execute()
const statuses = async () =>
  (await app.db.selectFrom('catalogueItem').select('status').orderBy('submittedAt').orderBy('position').execute()).map(
    ({ status }) => status,
  )
/** Interrupts the sending of an answer after its items were read and before they are locked. */
const interruptSending = (by: () => Promise<unknown>) => {
  const real = app.catalogue.documents.bind(app.catalogue)
  const spy = vi.spyOn(app.catalogue, 'documents').mockImplementationOnce(async (ids) => {
    await by()
    return real(ids)
  })
  onTestFinished(() => spy.mockRestore())
}
const attachLater = async () => {
  const given = { itemIds: both(), recordId: '2', undoMinutes: 10 }
  const { answerId } = (await app.as('desk')(attachRecord, given)).response
  return answerId!
}

test('of two runs of the job at once, one answers, and none leaves a note', async () => {
  const other = await submit(app, 'hillview', [{ title: 'Tūī' }], 2)
  const given = { itemIds: [other.items[0]!.id], reason: 'No', undoMinutes: 10 }
  const declined = (await app.as('desk')(declineItems, given)).response.answerId!
  const attached = await attachLater()
  later(10)
  const runs = [attached, attached, declined, declined]
  await Promise.all(runs.map((answerId) => sendAnswer.run(app, { answerId }, never)))
  expect(await statuses()).toEqual(['CATALOGUED', 'CATALOGUED', 'DECLINED'])
  expect(await notes()).toEqual([])
})

test('undone while it is being sent, an answer stays undone', async () => {
  const answerId = await attachLater()
  later(10)
  // Clocks of two processes differ.
  interruptSending(async () => {
    later(-1)
    await app.as('desk')(undoAnswer, { answerId })
    later(1)
  })
  await sendAnswer.run(app, { answerId }, never)
  expect(await statuses()).toEqual(['REQUESTED', 'REQUESTED'])
  expect(await notes()).toEqual([])
})

test('an item withdrawn while the answer is being sent does not keep it from the other schools', async () => {
  const answerId = await attachLater()
  interruptSending(() => app.as('hillview')(timelineApi.withdrawItem, { id: hillview.id, itemId: both()[0]! }))
  await app.as('desk')(sendAnswerNow, { answerId })
  expect(await statuses()).toEqual(['WITHDRAWN', 'CATALOGUED'])
  expect(await notes()).toEqual([])
})

test('an answer that no one waits for any more is not reported as sent', async () => {
  const given = { itemIds: [both()[0]!], reason: 'No', undoMinutes: 10 }
  const { response } = await app.as('desk')(declineItems, given)
  await app.as('hillview')(timelineApi.withdrawItem, { id: hillview.id, itemId: both()[0]! })
  await expect(app.as('desk')(sendAnswerNow, { answerId: response.answerId! })).rejects.toMatchObject({
    code: 'answer_withdrawn',
  })
  expect(await mails()).toEqual([])
})

test('if sending fails for good, each work gets its note on an item that waits', async () => {
  const other = await submit(app, 'riverside', [{ title: 'Tūī' }], 2)
  const itemIds = [...both(), other.items[0]!.id]
  const { response } = await app.as('desk')(attachRecord, { itemIds, recordId: '2', undoMinutes: 10 })
  const answerId = response.answerId!
  await app.as('hillview')(timelineApi.withdrawItem, { id: hillview.id, itemId: both()[0]! })
  later(10)
  interruptSending(() => Promise.reject(new Error('The catalogue is unavailable')))
  await expect(sendAnswer.run(app, { answerId }, never)).rejects.toThrow('unavailable')
  await expect(app.as('desk')(undoAnswer, { answerId })).rejects.toMatchObject({ code: 'answer_leaving' })
  for (const _ of ['last retry', 'once more']) await sendAnswer.failed!(app, { answerId })
  expect(await statuses()).toEqual(['WITHDRAWN', 'REQUESTED', 'REQUESTED'])
  expect((await notes()).map(({ itemId }) => itemId).sort()).toEqual([itemIds[1], itemIds[2]].sort())
  expect((await notes())[0]!.body).toContain('failed several times')
  expect((await app.as('desk')(leavingAnswers, {})).response).toEqual([])
  await app.as('desk')(declineItems, { itemIds: itemIds.slice(1), reason: 'No' })
})

test('an answer that was not sent is said so, even if another school has withdrawn its item', async () => {
  const answerId = await attachLater()
  await app.as('hillview')(timelineApi.withdrawItem, { id: hillview.id, itemId: both()[0]! })
  await app.catalogue.remove(['2'])
  await expect(app.as('desk')(sendAnswerNow, { answerId })).rejects.toMatchObject({ code: 'answer_not_sent' })
  expect((await notes()).map(({ itemId }) => itemId)).toEqual([both()[1]])
})
