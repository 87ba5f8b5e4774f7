import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { foldersApi } from '../contract.ts'
import { books, items, savedFolder } from './testing.ts'

let app: TestApp
let folderId: string
let token: string
beforeAll(async () => {
  app = await testApp({ work: false })
  await app.catalogue.write(books)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('savedFolder').execute()
  folderId = (await savedFolder(app, 'Private')).id
  token = (await app.as('hillview')(foldersApi.shareFolder, { folderId, shared: true })).response.shareToken!
})

const stored = () => app.db.selectFrom('savedFolder').selectAll().execute()
const id = (query: string) => `/rest/mycatalogue/folder/${query}?folderId=${folderId}`
const calls = (): [name: keyof typeof foldersApi, method: 'GET' | 'POST', url: string, payload?: object][] => [
  ['folderName', 'GET', id('name')],
  ['folderItems', 'GET', id('catJson')],
  ['downloadFolder', 'GET', id('download')],
  ['deleteFolder', 'GET', id('delete')],
  ['updateFolder', 'POST', `${id('update')}&userId=demo-hillview-librarian&recordLength=1`, items('1000003')],
  ['renameFolder', 'POST', '/rest/mycatalogue/folder/rename', { folderId, folderName: 'Taken over' }],
  ['shareFolder', 'POST', '/rest/mycatalogue/folder/share', { folderId, shared: false }],
]
const others = (): ReturnType<typeof calls> => [
  ['listFolders', 'GET', '/rest/mycatalogue/folder/list'],
  ['saveFolder', 'POST', '/rest/catalogue/temp/save', { folderName: 'Mine', searchFolderJson: items('1000001') }],
  ['downloadTemporaryFolder', 'POST', '/rest/temp/folder/download', { searchFolderJson: items('1000001') }],
  [
    'emailFolder',
    'POST',
    '/rest/catalogue/temp/email/send',
    { searchFolderJson: items('1000001'), emailId: 'reader@school.example' },
  ],
  ['sharedFolder', 'GET', `/rest/sharedfolder/${token}`],
]
const send = (person: Person, [, method, url, payload]: ReturnType<typeof calls>[number]) =>
  app.raw(person, { method, url, ...(payload ? { payload } : {}) })

test('every call of the contract is tried here', () => {
  const tried = [...calls(), ...others()].map(([name]) => name)
  expect(tried.sort()).toEqual(Object.keys(foldersApi).sort())
})

test('another school’s folder is absent in every call, and stays unchanged', async () => {
  await app.db
    .insertInto('subscription')
    .values({
      id: 'riverside-data',
      customerId: 'demo-riverside',
      typeName: 'SUBSCRIPTION',
      productCode: 'SCISDATA',
      productName: 'Catalogue data',
      startsOn: '2020-01-01',
      endsOn: '2099-01-01',
    })
    .execute()
  const before = await stored()
  for (const call of calls()) {
    const reply = await send('riverside', call)
    expect([call[0], reply.statusCode, reply.json()]).toEqual([
      call[0],
      404,
      { responseCode: 404, code: 'folder_not_found', messages: ['We couldn’t find this folder.'] },
    ])
  }
  expect(await stored()).toEqual(before)
  expect((await app.as('riverside')(foldersApi.listFolders, {})).response).toEqual([])
})

test.each([
  ['a student', { role: 'student' as const }],
  ['somebody who was shut out', { disabledAt: new Date(0) }],
])('%s gives access to no folder, not even a shared one', async (_, changes) => {
  const set = (values: object) =>
    app.db.updateTable('appUser').set(values).where('id', '=', 'demo-hillview-assistant').execute()
  const before = await stored()
  await set(changes)
  try {
    for (const call of [...calls(), ...others()]) {
      const reply = await send('assistant', call)
      expect([call[0], reply.statusCode, reply.json().code]).toEqual([call[0], 403, 'not_allowed'])
    }
  } finally {
    await set({ role: 'staff', disabledAt: null })
  }
  expect(await stored()).toEqual(before)
})

test.each(['role', 'id', 'customerId', 'shareToken'])('a member %j that no one may send is refused', async (member) => {
  const before = await stored()
  for (const call of [...calls(), ...others()]) {
    const [name, method, url, payload] = call
    const inAddress = method === 'GET' || name === 'updateFolder'
    const reply = await send('hillview', [
      name,
      method,
      inAddress ? `${url}${url.includes('?') ? '&' : '?'}${member}=x` : url,
      inAddress ? payload : { ...payload, [member]: 'x' },
    ] as typeof call)
    expect([name, reply.statusCode, reply.json().code]).toEqual([name, 400, 'invalid_input'])
    expect(reply.json().messages[0]).toContain(member)
  }
  expect(await stored()).toEqual(before)
})

test('a repeated folder id is refused, in either order', async () => {
  const mine = (await savedFolder(app, 'Theirs', { person: 'riverside' })).id
  for (const query of [`folderId=${mine}&folderId=${folderId}`, `folderId=${folderId}&folderId=${mine}`]) {
    const reply = await app.raw('riverside', { url: `/rest/mycatalogue/folder/delete?${query}` })
    expect(reply.statusCode).toBe(400)
  }
  expect(await stored()).toHaveLength(2)
})

test('each sharing gives a new link, which stops working when the sharing ends', async () => {
  const share = async (shared: boolean) =>
    (await app.as('assistant')(foldersApi.shareFolder, { folderId, shared })).response.shareToken
  const follow = (link: string | null) => app.as('riverside')(foldersApi.sharedFolder, { token: link! })
  expect(token).toMatch(/^[\w-]{32}$/)
  expect(await share(true)).toBe(token)
  expect(await follow(token)).toMatchObject({ response: { listName: 'Private' } })

  expect(await share(false)).toBeNull()
  const ended = await app.raw('riverside', { url: `/rest/sharedfolder/${token}` })
  const unknown = await app.raw('riverside', { url: `/rest/sharedfolder/${'A'.repeat(32)}` })
  expect([ended.statusCode, ended.body]).toEqual([404, unknown.body])

  const [again, same] = await Promise.all([share(true), share(true)])
  expect(again).not.toBe(token)
  expect(same).toBe(again)
  await expect(follow(token)).rejects.toMatchObject({ status: 404 })
  await app.as('hillview')(foldersApi.deleteFolder, { folderId })
  await expect(follow(again)).rejects.toMatchObject({ code: 'folder_not_found', status: 404 })
})

test('a shared folder shows its name, its school and its records, and nothing else', async () => {
  await app.catalogue.remove(['1000001'])
  try {
    const shown = await app.as('riverside')(foldersApi.sharedFolder, { token })
    expect(shown).toEqual({
      responseCode: 200,
      response: {
        listName: 'Private',
        sharedBy: 'Hillview Primary School',
        updatedDate: expect.any(String),
        items: [
          expect.objectContaining({ bibId: '1000002', itemTitle: 'The hobbit', inCatalogue: true }),
          expect.objectContaining({ bibId: '1000001', itemTitle: 'The BFG', inCatalogue: false }),
        ],
      },
    })
  } finally {
    await app.catalogue.write(books)
  }
})

test.each(['x', 'null', "'%20or%201=1", 'a%2F..%2Fb', 'é'.repeat(60)])('the link %j leads nowhere', async (end) => {
  const reply = await app.raw('hillview', { url: `/rest/sharedfolder/${encodeURI(decodeURI(end))}` })
  expect([reply.statusCode, reply.json().code]).toEqual([404, 'folder_not_found'])
})
