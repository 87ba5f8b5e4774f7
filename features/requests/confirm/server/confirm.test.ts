import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { settingsApi } from '#features/school/settings/contract.ts'
import { requestsApi } from '../../contract.ts'
import { itemSentences } from '../../rules.ts'
import { isbn, online, paper, posted, startDraft } from '../../server/testing.ts'
import { confirmApi } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const hillview = () => app.as('hillview')
const confirm = (id: string, more: object = {}) => hillview()(confirmApi.confirmRequest, { id, ...more })
const depot = 'demo-depot-vic'
const mails = (requestNumber: string) =>
  app.db
    .selectFrom('outgoingMail')
    .selectAll()
    .where('subject', 'like', `%${requestNumber}%`)
    .orderBy('createdAt')
    .execute()
const events = (requestId: string) =>
  app.db
    .selectFrom('catalogueEvent')
    .selectAll()
    .where('requestId', '=', requestId)
    .where('kind', '=', 'submitted')
    .execute()
/** Rows that a refused draft must not change. */
const stored = async (id: string) => ({
  request: await app.db.selectFrom('catalogueRequest').selectAll().where('id', '=', id).execute(),
  items: await app.db.selectFrom('catalogueItem').selectAll().where('requestId', '=', id).orderBy('position').execute(),
  events: await events(id),
  mails: (await app.db.selectFrom('outgoingMail').select('id').orderBy('createdAt').execute()).length,
})

test('a draft is submitted: it and its items are requested, and physical items have its depot', async () => {
  const draft = await startDraft(app, [posted({ title: 'Atlas' }), online()])
  const { response } = await confirm(draft.id, { depot, version: draft.version })
  expect(response).toMatchObject({ status: 'REQUESTED', version: draft.version + 1, updatedBy: 'Hillview Librarian' })
  expect(response.submittedDate).not.toBeNull()
  expect(response.items.map(({ status, depot }) => [status, depot])).toEqual([
    ['REQUESTED', depot],
    ['REQUESTED', null],
  ])
  expect(await events(draft.id)).toMatchObject([
    { userId: 'demo-hillview-librarian', data: { items: 2, depot: 'Cataloguing depot Melbourne' } },
  ])
})

test('the submitter is emailed the next steps: slip, depot, items', async () => {
  const draft = await startDraft(app, [posted({ title: '<b>Atlas</b>', standardNumber: isbn(77) })])
  await confirm(draft.id, { depot })
  const [mail, ...more] = await mails(draft.requestNumber)
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    recipient: 'librarian@hillview.example',
    subject: `We have your catalogue request ${draft.requestNumber}`,
  })
  for (const text of [
    `${app.env.publicUrl}/cataloguePostageSlip/${draft.id}`,
    `${app.env.publicUrl}/CatalogueRequestDeatils/${draft.id}`,
    'Cataloguing depot Melbourne',
    'Melbourne VIC 3999',
    isbn(77),
  ])
    expect(mail!.bodyText).toContain(text)
  expect(mail!.bodyHtml).toContain('&#60;b&#62;Atlas')
})

test('when a colleague submits, the draft’s author is emailed too; without physical items the mail does not mention posting', async () => {
  const draft = await startDraft(app, [online('https://example.org/colleague')])
  await app.as('assistant')(confirmApi.confirmRequest, { id: draft.id })
  const sent = await mails(draft.requestNumber)
  expect(sent.map(({ recipient }) => recipient).sort()).toEqual([
    'assistant@hillview.example',
    'librarian@hillview.example',
  ])
  expect(sent[0]!.bodyText).toContain('You don’t need to post anything')
  expect(sent[0]!.bodyText).not.toContain('cataloguePostageSlip')
})

test('a second submit, even at the same moment, changes nothing and returns the same request', async () => {
  const draft = await startDraft(app, [posted()])
  const replies = await Promise.all([1, 2, 3].map(() => confirm(draft.id, { depot, version: draft.version })))
  const late = await confirm(draft.id, { depot: 'demo-depot-gippsland' })
  expect(late.response).toMatchObject({ version: draft.version + 1, items: [{ depot }] })
  for (const reply of replies) expect(reply.response).toEqual(late.response)
  expect(await events(draft.id)).toHaveLength(1)
  expect(await mails(draft.requestNumber)).toHaveLength(1)
})

const refusedDepots: [why: string, depot: string | null | undefined, code: string][] = [
  ['none', undefined, 'depot_missing'],
  ['null', null, 'depot_missing'],
  ['one of another state', 'demo-depot-nsw', 'depot_not_yours'],
  ['one that there is not', 'nowhere', 'depot_not_yours'],
  ['NUL', '\0', 'invalid_input'],
  ['another school’s own', 'riverside-own', 'depot_not_yours'],
  ['one that is no longer offered', 'closed', 'depot_not_yours'],
]
test.each(refusedDepots)(
  'physical items need one of the school’s depots; refused, and nothing changes: %s',
  async (_, to, code) => {
    const address = { state: 'VIC', country: 'Australia', createdAt: new Date() }
    await app.db
      .insertInto('depot')
      .values([
        { ...address, id: 'riverside-own', name: 'R', customerId: 'demo-riverside', withdrawnAt: null },
        { ...address, id: 'closed', name: 'C', customerId: null, withdrawnAt: new Date() },
      ])
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    const draft = await startDraft(app, [posted()])
    const before = await stored(draft.id)
    await expect(confirm(draft.id, { depot: to })).rejects.toMatchObject({
      status: 400,
      code,
      errors: { depot: [expect.any(String)] },
    })
    expect(await stored(draft.id)).toEqual(before)
  },
)

test('a foreign depot is refused even without physical items, and a valid one is then not stored', async () => {
  const draft = await startDraft(app, [online('https://example.org/foreign')])
  await expect(confirm(draft.id, { depot: 'demo-depot-nsw' })).rejects.toMatchObject({ code: 'depot_not_yours' })
  const { response } = await confirm(draft.id, { depot })
  expect(response.items[0]!.depot).toBeNull()
})

test('another school’s draft is absent, for viewing, confirming and its slip', async () => {
  const draft = await startDraft(app, [posted()])
  const before = await stored(draft.id)
  const riverside = app.as('riverside')
  for (const attempt of [
    () => riverside(confirmApi.confirmView, { id: draft.id }),
    () => riverside(confirmApi.confirmRequest, { id: draft.id, depot: 'demo-depot-nsw' }),
    () => riverside(confirmApi.postageSlip, { id: draft.id }),
    () => riverside(confirmApi.postageSlipPdf, { id: draft.id }),
    () => hillview()(confirmApi.confirmRequest, { id: 'none', depot }),
  ])
    await expect(attempt()).rejects.toMatchObject({ status: 404, code: 'request_not_found' })
  expect(await stored(draft.id)).toEqual(before)
})

test('a stale version of a draft is not submitted', async () => {
  const draft = await startDraft(app, [posted()])
  await app.as('assistant')(requestsApi.changeCatalogueRequest, {
    id: draft.id,
    ops: [{ op: 'add', path: '/items/-', value: online('https://example.org/meanwhile') }],
  })
  const before = await stored(draft.id)
  await expect(confirm(draft.id, { depot, version: draft.version })).rejects.toMatchObject({
    status: 409,
    code: 'changed_meanwhile',
  })
  expect(await stored(draft.id)).toEqual(before)
})

test('one invalid item blocks the whole submission, and an empty draft cannot be submitted', async () => {
  const draft = await startDraft(app, [posted(), paper()])
  // As if saved under older rules.
  await app.db.updateTable('catalogueItem').set({ publisher: '' }).where('id', '=', draft.items[1]!.id).execute()
  const before = await stored(draft.id)
  await expect(confirm(draft.id, { depot })).rejects.toMatchObject({
    status: 400,
    code: 'bad_items',
    errors: { 'items.1.publisher': [itemSentences.publisher] },
  })
  expect(await stored(draft.id)).toEqual(before)
  await app.db.deleteFrom('catalogueItem').where('requestId', '=', draft.id).execute()
  await expect(confirm(draft.id, { depot })).rejects.toMatchObject({ status: 400, code: 'bad_items' })
})

test('members that callers may not set are refused', async () => {
  const draft = await startDraft(app, [posted()])
  const before = await stored(draft.id)
  for (const more of [{ status: 'CATALOGUED' }, { requestedById: 'x' }, { depot: { id: depot } }])
    await expect(confirm(draft.id, more)).rejects.toMatchObject({ status: 400, code: 'invalid_input' })
  expect(await stored(draft.id)).toEqual(before)
})

test('the confirmation page shows the draft, the available depots and the default from the settings', async () => {
  const draft = await startDraft(app, [posted()])
  const view = async () => (await hillview()(confirmApi.confirmView, { id: draft.id })).response
  const choose = (localDepot: string) => hillview()(settingsApi.updateSettings, { id: 'demo-hillview', localDepot })
  expect(await view()).toMatchObject({
    request: { id: draft.id, status: 'DRAFT' },
    depots: [{ id: 'demo-depot-gippsland' }, { id: depot, name: 'Cataloguing depot Melbourne' }],
    usualDepot: null,
  })
  await choose(depot)
  expect((await view()).usualDepot).toBe(depot)
  // Chosen when the school was in another country.
  await app.db
    .updateTable('customerSettings')
    .set({ settings: JSON.stringify({ localDepot: 'demo-depot-nz' }) })
    .where('customerId', '=', 'demo-hillview')
    .execute()
  expect((await view()).usualDepot).toBeNull()
  await choose('')
})
