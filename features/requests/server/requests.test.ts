import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { requestsApi } from '../contract.ts'
import { resourceTypes } from '../rules.ts'
import { isbn, online, paper, posted, startDraft } from './testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

test('a draft is saved with a number for itself and for each item, and reads back unchanged', async () => {
  const draft = await startDraft(app, [paper({ title: 'The river' }), posted(), online()])

  expect(draft).toMatchObject({ status: 'DRAFT', requestedById: 'demo-hillview-librarian', version: 1 })
  expect(draft.requestNumber).toMatch(/^CR\d{7}$/)
  expect(draft.items.map(({ itemNumber }) => itemNumber)).toEqual([
    expect.stringMatching(/^CI\d{8}$/),
    expect.stringMatching(/^CI\d{8}$/),
    expect.stringMatching(/^CI\d{8}$/),
  ])
  expect(new Set(draft.items.map(({ itemNumber }) => itemNumber)).size).toBe(3)
  expect(draft.items[0]).toMatchObject({
    title: 'The river',
    status: 'DRAFT',
    resourceType: 'BOOK',
    physicalResource: false,
    depot: null,
  })
  const { response } = await app.as('assistant')(requestsApi.catalogueRequest, { id: draft.id })
  expect(response).toEqual(draft)
})

test('numbers, several values and empty members are accepted as people and programs write them', async () => {
  const { items } = await startDraft(app, [
    {
      ...paper(),
      standardNumber: 9780000000002,
      authors: ['One', 'Two'],
      pages: 32,
      series: '',
      url: null as never,
      title: '  Zwei\n Zeilen ',
      additionalInfo: 'One\r\nTwo',
    },
  ])
  expect(items[0]).toMatchObject({
    standardNumber: '9780000000002',
    authors: 'One; Two',
    pages: '32',
    series: '',
    url: '',
    title: 'Zwei Zeilen',
    additionalInfo: 'One\nTwo',
  })
})

test('a physical item follows its type, and keeps only number, title and notes', async () => {
  const { items } = await startDraft(app, [
    {
      ...paper({ title: 'Boxed', standardNumber: isbn(1) }),
      resourceType: 'DVD_CD',
      physicalResource: false,
      additionalInfo: 'In a box',
    },
    { ...online(), physicalResource: true },
  ])
  expect(items[0]).toMatchObject({
    physicalResource: true,
    title: 'Boxed',
    standardNumber: isbn(1),
    additionalInfo: 'In a box',
    publisher: '',
    publicationDate: '',
    files: [],
  })
  expect(items[1]).toMatchObject({ physicalResource: false })
})

test('every fault of the items is reported at once, on its field, and nothing is saved', async () => {
  const before = await app.as('hillview')(requestsApi.catalogueRequests, {})
  const refused = await app
    .as('hillview')(requestsApi.createCatalogueRequest, {
      items: [
        {},
        { resourceType: 'BOOK', physicalResource: false, publicationDate: '0999' },
        { ...online(), url: 'javascript:alert(1)' },
        { ...paper(), title: 'x'.repeat(501) },
        paper({ standardNumber: '0-306-40615-2' }),
        paper({ standardNumber: '9780306406157' }),
      ],
    })
    .catch((problem) => problem)
  expect(refused).toMatchObject({ code: 'bad_items', status: 400 })
  expect(refused.errors).toEqual({
    'items.0.resourceType': ['Please choose a resource type.'],
    'items.0.physicalResource': ['Please choose whether you have a physical item to send.'],
    'items.1.publicationDate': ['Please enter valid year for publication year.'],
    'items.1.publisher': ['Please enter a publisher.'],
    'items.2.url': ['Please enter a URL that starts with ftp, http or https.'],
    'items.3.title': ['Title must have at most 500 characters.'],
    'items.5.standardNumber': ['This standard number is already in the request.'],
  })
  expect(refused.messages).toContain('Item 2: Please enter a publisher.')
  expect(await app.as('hillview')(requestsApi.catalogueRequests, {})).toEqual(before)
})

test('one URL in two spellings counts as one in a request', async () => {
  const twice = app.as('hillview')(requestsApi.createCatalogueRequest, {
    items: [online('http://www.Example.org/page/'), online('https://example.org/page')],
  })
  await expect(twice).rejects.toMatchObject({
    errors: { 'items.1.url': ['This URL is already in the request.'] },
  })
})

test('the list is found by words, numbers in either spelling, item numbers and state, newest first', async () => {
  const list = (input: object) => app.as('riverside')(requestsApi.catalogueRequests, input)
  const first = await startDraft(app, [paper({ title: 'Blue whales', standardNumber: '0-306-40615-2' })], 'riverside')
  const second = await startDraft(app, [posted(), paper({ title: 'Red foxes 100%', authors: 'A. Fox' })], 'riverside')
  const ids = async (input: object) => (await list(input)).response.map(({ id }) => id)

  expect(await ids({})).toEqual([second.id, first.id])
  expect(await ids({ pageSize: 1, pageNumber: 2 })).toEqual([first.id])
  expect(await ids({ text: 'whales BLUE' })).toEqual([first.id])
  expect(await ids({ text: '978 0306 40615 7' })).toEqual([first.id])
  expect(await ids({ text: '100%' })).toEqual([second.id])
  expect(await ids({ text: '%' })).toEqual([second.id])
  expect(await ids({ text: second.items[0]!.itemNumber.toLowerCase() })).toEqual([second.id])
  expect(await ids({ text: first.requestNumber })).toEqual([first.id])
  expect(await ids({ text: 'whales foxes' })).toEqual([])
  expect(await ids({ status: 'REQUESTED' })).toEqual([])
  expect(await list({ text: 'whales' })).toMatchObject({
    totalCount: 1,
    counts: { DRAFT: 1, REQUESTED: 0, CATALOGUED: 0, DECLINED: 0 },
  })
})

test('an item is found by its number, with its request', async () => {
  const draft = await startDraft(app, [posted()])
  const [item] = draft.items
  const { response } = await app.as('hillview')(requestsApi.catalogueItem, { itemNumber: item!.itemNumber })
  expect(response).toEqual({
    ...item,
    requestId: draft.id,
    requestNumber: draft.requestNumber,
    requestStatus: 'DRAFT',
  })
})

test('another school reaches none of it by any method, nor does the desk', async () => {
  const draft = await startDraft(app, [posted()])
  const { itemNumber } = draft.items[0]!
  const other = app.as('riverside')
  const ops = [{ op: 'replace' as const, path: '/items/0/title', value: 'Taken' }]
  const gone = { code: 'request_not_found', status: 404 }
  await expect(other(requestsApi.catalogueRequest, { id: draft.id })).rejects.toMatchObject(gone)
  await expect(other(requestsApi.changeCatalogueRequest, { id: draft.id, ops })).rejects.toMatchObject(gone)
  await expect(other(requestsApi.removeCatalogueRequest, { id: draft.id })).rejects.toMatchObject(gone)
  await expect(other(requestsApi.catalogueItem, { itemNumber })).rejects.toMatchObject({ status: 404 })
  for (const id of ['x', draft.id.toUpperCase()])
    await expect(other(requestsApi.catalogueRequest, { id })).rejects.toMatchObject(gone)
  for (const id of ["' or 1=1 --", '\0', '..%2f', '\ud800'.toWellFormed()])
    await expect(other(requestsApi.catalogueRequest, { id })).rejects.toMatchObject({ status: 400 })
  await expect(app.as('desk')(requestsApi.catalogueRequest, { id: draft.id })).rejects.toMatchObject({ status: 403 })
  await expect(app.as('student')(requestsApi.catalogueRequests, {})).rejects.toMatchObject({ status: 403 })
  const { response } = await app.as('hillview')(requestsApi.catalogueRequest, { id: draft.id })
  expect(response).toEqual(draft)
})

test('a draft is deleted with its items; a submitted request is not', async () => {
  const draft = await startDraft(app, [posted(), paper()])
  await app.as('hillview')(requestsApi.removeCatalogueRequest, { id: draft.id })
  await expect(app.as('hillview')(requestsApi.catalogueRequest, { id: draft.id })).rejects.toMatchObject({
    status: 404,
  })

  const submitted = await startDraft(app, [posted()])
  await app.db.updateTable('catalogueRequest').set({ status: 'REQUESTED' }).where('id', '=', submitted.id).execute()
  await expect(app.as('hillview')(requestsApi.removeCatalogueRequest, { id: submitted.id })).rejects.toMatchObject({
    code: 'already_submitted',
    status: 409,
  })
  await expect(app.as('hillview')(requestsApi.catalogueRequest, { id: submitted.id })).resolves.toBeDefined()
})

test('every request of the list opens, no matter what its id looks like', async () => {
  const { id, ...one } = await app.db
    .selectFrom('catalogueRequest')
    .selectAll()
    .where('customerId', '=', 'demo-hillview')
    .limit(1)
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('catalogueRequest')
    .values({ ...one, id: 'demo-request', requestNumber: 'CR1' })
    .execute()
  const { response } = await app.as('hillview')(requestsApi.catalogueRequests, {})
  expect(response.map((request) => request.id)).toEqual(expect.arrayContaining([id, 'demo-request']))
  for (const request of response)
    expect((await app.as('hillview')(requestsApi.catalogueRequest, { id: request.id })).response).toEqual(request)
})

test('every kind of resource has a name', async () => {
  const { response } = await app.as('hillview')(requestsApi.resourceTypes, {})
  expect(response.map(({ type }) => type)).toEqual([...resourceTypes])
  const short = await app.raw('hillview', { method: 'GET', url: '/ref-data/cat-resource-types' })
  expect(short.json()).toEqual({ responseCode: 200, response })
})
