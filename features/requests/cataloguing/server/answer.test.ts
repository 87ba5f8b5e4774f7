import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { downloadsApi } from '#features/downloads/contract.ts'
import { book } from '#features/downloads/server/testing.ts'
import { cataloguingApi } from '../contract.ts'
import { forgetAll, type Submitted, submit } from './testing.ts'

const { attachRecord, declineItems, messageRequester, work } = cataloguingApi
const isbn = '9780143520320'
let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await app.catalogue.write([book({ id: '1000001', title: 'The kererū', isbns: [isbn] })])
})
afterAll(() => app.close())

let hillview: Submitted
let riverside: Submitted
beforeEach(async () => {
  await forgetAll(app)
  await app.db.deleteFrom('downloadRequest').execute()
  await app.db.deleteFrom('outgoingMail').execute()
  const bird = { title: 'The kererū', standardNumber: isbn, workKey: 'bird' }
  hillview = await submit(app, 'hillview', [bird, { title: 'Another' }])
  riverside = await submit(app, 'riverside', [bird], 1)
})

const both = () => [hillview.items[0]!.id, riverside.items[0]!.id]
const mails = () => app.db.selectFrom('outgoingMail').selectAll().orderBy('recipient').execute()
const itemOf = (id: string) =>
  app.db.selectFrom('catalogueItem').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const requestStatus = async ({ id }: Submitted) =>
  (await app.db.selectFrom('catalogueRequest').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const downloads = () => app.db.selectFrom('downloadRequest').selectAll().orderBy('customerId').execute()
const nothingHappened = async () => {
  for (const id of both()) expect(await itemOf(id)).toMatchObject({ status: 'REQUESTED', recordId: null })
  expect(await mails()).toEqual([])
  expect(await downloads()).toEqual([])
  expect(await app.db.selectFrom('catalogueEvent').selectAll().execute()).toEqual([])
}

test('one record answers several schools at once: each gets a download and one mail with its link', async () => {
  const answered = await app.as('desk')(attachRecord, {
    itemIds: both(),
    recordId: '1000001',
    note: 'With <b>full</b> contents',
  })
  expect(answered.response).toMatchObject({
    recordId: '1000001',
    items: [{ status: 'CATALOGUED' }, { status: 'CATALOGUED' }],
  })
  const made = await downloads()
  expect(made).toMatchObject([
    {
      customerId: 'demo-hillview',
      userId: 'demo-hillview-librarian',
      name: `Catalogued for ${hillview.requestNumber}: The kererū`,
      matched: ['1000001'],
    },
    { customerId: 'demo-riverside', identities: [isbn] },
  ])
  expect(await itemOf(hillview.items[0]!.id)).toMatchObject({
    status: 'CATALOGUED',
    recordId: '1000001',
    answeredById: 'demo-desk',
    downloadRequestId: made[0]!.id,
  })
  expect(await requestStatus(hillview)).toBe('REQUESTED')
  expect(await requestStatus(riverside)).toBe('CATALOGUED')
  const sent = await mails()
  expect(sent.map(({ recipient, subject }) => ({ recipient, subject }))).toEqual(
    [
      { recipient: 'librarian@hillview.example', of: hillview },
      { recipient: 'librarian@riverside.example', of: riverside },
    ].map(({ recipient, of }) => ({
      recipient,
      subject: `“The kererū” has been catalogued (${of.requestNumber})`,
    })),
  )
  expect(sent[0]!.bodyText).toContain(`http://localhost:8080/downloadRequest/${made[0]!.id}`)
  expect(sent[0]!.bodyText).toContain(`/CatalogueRequestDeatils/${hillview.id}`)
  expect(sent[0]!.bodyText).toContain('With <b>full</b> contents')
  expect(sent[0]!.bodyHtml).not.toContain('<b>full')
  expect(sent[0]!.bodyText).not.toContain('iverside')

  const read = async () =>
    (await app.as('hillview')(downloadsApi.requestDetails, { requestId: made[0]!.id })).response.requestStatus
  await expect.poll(read, { timeout: 20_000 }).toBe('READY')
  const file = await app.raw('hillview', { method: 'GET', url: `/rest/mydownload/download?requestId=${made[0]!.id}` })
  expect(file.statusCode).toBe(200)
  expect(file.rawPayload.toString()).toContain('The kererū')
})

test('only the chosen schools are answered; the others keep waiting', async () => {
  await app.as('desk')(attachRecord, { itemIds: [riverside.items[0]!.id], recordId: '1000001' })
  expect((await itemOf(hillview.items[0]!.id)).status).toBe('REQUESTED')
  const { response } = await app.as('desk')(work, { itemId: hillview.items[0]!.id })
  expect(response.askers.map(({ organisation, status }) => [organisation, status])).toEqual([
    ['Hillview Primary School', 'REQUESTED'],
    ['Riverside College', 'CATALOGUED'],
  ])
  expect(await mails()).toHaveLength(1)
})

test('a school whose subscription has ended gets an email about the record, but no download', async () => {
  const ended = { startsOn: '2020-01-01', endsOn: '2020-12-31' } as const
  const before = await app.db
    .selectFrom('subscription')
    .selectAll()
    .where('customerId', '=', 'demo-riverside')
    .execute()
  await app.db.updateTable('subscription').set(ended).where('customerId', '=', 'demo-riverside').execute()
  await app.as('desk')(attachRecord, { itemIds: [riverside.items[0]!.id], recordId: '1000001' })
  for (const { id, startsOn, endsOn } of before)
    await app.db.updateTable('subscription').set({ startsOn, endsOn }).where('id', '=', id).execute()
  expect(await downloads()).toEqual([])
  expect(await itemOf(riverside.items[0]!.id)).toMatchObject({ status: 'CATALOGUED', downloadRequestId: null })
  expect((await mails())[0]!.bodyText).toContain('http://localhost:8080/record/1000001')
})

test('several items of one person make one mail and one download', async () => {
  const more = await submit(app, 'hillview', [{ title: 'The kererū', workKey: 'bird' }], 2)
  await app.as('desk')(attachRecord, { itemIds: [hillview.items[0]!.id, more.items[0]!.id], recordId: '1000001' })
  const [made, ...others] = await downloads()
  expect(others).toEqual([])
  for (const id of [hillview.items[0]!.id, more.items[0]!.id])
    expect((await itemOf(id)).downloadRequestId).toBe(made!.id)
  expect(await mails()).toHaveLength(1)
})

test('if the requester’s account is closed, no one is emailed, and the item is answered anyway', async () => {
  const close = (disabledAt: Date | null) =>
    app.db.updateTable('appUser').set({ disabledAt }).where('id', '=', 'demo-riverside-librarian').execute()
  await close(new Date())
  await app.as('desk')(attachRecord, { itemIds: both(), recordId: '1000001' })
  await close(null)
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(['librarian@hillview.example'])
  expect(await itemOf(riverside.items[0]!.id)).toMatchObject({ status: 'CATALOGUED', downloadRequestId: null })
})

test('declining with a reason mails it and shows it on the timeline; a request with no catalogued item is declined', async () => {
  await app.as('desk')(declineItems, { itemIds: both(), reason: 'Not a school’s\r\nbook\u0007' })
  const declineReason = 'Not a school’s\nbook'
  expect(await itemOf(riverside.items[0]!.id)).toMatchObject({ status: 'DECLINED', declineReason })
  expect(await requestStatus(riverside)).toBe('DECLINED')
  expect(await requestStatus(hillview)).toBe('REQUESTED')
  const sent = await mails()
  expect(sent.map(({ subject }) => subject)).toEqual(
    [hillview, riverside].map(({ requestNumber }) => `We can’t catalogue “The kererū” (${requestNumber})`),
  )
  expect(sent[0]!.bodyText).toContain('Not a school’s')
  const { response } = await app.as('desk')(work, { itemId: riverside.items[0]!.id })
  expect(response.events).toMatchObject([
    { kind: 'declined', text: declineReason, byDesk: true, organisation: expect.any(String) },
    { kind: 'declined' },
  ])
  await app.as('desk')(attachRecord, { itemIds: [hillview.items[1]!.id], recordId: '1000001' })
  expect(await requestStatus(hillview)).toBe('CATALOGUED')
})

test('of two simultaneous answers one wins', async () => {
  await app.sessionOf('administrator')
  const attempts = await Promise.allSettled([
    app.as('desk')(declineItems, { itemIds: both(), reason: 'No' }),
    app.as('administrator')(attachRecord, { itemIds: both().reverse(), recordId: '1000001' }),
    app.as('desk')(declineItems, { itemIds: [riverside.items[0]!.id], reason: 'Never' }),
  ])
  const refused = attempts.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
  expect(refused.length).toBeGreaterThan(0)
  expect(new Set(refused)).toEqual(new Set(['answered_meanwhile']))
  const events = await app.db.selectFrom('catalogueEvent').select('itemId').execute()
  expect(new Set(events.map(({ itemId }) => itemId)).size).toBe(events.length)
  expect(await mails()).toHaveLength(events.length)
})

test('an unknown record or item, an answered item among open ones, no record or two: nothing changes', async () => {
  const attach = (given: object) => app.as('desk')(attachRecord, { itemIds: both(), ...given })
  await expect(attach({ recordId: 'none' })).rejects.toMatchObject({ code: 'record_not_found', status: 404 })
  await expect(attach({})).rejects.toMatchObject({ code: 'record_missing', status: 400 })
  await expect(attach({ recordId: '1000001', base64: 'AAAA' })).rejects.toMatchObject({ code: 'record_missing' })
  await expect(attach({ recordId: '1000001', status: 'DECLINED' })).rejects.toMatchObject({ status: 400 })
  await expect(attach({ recordId: '1000001', itemIds: [] })).rejects.toMatchObject({ status: 400 })
  await expect(attach({ recordId: '1000001', itemIds: [...both(), 'none'] })).rejects.toMatchObject({
    code: 'item_not_found',
    status: 404,
  })
  await expect(app.as('desk')(declineItems, { itemIds: both(), reason: ' \n ' })).rejects.toMatchObject({ status: 400 })
  await nothingHappened()
  await app.db
    .updateTable('catalogueItem')
    .set({ status: 'WITHDRAWN' })
    .where('id', '=', hillview.items[1]!.id)
    .execute()
  await expect(attach({ recordId: '1000001', itemIds: [...both(), hillview.items[1]!.id] })).rejects.toMatchObject({
    code: 'answered_meanwhile',
    status: 409,
  })
  await nothingHappened()
})

test('a message reaches each requester in one mail, and appears on each request’s timeline', async () => {
  const { response } = await app.as('desk')(messageRequester, {
    itemIds: [...both(), hillview.items[1]!.id],
    text: 'Which edition?\n<i>Please</i> look.',
  })
  expect(response.events).toMatchObject([
    { kind: 'message', text: 'Which edition?\n<i>Please</i> look.', byDesk: true },
    { kind: 'message' },
  ])
  const sent = await mails()
  expect(sent.map(({ recipient, subject }) => ({ recipient, subject }))).toEqual([
    { recipient: 'librarian@hillview.example', subject: `A message about 2 items (${hillview.requestNumber})` },
    { recipient: 'librarian@riverside.example', subject: `A message about “The kererū” (${riverside.requestNumber})` },
  ])
  expect(sent[0]!.bodyHtml).not.toContain('<i>')
  expect(sent[1]!.bodyText).not.toContain('Another')
  expect(response.answerWaiting).toBe(false)
  await expect(app.as('desk')(messageRequester, { itemIds: both(), text: 'x'.repeat(4001) })).rejects.toMatchObject({
    status: 400,
  })
})
