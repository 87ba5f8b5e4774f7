import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { attachmentsApi } from '../../attachments/contract.ts'
import { eicar, sent, sentPicture } from '../../attachments/server/testing.ts'
import { type CatalogueRequest, type Operation, requestsApi } from '../../contract.ts'
import { nothingChanged } from '../../rules.ts'
import { isbn, online, paper, posted, startDraft } from '../../server/testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const change = async ({ id }: { id: string }, ops: Operation[], version?: number, person: Person = 'hillview') =>
  (await app.as(person)(requestsApi.changeCatalogueRequest, { id, ops, ...(version ? { version } : {}) })).response
const read = async ({ id }: { id: string }) => (await app.as('hillview')(requestsApi.catalogueRequest, { id })).response
const set = (path: string, value: unknown): Operation => ({ op: 'replace', path, value })
const add = (path: string, value: unknown): Operation => ({ op: 'add', path, value })
const remove = (path: string): Operation => ({ op: 'remove', path })
/** Refused with this code, and the draft is unchanged. */
async function refused(draft: CatalogueRequest, ops: unknown[], expected: object = { code: 'bad_patch', status: 400 }) {
  const before = await read(draft)
  const attempt = app.as('hillview')(requestsApi.changeCatalogueRequest, { id: draft.id, ops: ops as Operation[] })
  await expect(attempt, JSON.stringify(ops).slice(0, 200)).rejects.toMatchObject(expected)
  expect(await read(draft)).toEqual(before)
}

test('fields are set, emptied in every spelling and set again; items keep their numbers', async () => {
  const draft = await startDraft(app, [paper({ title: 'First', series: 'Old', pages: '10', authors: 'A' }), posted()])
  const changed = await change(
    draft,
    [
      set('/items/0/title', 'Second'),
      set('/items/0/series', ''),
      set('/items/0/pages', null),
      set('/items/0/authors', []),
      remove('/items/0/subtitles'),
      add('/items/0/subtitles', 'One'),
      set('/items/1/additionalInfo', 'In a box'),
    ],
    draft.version,
    'assistant',
  )
  expect(changed).toMatchObject({
    version: 2,
    requestedById: 'demo-hillview-librarian',
    items: [{ title: 'Second', series: '', pages: '', authors: '', subtitles: 'One' }, { additionalInfo: 'In a box' }],
  })
  expect(changed.updatedBy).not.toBe(draft.updatedBy)
  const numbers = ({ items }: CatalogueRequest) => items.map(({ id, itemNumber }) => [id, itemNumber])
  expect(numbers(changed)).toEqual(numbers(draft))
  expect(await read(draft)).toEqual(changed)
})

test('items are appended, inserted, replaced and removed; no number is reused', async () => {
  const draft = await startDraft(app, [paper({ title: 'A' }), paper({ title: 'B' }), paper({ title: 'C' })])
  const changed = await change(draft, [
    remove('/items/0'),
    add('/items/-', paper({ title: 'D' })),
    add('/items/0', posted({ title: 'E' })),
    set('/items/1', online('https://example.org/b', { title: 'B online' })),
    set('/items/2', null),
  ])
  expect(changed.items.map(({ title }) => title)).toEqual(['E', 'B online', 'D'])
  const [e, b, d] = changed.items
  expect(b).toMatchObject({ id: draft.items[1]!.id, itemNumber: draft.items[1]!.itemNumber, publisher: '' })
  const former = draft.items.map(({ itemNumber }) => itemNumber)
  expect(former).not.toContain(e!.itemNumber)
  expect(former).not.toContain(d!.itemNumber)
  const again = await change(changed, [remove('/items/2'), add('/items/-', paper({ title: 'D' }))])
  expect(again.items[2]!.itemNumber).not.toBe(d!.itemNumber)
})

test('an item that becomes physical loses the fields of described items', async () => {
  const draft = await startDraft(app, [paper({ title: 'Kept', standardNumber: isbn(2), authors: 'Gone' })])
  const { items } = await change(draft, [set('/items/0/resourceType', 'READER_SET')])
  expect(items[0]).toMatchObject({
    physicalResource: true,
    title: 'Kept',
    standardNumber: isbn(2),
    authors: '',
    publisher: '',
    publicationDate: '',
  })
})

test('a patch without changes is refused, and the version stays', async () => {
  const draft = await startDraft(app, [paper({ title: 'Same' }), posted({ title: 'Other' })])
  const refusal = { code: 'nothing_changed', status: 400, messages: [nothingChanged] }
  await refused(draft, [], refusal)
  await refused(draft, [set('/items/0/title', ' Same ')], refusal)
  await refused(draft, [set('/items/0/series', '')], refusal)
  await refused(draft, [set('/items/0/title', 'New'), set('/items/0/title', 'Same')], refusal)
  await refused(draft, [set('/items/1/publisher', 'Not for a physical one')], refusal)
  await refused(draft, [add('/items/-', posted()), remove('/items/2')], refusal)
})

test('a patch of a stale version is refused, and nothing is overwritten', async () => {
  const draft = await startDraft(app, [paper({ title: 'Mine' })])
  await change(draft, [set('/items/0/title', 'Theirs')], 1, 'assistant')
  await refused(draft, [], { code: 'nothing_changed' })
  const late = change(draft, [set('/items/0/title', 'Mine again')], 1)
  await expect(late).rejects.toMatchObject({ code: 'changed_meanwhile', status: 409 })
  expect(await read(draft)).toMatchObject({ version: 2, items: [{ title: 'Theirs' }] })
})

test('of many simultaneous saves one wins', async () => {
  const draft = await startDraft(app, [paper()])
  const saving = Array.from({ length: 6 }, (_, n) =>
    change(draft, [set('/items/0/title', `Number ${n}`)], 1, n % 2 ? 'hillview' : 'assistant'),
  )
  const done = await Promise.allSettled(saving)
  const won = done.filter((each) => each.status === 'fulfilled')
  expect(won).toHaveLength(1)
  for (const each of done) if (each.status === 'rejected') expect(each.reason).toMatchObject({ status: 409 })
  expect(await read(draft)).toEqual(won[0]!.value)
  expect(won[0]!.value.version).toBe(2)
})

test.each([
  '',
  '/',
  '/items',
  '/items/',
  '/id',
  '/status',
  '/version',
  '/requestedById',
  '/items/0/id',
  '/items/0/itemNumber',
  '/items/0/status',
  '/items/0/depot',
  '/items/0/recordId',
  '/items/0/workKey',
  '/items/0/files/0/id',
  '/items/0/files/0/url',
  '/items/0/title/0',
  '/items/0/title/length',
  '/items/length',
  '/items/0/constructor',
  '/items/0/__proto__',
  '/__proto__/polluted',
  '/constructor/prototype/polluted',
  '/items/__proto__/polluted',
  '/items/0/__proto__/polluted',
  '/items/01',
  '/items/1e0',
  '/items/-1',
  '/items/99',
  '/items/99/title',
  '/items/0/files/0/caption',
  '/items/0/ti~0tle',
  '/items~10/title',
  'items/0/title',
  '/items/0/title\n',
])('a patch of “%s” is refused', async (path) => {
  const draft = await startDraft(app, [paper({ title: 'As it was' })])
  for (const op of [set(path, 'polluted'), add(path, 'polluted'), remove(path)]) await refused(draft, [op])
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

const expects = (path: string, value: unknown): Operation => ({ op: 'test', path, value })
const move = (from: string, path: string): Operation => ({ op: 'move', from, path })
const copy = (from: string, path: string): Operation => ({ op: 'copy', from, path })

test('a test compares with what a reader sees, and with the operations before it', async () => {
  const draft = await startDraft(app, [paper({ title: 'One', files: [await sentPicture()] }), posted()])
  const [one] = draft.items
  const renames = set('/items/0/title', 'Two')
  const facts: [path: string, value: unknown][] = [
    ['', draft],
    ['/version', 1],
    ['/status', 'DRAFT'],
    ['/items', draft.items],
    ['/items/0', Object.fromEntries(Object.entries(one!).reverse())],
    ['/items/0/id', one!.id],
    ['/items/0/itemNumber', one!.itemNumber],
    ['/items/0/title', 'One'],
    ['/items/0/series', ''],
    ['/items/1/physicalResource', true],
    ['/items/0/files/0/filename', one!.files[0]!.filename],
  ]
  const tests = facts.map(([path, value]) => expects(path, value))
  const changed = await change(draft, [...tests, renames, expects('/items/0/title', 'Two'), remove('/items/1')])
  expect(changed).toMatchObject({ version: 2, items: [{ title: 'Two' }] })

  const failed = { code: 'patch_test_failed', status: 409 }
  for (const [path, value] of [
    ['/version', 1],
    ['/version', '2'],
    ['/items/0/title', 'One'],
    ['/items/0/title', null],
    ['/items/0/pages/length', 0],
    ['/items/0/constructor', {}],
    ['/items/length', 1],
    ['/items/-', {}],
    ['/items/1', null],
    ['/nothing', null],
    ['items', []],
  ] as const)
    await refused(changed, [set('/items/0/title', 'Three'), expects(path, value)], failed)
  const sentence = 'Operation 2 failed: test "/version" has another value.'
  await refused(changed, [renames, expects('/version', 7)], { ...failed, messages: [sentence] })
})

test('items, fields and pictures are moved and copied', async () => {
  const draft = await startDraft(app, [
    paper({ title: 'A', series: 'S', files: [await sentPicture('a.png')] }),
    paper({ title: 'B' }),
    posted({ title: 'C' }),
  ])
  const [a, b, c] = draft.items
  const moved = await change(draft, [move('/items/2', '/items/0'), move('/items/1', '/items/-')])
  expect(moved.items.map(({ id }) => id)).toEqual([c!.id, b!.id, a!.id])
  expect(moved.items.map(({ itemNumber }) => itemNumber)).toEqual([c, b, a].map((each) => each!.itemNumber))

  const fields = await change(moved, [
    move('/items/2/series', '/items/1/series'),
    copy('/items/2/title', '/items/1/subtitles'),
    move('/items/2/files/0', '/items/1/files/-'),
  ])
  expect(fields.items[1]).toMatchObject({ title: 'B', series: 'S', subtitles: 'A', files: [{ id: a!.files[0]!.id }] })
  expect(fields.items[2]).toMatchObject({ title: 'A', series: '', files: [] })

  const copied = await change(fields, [copy('/items/1', '/items/0'), set('/items/0/standardNumber', isbn(3))])
  expect(copied.items.map(({ title }) => title)).toEqual(['B', 'C', 'B', 'A'])
  const [twin, , own] = copied.items
  expect(own!.id).toBe(b!.id)
  expect(twin).toMatchObject({ subtitles: 'A', files: [{ filename: 'a.png' }] })
  expect([b!.id, twin!.id === own!.id, twin!.files[0]!.id === own!.files[0]!.id]).toEqual([own!.id, false, false])
})

test.each([
  move('/items/0', '/items/0/title'),
  move('/items/0/title', '/items/0/files'),
  move('/items/0/title', '/items/-'),
  move('/items/7', '/items/0'),
  move('/items/0/id', '/items/0/title'),
  copy('/items', '/items/-'),
  copy('/items/0/title', '/items/0/id'),
  copy('/version', '/items/0/title'),
  copy('/items/0/constructor', '/items/0/title'),
  copy('/items/-', '/items/0'),
  { op: 'copy', path: '/items/0/title' } as Operation,
])('%j is refused', async (op) => {
  await refused(await startDraft(app, [paper({ title: 'As it was' })]), [set('/items/0/series', 'S'), op])
})

test('overlong lists and incomplete operations are refused; unknown members of an operation are ignored', async () => {
  const draft = await startDraft(app, [paper()])
  const invalid = { status: 400 }
  const bomb = Array.from({ length: 200 }, () => copy('/items/0', '/items/-'))
  await refused(draft, bomb, invalid)
  const sentTwice = [add('/items/0/files/-', await sentPicture()), copy('/items/0/files/0', '/items/0/files/-')]
  await refused(draft, sentTwice)
  await refused(draft, [{ op: 'test', path: '/items/0/title' }], invalid)
  await refused(draft, [{ op: 'replace', path: '/items/0/title' }], invalid)
  await refused(draft, [{ path: '/items/0/title', value: 'x' }], invalid)
  await refused(draft, ['x', null], invalid)
  await refused(
    draft,
    Array.from({ length: 201 }, () => set('/items/0/title', 'x')),
    invalid,
  )
  const most = await change(
    draft,
    Array.from({ length: 200 }, (_, n) => set('/items/0/title', `x${n}`)),
  )
  expect(most.items[0]!.title).toBe('x199')
  const more = await change(most, [{ ...set('/items/0/title', 'y'), from: '/items/0/series', comment: 1 } as Operation])
  expect(more.items[0]!.title).toBe('y')
})

test('a patch is applied wholly or not at all', async () => {
  const draft = await startDraft(app, [paper({ title: 'One' }), paper({ title: 'Two', standardNumber: isbn(7) })])
  const good = set('/items/0/title', 'Changed')
  const bad = { code: 'bad_items', status: 400 }
  await refused(draft, [good, set('/status', 'REQUESTED')])
  await refused(draft, [good, set('/items/7/title', 'None')])
  await refused(draft, [good, remove('/items/1/publisher')], {
    ...bad,
    errors: { 'items.1.publisher': ['Please enter a publisher.'] },
  })
  await refused(draft, [good, set('/items/0/standardNumber', isbn(7))], bad)
  await refused(draft, [remove('/items/0'), remove('/items/0')], bad)
  await refused(draft, [good, set('/items/0/resourceType', 'SCROLL')], bad)
})

test('text that people cannot type is refused on its field, quickly', async () => {
  const draft = await startDraft(app, [paper()])
  const bad = { code: 'bad_items', status: 400 }
  await refused(draft, [set('/items/0/title', { $ne: '' })], bad)
  await refused(
    draft,
    [
      set(
        '/items/0/title',
        Array.from({ length: 101 }, () => 'x'),
      ),
    ],
    bad,
  )
  await refused(draft, [set('/items/0/physicalResource', 'yes')], bad)
  for (const member of ['id', 'itemNumber', 'status', 'depot', 'requestId', 'constructor'])
    await refused(draft, [add('/items/-', { ...paper(), [member]: 'x' })], { status: 400 })
  await refused(draft, [add('/items/-', 'text')])
  await refused(draft, [add('/items/-', [paper()])])
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const payloads = [
    `{"ops":[{"op":"add","path":"/items/-","value":${deep(100_000)}}]}`,
    `{"ops":[{"op":"replace","path":"/items/0/title","value":${deep(100_000)}}]}`,
    '{"ops":[{"op":"add","path":"/items/-","value":{"__proto__":{"polluted":true}}}]}',
    '{"ops":[{"op":"add","path":"/items/-","value":{"constructor":{"prototype":{"polluted":true}}}}]}',
    '{"ops":"x"}',
    '{"ops":[],"status":"REQUESTED"}',
    '[]',
    'null',
  ]
  const url = `/rest/cataloguerequests/${draft.id}`
  const headers = { 'content-type': 'application/json' }
  for (const payload of payloads) {
    const reply = await app.raw('hillview', { method: 'PATCH', url, headers, payload })
    expect([payload.slice(0, 60), reply.statusCode]).toEqual([payload.slice(0, 60), 400])
    expect(reply.body).not.toMatch(/node_modules|at Object|select /)
  }
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(await read(draft)).toEqual(draft)
})

test('members of a new request that only the server sets are refused', async () => {
  const before = await app.as('hillview')(requestsApi.catalogueRequests, {})
  const create = (payload: object) => app.raw('hillview', { method: 'POST', url: '/rest/cataloguerequests', payload })
  for (const member of ['id', 'status', 'requestedById', 'customerId', 'version', 'requestNumber'])
    expect((await create({ items: [paper()], [member]: 'x' })).statusCode).toBe(400)
  for (const items of [[], 'x', {}, [null], [7], [[]], Array.from({ length: 201 }, () => posted())])
    expect([items, (await create({ items })).statusCode]).toEqual([items, 400])
  expect(await app.as('hillview')(requestsApi.catalogueRequests, {})).toEqual(before)
})

test('a submitted request cannot be changed', async () => {
  const draft = await startDraft(app, [paper()])
  await app.db.updateTable('catalogueRequest').set({ status: 'REQUESTED' }).where('id', '=', draft.id).execute()
  await refused(draft, [set('/items/0/title', 'Late')], { code: 'already_submitted', status: 409 })
})

test('a patch adds, describes, moves and removes pictures', async () => {
  const { response: held } = await app.as('hillview')(attachmentsApi.scanFiles, {
    files: [await sentPicture('cover.png'), await sentPicture('back.png')],
  })
  const [cover, back] = held.files.map(({ file }) => file!)
  const draft = await startDraft(app, [paper({ files: [{ id: cover!.id, caption: 'Cover' }] }), paper()])
  expect(draft.items[0]!.files).toMatchObject([{ id: cover!.id, caption: 'Cover', filename: 'cover.png' }])

  const more = await change(draft, [
    add('/items/0/files/-', { id: back!.id }),
    add('/items/0/files/-', await sentPicture('spine.png')),
    set('/items/0/files/0/caption', 'The cover'),
  ])
  expect(more.items[0]!.files).toMatchObject([
    { id: cover!.id, caption: 'The cover' },
    { id: back!.id, caption: '' },
    { filename: 'spine.png' },
  ])
  const moved = await change(more, [
    remove('/items/0/files/0'),
    add('/items/1/files/-', { id: cover!.id }),
    set('/items/0/files/1', ''),
  ])
  expect(moved.items.map(({ files }) => files.map(({ id }) => id))).toEqual([[back!.id], [cover!.id]])
  expect(moved.items[1]!.files[0]).toMatchObject({ caption: 'The cover' })

  const kept = await change(moved, [remove('/items/1'), add('/items/-', posted())])
  expect(kept.items.map(({ files }) => files.length)).toEqual([1, 0])
  const aside = await app.db
    .selectFrom('catalogueAttachment')
    .select(['itemId', 'heldSince'])
    .where('id', '=', cover!.id)
    .executeTakeFirstOrThrow()
  expect(aside).toEqual({ itemId: null, heldSince: expect.any(Date) })
})

test('another school’s picture is unknown here, and an item has at most five', async () => {
  const { response: held } = await app.as('riverside')(attachmentsApi.scanFiles, { files: [await sentPicture()] })
  const draft = await startDraft(app, [paper()])
  const foreign = { id: held.files[0]!.file!.id }
  await refused(draft, [add('/items/0/files/-', foreign)], { code: 'file_not_found', status: 404 })
  await refused(draft, [add('/items/0/files/-', { id: 'x' })], { status: 404 })
  const six = await Promise.all(Array.from({ length: 6 }, () => sentPicture()))
  await refused(draft, [set('/items/0/files', six)], { code: 'bad_items', status: 400 })
  await refused(draft, [add('/items/0/files/-', sent('text.png', 'no picture'))], {
    code: 'bad_files',
    status: 400,
    errors: { 'items.0.files': [expect.any(String)] },
  })
  const theirs = await app.as('riverside')(attachmentsApi.attachment, { fileId: foreign.id })
  expect(theirs).toBeDefined()
})

test('a picture with a virus is left out and reported, and the rest is saved', async () => {
  const virus = sent('bad.png', eicar)
  const sentence = 'Virus found in: bad.png - file removed'
  const created = await app.as('hillview')(requestsApi.createCatalogueRequest, {
    items: [paper({ title: 'With pictures', files: [virus, await sentPicture('good.png')] })],
  })
  expect(created).toMatchObject({ responseCode: 4003, messages: [sentence] })
  expect(created.response.items[0]).toMatchObject({ title: 'With pictures', files: [{ filename: 'good.png' }] })

  const { id } = created.response
  const ops = [set('/items/0/title', 'Saved'), add('/items/0/files/-', virus)]
  const changed = await app.as('hillview')(requestsApi.changeCatalogueRequest, { id, ops })
  expect(changed).toMatchObject({ responseCode: 4003, response: { version: 2, items: [{ title: 'Saved' }] } })
  expect(changed.response.items[0]!.files).toHaveLength(1)

  const nothingElse = await app.as('hillview')(requestsApi.changeCatalogueRequest, { id, ops: ops.slice(1) })
  expect(nothingElse).toMatchObject({ responseCode: 4003, messages: [sentence], response: { version: 2 } })
})

test('each save is on the timeline, with its number of changes', async () => {
  const draft = await startDraft(app, [paper(), paper()])
  await change(draft, [set('/items/0/title', 'New'), remove('/items/1'), add('/items/-', posted())])
  const events = await app.db
    .selectFrom('catalogueEvent')
    .select(['kind', 'userId', 'data'])
    .where('requestId', '=', draft.id)
    .orderBy('happenedAt')
    .execute()
  expect(events).toEqual([
    { kind: 'created', userId: 'demo-hillview-librarian', data: { added: 2, changed: 0, removed: 0 } },
    { kind: 'changed', userId: 'demo-hillview-librarian', data: { added: 1, changed: 1, removed: 1 } },
  ])
})
