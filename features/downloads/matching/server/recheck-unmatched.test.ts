import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobs } from '#app/jobs.ts'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { dayMs } from '#kit/day.ts'
import { downloadsApi } from '../../contract.ts'
import { manageApi } from '../../my-downloads/contract.ts'
import { book, isbn13 } from '../../server/testing.ts'
import { recheckForPerson } from './recheck-unmatched.ts'

const never = new AbortController().signal
const userId = 'demo-hillview-librarian'
const begun = Date.parse('2026-11-21T10:00:00Z')
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('outgoingMail').execute()
  await app.db.deleteFrom('downloadRequest').execute()
  await app.catalogue.remove(await everyId())
  await app.catalogue.write([book({ id: '1' })])
  onDay(0)
  await setDays(30)
})

const everyId = async () => {
  const ids: string[] = []
  for await (const id of app.catalogue.ids()) ids.push(id)
  return ids
}
/** A day after the first request; each reading advances the clock. */
const onDay = (day: number) => app.setClock(() => new Date(begun + day * dayMs + ticks++))
let ticks = 0
const setDays = (checkUnmatchedRecordsDays: number) => set({ checkUnmatchedRecordsDays })
const set = (settings: object) =>
  app.db
    .updateTable('customerSettings')
    .set({ settings: JSON.stringify({ checkUnmatchedRecordsDays: 30, ...settings }) } as never)
    .where('customerId', '=', 'demo-hillview')
    .execute()
const request = async (identities: string[], requestName = 'Trolley', person: Person = 'hillview') =>
  (await app.as(person)(downloadsApi.createRequest, { identities, requestName })).response
const details = async (id: string) =>
  (await app.as('hillview')(downloadsApi.requestDetails, { requestId: id })).response
const look = () => recheckForPerson.run(app, { userId }, never)
const left = () =>
  app.db.selectFrom('outgoingMail').select(['subject', 'recipient', 'bodyText']).orderBy('createdAt').execute()
/** The newest request, made of the found identifiers, comes first. */
const list = async () => {
  // A new session on that day.
  onDay(0)
  const { response } = await app.as('hillview')(manageApi.listRequests, { selectedOrder: '1' })
  return response
}
const catalogued = (id: string, n: number) =>
  app.catalogue.write([book({ id, title: `Book ${id}`, isbns: [isbn13(n)] })])

test('an identifier that is catalogued later is emailed once, and a new request has its record', async () => {
  const old = await request(['1', isbn13(7), isbn13(8), 'nonsense'])
  await look()
  expect([await left(), (await list()).length]).toEqual([[], 1])
  onDay(3)
  await catalogued('77', 7)
  await look()
  await look()
  const [mail, ...others] = await left()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    subject: 'We found records for 1 unmatched identifier',
    recipient: 'librarian@hillview.example',
  })
  const [followUp, ...rest] = await list()
  expect(rest).toHaveLength(1)
  expect(followUp).toMatchObject({ requestName: 'Found later, 24 November 2026', matchedCount: 1, unmatchedCount: 0 })
  for (const text of [
    'Trolley\n---',
    '* Book 77',
    isbn13(7),
    `/downloadRequest/${followUp!.id}`,
    `/downloadRequest/${old.id}`,
  ])
    expect(mail!.bodyText).toContain(text)
  expect(mail!.bodyText).not.toContain(isbn13(8))
  await expect.poll(async () => (await details(followUp!.id)).requestStatus, { timeout: 10_000 }).toBe('READY')
  const reply = await app.raw('hillview', { url: `/rest/mydownload/download?requestId=${followUp!.id}` })
  expect(reply.body).toContain('Book 77')
})

test('the old request links to it, and stays unchanged', async () => {
  const old = await request(['1', isbn13(7)])
  const file = await app.raw('hillview', { url: `/rest/mydownload/download?requestId=${old.id}` })
  await catalogued('77', 7)
  await look()
  expect(await details(old.id)).toEqual({
    ...old,
    downloadComplete: true,
    followedBy: [{ requestId: (await list())[0]!.id, day: '2026-11-21', identifiers: [isbn13(7)] }],
  })
  const again = await app.raw('hillview', { url: `/rest/mydownload/download?requestId=${old.id}` })
  expect(again.rawPayload.equals(file.rawPayload)).toBe(true)
})

test('several requests lead to one mail and one new request, with each identifier once', async () => {
  await request([isbn13(7), isbn13(8)], 'Trolley one')
  await request([isbn13(8), isbn13(9)], 'Trolley two')
  await catalogued('77', 7)
  await catalogued('88', 8)
  await look()
  const [mail, ...others] = await left()
  expect(others).toEqual([])
  expect(mail!.subject).toBe('We found records for 2 unmatched identifiers')
  for (const name of ['Trolley one\n---', 'Trolley two\n---']) expect(mail!.bodyText).toContain(name)
  // Its file is ready before the day ends: a late one would cause another mail.
  await expect
    .poll(async () => details((await list())[0]!.id))
    .toMatchObject({ matchedRecords: '77,88', requestStatus: 'READY' })
  await catalogued('99', 9)
  onDay(1)
  await look()
  expect((await left()).map(({ subject }) => subject)).toEqual([
    mail!.subject,
    'We found records for 1 unmatched identifier',
  ])
})

test.each([
  [-1, 0, 0],
  [0, 0, 1],
  [0, 1, 0],
  [2, 2, 1],
  [2, 3, 0],
  [365, 365, 1],
  [365, 366, 0],
])('with %i days, on day %i after the request, %i mails are queued', async (days, day, mails) => {
  await request([isbn13(7)])
  await catalogued('77', 7)
  await setDays(days)
  await app.db.updateTable('subscription').set({ endsOn: '2099-01-01' }).execute()
  onDay(day)
  await look()
  expect(await left()).toHaveLength(mails)
})

test('a changed setting also applies to earlier requests', async () => {
  await setDays(-1)
  await request([isbn13(7)])
  await catalogued('77', 7)
  onDay(5)
  await look()
  expect(await left()).toEqual([])
  await setDays(5)
  await look()
  expect(await left()).toHaveLength(1)
})

test('an identifier with an open choice is not announced, one with a wrong check digit is', async () => {
  await app.catalogue.write(['11', '12'].map((id) => book({ id, isbns: [isbn13(5)] })))
  const { id } = await request([isbn13(5), '9780141365429'])
  await app.as('hillview')(manageApi.chooseRecords, { requestId: id, chosen: [{ identifier: isbn13(5), ids: [] }] })
  await look()
  expect(await left()).toEqual([])
  await app.catalogue.write([book({ id: '13', isbns: ['9780141365429'] })])
  await look()
  expect((await left())[0]?.bodyText).toContain('9780141365429')
})

test('several records for one identifier are a choice in the new request', async () => {
  await request([isbn13(7)])
  await catalogued('77', 7)
  await catalogued('78', 7)
  await look()
  expect((await left())[0]!.bodyText).toContain('one of 2 records with this number')
  expect(await details((await list())[0]!.id)).toMatchObject({
    choices: [{ identifier: isbn13(7), ids: ['77', '78'] }],
  })
})

test('simultaneous runs announce it once', async () => {
  await request([isbn13(7)])
  await request([isbn13(7), isbn13(8)])
  await catalogued('77', 7)
  await catalogued('88', 8)
  await Promise.all([look(), look(), look()])
  expect([(await left()).length, (await list()).length]).toEqual([1, 3])
})

test('an interrupted run announces and creates nothing, and the next one does', async () => {
  const old = await request([isbn13(7)])
  await catalogued('77', 7)
  const queue = { ...app.queue, enqueue: () => Promise.reject(new Error('killed')) }
  await expect(recheckForPerson.run({ ...app, queue }, { userId }, never)).rejects.toThrow('killed')
  expect([await left(), (await list()).length, (await details(old.id)).followedBy]).toEqual([[], 1, []])
  await look()
  expect([(await left()).length, (await list()).length]).toEqual([1, 2])
})

test('no one with a closed account or a school without a subscription is emailed, until they are back', async () => {
  await request([isbn13(7)])
  await catalogued('77', 7)
  const user = app.db.updateTable('appUser').where('id', '=', userId)
  await user.set({ disabledAt: new Date() }).execute()
  await look()
  await user.set({ disabledAt: null }).execute()
  const subscription = app.db.updateTable('subscription').where('customerId', '=', 'demo-hillview')
  const before = await app.db.selectFrom('subscription').selectAll().where('customerId', '=', 'demo-hillview').execute()
  await subscription.set({ startsOn: '2000-01-01', endsOn: '2026-11-20' }).execute()
  await look()
  expect([await left(), (await list()).length]).toEqual([[], 1])
  await subscription.set({ endsOn: before[0]!.endsOn }).execute()
  await look()
  expect(await left()).toHaveLength(1)
})

test('identifiers beyond those named in an email are counted, and all are in the request', async () => {
  const numbers = Array.from({ length: 120 }, (_, n) => n + 100)
  await request(numbers.slice(0, 100).map(isbn13), 'Large')
  await request(numbers.slice(100).map(isbn13), 'Small')
  await app.catalogue.write(numbers.map((n) => book({ id: String(n), isbns: [isbn13(n)] })))
  await look()
  const [mail] = await left()
  expect(mail!.subject).toBe('We found records for 120 unmatched identifiers')
  expect(mail!.bodyText!.match(/\* Book/g)).toHaveLength(50)
  expect(mail!.bodyText).toContain('The first 50 of 100:')
  expect(mail!.bodyText).toContain('One more request')
  expect((await list())[0]).toMatchObject({ matchedCount: 120 })
})

test('once a day, unmatched identifiers are tried again for every school that wants it', async () => {
  await request([isbn13(7)])
  await request([isbn13(7)], 'Of the assistant', 'assistant')
  await request([isbn13(7)], 'Of others', 'lakeside')
  await catalogued('77', 7)
  const daily = jobs.find(({ name }) => name === 'downloads.look-again')!
  expect(daily.cron).toMatch(/^\d+ \d+ \* \* \*$/)
  await daily.run(app, {}, never)
  const to = async () => (await left()).map(({ recipient }) => recipient).sort()
  await expect.poll(to, { timeout: 10_000 }).toEqual(['assistant@hillview.example', 'librarian@hillview.example'])
})
