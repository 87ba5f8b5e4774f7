import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { book } from '#features/downloads/server/testing.ts'
import { foldersApi } from '../contract.ts'
import { books, items, savedFolder } from './testing.ts'

const { saveFolder, listFolders, deleteFolder, folderItems, folderName, updateFolder, renameFolder } = foldersApi
let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.catalogue.write(books)
  await app.db.deleteFrom('savedFolder').execute()
})

const save = (name: string, bibIds?: string[]) => savedFolder(app, name, bibIds ? { bibIds } : {})
const namesOf = async (person: Person = 'hillview') =>
  (await app.as(person)(listFolders, {})).response.map(({ listName }) => listName)
const idsIn = async (folderId: string) =>
  (await app.as('hillview')(folderItems, { folderId })).response.map(({ bibId }) => bibId)

describe('saving', () => {
  test('a list becomes a folder of the school, in the order of the list', async () => {
    const saved = await app.as('hillview')(saveFolder, {
      folderName: '  Year 3   reading ',
      searchFolderJson: JSON.stringify(items('1000002', '1000001')),
    })
    expect(saved).toMatchObject({
      response: {
        listName: 'Year 3 reading',
        folderName: 'Year 3 reading',
        userId: 'demo-hillview-librarian',
        savedBy: 'Hillview Librarian',
        recordLength: 2,
        shareToken: null,
      },
      messages: [],
    })
    const { response } = await app.as('assistant')(folderItems, { folderId: saved.response.id })
    expect(response).toEqual([
      {
        bibId: '1000002',
        itemTitle: 'The hobbit',
        itemContributor: '',
        dateIssuedMarc: '2026',
        isbn: ['0261103342'],
        issn: [],
        otherIdentifier: [],
        inCatalogue: true,
      },
      expect.objectContaining({ bibId: '1000001', itemTitle: 'The BFG' }),
    ])
  })

  test('titles and contributors in another script come with the records, and stay when these leave', async () => {
    const inScript = [
      { of: 'Sipur', text: 'סיפור', lang: 'he' },
      { of: 'Am Oved', text: 'עם עובד', lang: 'he' },
    ]
    const sipur = book({ id: '1000009', title: 'Sipur' })
    await app.catalogue.write([{ ...sipur, document: { ...sipur.document, inScript } }])
    const { id } = await savedFolder(app, 'Hebrew', { bibIds: ['1000009', '1000001'] })
    const read = async () => (await app.as('hillview')(folderItems, { folderId: id })).response
    const [first, second] = await read()
    expect(first!.inScript).toEqual(inScript.slice(0, 1))
    expect(second).not.toHaveProperty('inScript')
    await app.catalogue.remove(['1000009'])
    expect((await read())[0]).toMatchObject({ inCatalogue: false, inScript: inScript.slice(0, 1) })
  })

  test('the session decides the owner, the list the length, and the catalogue the titles', async () => {
    const { response } = await app.as('assistant')(saveFolder, {
      folderName: 'Posted',
      searchFolderJson: [{ bibId: '1000001', itemTitle: '<b>Not the title</b>', view: true, added: true }],
      userId: 'demo-riverside-librarian',
      recordLength: '99',
    })
    expect(response).toMatchObject({ userId: 'demo-hillview-assistant', recordLength: 1 })
    expect((await app.as('hillview')(folderItems, { folderId: response.id })).response[0]).toMatchObject({
      itemTitle: 'The BFG',
    })
    expect(await namesOf('riverside')).toEqual([])
  })

  test('a record is in a folder once, at its first place', async () => {
    const { id } = await save('Twice', ['1000003', '1000001', '1000003'])
    expect(await idsIn(id)).toEqual(['1000003', '1000001'])
  })

  test('records that the catalogue lacks are left out, and the reply says so', async () => {
    const saved = await app.as('hillview')(saveFolder, {
      folderName: 'Some',
      searchFolderJson: items('1000001', 'nothing', 'neither'),
    })
    expect(saved).toMatchObject({
      response: { recordLength: 1 },
      messages: ['2 records are not in the catalogue and left out.'],
    })
  })

  test.each([['[]'], [[]], [items('nothing')], [' [ ] ']])('an empty list (%j) is not saved', async (list) => {
    const attempt = app.as('hillview')(saveFolder, { folderName: 'Empty', searchFolderJson: list })
    await expect(attempt).rejects.toMatchObject({ code: 'folder_empty', status: 400, messages: ['No Items to save'] })
    expect(await namesOf()).toEqual([])
  })

  test('the specification’s other spelling of the call answers too', async () => {
    const reply = await app.raw('hillview', {
      method: 'POST',
      url: '/catalogue/temp/save',
      payload: { userId: 7, folderName: 'Short', searchFolderJson: '[{"bibId":"1000001"}]', recordLength: 1 },
    })
    expect(reply.json()).toMatchObject({ responseCode: 200, response: { listName: 'Short' } })
  })
})

describe('the name', () => {
  const sentence = 'Please enter a folder name'

  test.each([[''], ['   '], ['\t\n'], ['\u200B\u2060'], ['\u3164 \u2800'], [undefined], [7], [null]])(
    'a folder needs a name: %j is none',
    async (name) => {
      const attempt = app.as('hillview')(saveFolder, {
        folderName: name as string,
        searchFolderJson: items('1000001'),
      })
      await expect(attempt).rejects.toMatchObject({
        status: 400,
        messages: [sentence],
        errors: { folderName: [sentence] },
      })
      expect(await namesOf()).toEqual([])
    },
  )

  test.each(['two\x1bparts', 'bell\u0007'])('%j is refused with a sentence', async (folderName) => {
    const attempt = app.as('hillview')(saveFolder, { folderName, searchFolderJson: items('1000001') })
    await expect(attempt).rejects.toMatchObject({ code: 'folder_name_unreadable', status: 400 })
  })

  test('200 characters are a name, in any script; 201 are too many', async () => {
    const long = '🦉'.repeat(200)
    expect((await save(long)).listName).toBe(long)
    const attempt = app.as('hillview')(saveFolder, { folderName: `${long}x`, searchFolderJson: items('1000001') })
    await expect(attempt).rejects.toMatchObject({ code: 'folder_name_too_long', status: 400 })
    await expect(save('x'.repeat(100_000))).rejects.toMatchObject({ code: 'folder_name_too_long' })
    // The name that grows most when it is folded still fits the index.
    expect((await save('ΐ'.repeat(200))).recordLength).toBe(2)
  })

  test('bidi controls are removed', async () => {
    expect((await save('\u202eYear\u2067 3\u2069')).listName).toBe('Year 3')
    expect((await save('كتب السنة 3')).listName).toBe('كتب السنة 3')
  })

  test('markup and quotes are allowed in a name', async () => {
    for (const name of [`<img src=x onerror=alert(1)>`, `'; drop table saved_folder; --`, '=1+1', '../../etc'])
      expect((await save(name)).listName).toBe(name)
    expect(await namesOf()).toHaveLength(4)
  })

  test.each([
    ['Year 3 reading', 'YEAR 3  reading '],
    ['Straße', 'STRASSE'],
    ['Café', 'Cafe\u0301'],
    ['Owls', 'Ow\u200Bls'],
    ['ΟΔΟΣ', 'οδος'],
  ])('%s and %s are one name, and the refusal names the folder that has it', async (first, second) => {
    const { id } = await save(first)
    await expect(save(second)).rejects.toMatchObject({
      code: 'folder_name_taken',
      status: 409,
      about: { folderId: id },
      errors: { folderName: ['A saved folder with this name already exists.'] },
    })
    expect(await namesOf()).toEqual([first])
  })

  test('another school may have the same name', async () => {
    await save('Shared name')
    await savedFolder(app, 'Shared name', { person: 'riverside' })
    expect([await namesOf(), await namesOf('riverside')]).toEqual([['Shared name'], ['Shared name']])
  })

  test('of several simultaneous saves with one name, one succeeds', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => save('At once')))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const each of tries)
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({ code: 'folder_name_taken', about: { folderId: expect.any(String) } })
    expect(await namesOf()).toEqual(['At once'])
  })
})

describe('the list', () => {
  test('everyone at the school sees all folders, the latest change first', async () => {
    let now = Date.now()
    app.setClock(() => {
      now += 1000
      return new Date(now)
    })
    const first = await save('First')
    await savedFolder(app, 'Second', { person: 'assistant' })
    await app.as('assistant')(updateFolder, { folderId: first.id, items: items('1000003') })
    app.setClock(() => new Date())
    for (const person of ['hillview', 'assistant'] as const) expect(await namesOf(person)).toEqual(['First', 'Second'])
    const { response } = await app.as('hillview')(listFolders, {})
    expect(response[0]).toMatchObject({ userId: 'demo-hillview-librarian', recordLength: 1 })
    expect(response[0]!.updatedDate > response[0]!.createdDate).toBe(true)
    const { response: alone } = await app.as('hillview')(folderName, { folderId: first.id })
    expect(response[0]).toEqual(alone)
  })

  test('a school has a maximum number of folders', async () => {
    const now = new Date()
    const rows = Array.from({ length: 20_000 }, (_, n) => ({
      id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      customerId: 'demo-hillview',
      userId: 'demo-hillview-librarian',
      name: `Folder ${n}`,
      nameKey: `folder ${n}`,
      items: '[]',
      itemCount: 0,
      shareToken: null,
      createdAt: now,
      updatedAt: now,
    }))
    for (let from = 0; from < rows.length; from += 4000)
      await app.db
        .insertInto('savedFolder')
        .values(rows.slice(from, from + 4000))
        .execute()
    expect((await app.as('hillview')(listFolders, {})).response).toHaveLength(20_000)
    await expect(save('One more')).rejects.toMatchObject({ code: 'too_many_folders', status: 409 })
    expect((await savedFolder(app, 'Theirs', { person: 'riverside' })).recordLength).toBe(2)

    // There is room for two more; five are saved at once.
    await app.db.deleteFrom('savedFolder').where('nameKey', 'in', ['folder 0', 'folder 1']).execute()
    const tries = await Promise.allSettled([1, 2, 3, 4, 5].map((n) => save(`At once ${n}`)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  })
})

describe('a folder', () => {
  test('returns its name', async () => {
    const { id } = await save('Owls')
    expect(await app.as('hillview')(folderName, { folderId: id })).toMatchObject({
      responseCode: 200,
      listName: 'Owls',
      response: { id, listName: 'Owls', recordLength: 2 },
    })
  })

  test('accepts a new list in place of the old one', async () => {
    const { id } = await save('Owls')
    const reply = await app.raw('assistant', {
      method: 'POST',
      url: `/rest/mycatalogue/folder/update?userId=somebody&folderId=${id}&recordLength=7`,
      payload: [{ bibId: '1000003' }, { bibId: '1000001' }, { bibId: 'unknown' }],
    })
    expect(reply.json()).toMatchObject({
      responseCode: 200,
      response: { id, listName: 'Owls', recordLength: 2, userId: 'demo-hillview-librarian' },
      messages: ['Folder updated successfully', '1 record is not in the catalogue and left out.'],
    })
    expect(await idsIn(id)).toEqual(['1000003', '1000001'])
  })

  test('is not emptied by an update', async () => {
    const { id } = await save('Owls')
    for (const list of [[], items('unknown')])
      await expect(app.as('hillview')(updateFolder, { folderId: id, items: list })).rejects.toMatchObject({
        code: 'folder_empty',
        messages: ['No Items to save'],
      })
    expect(await idsIn(id)).toEqual(['1000002', '1000001'])
  })

  test('keeps the name of a record that has left the catalogue, until it is taken out', async () => {
    const { id } = await save('Owls', ['1000003', '1000001'])
    await app.catalogue.remove(['1000003'])
    const shown = await app.as('hillview')(folderItems, { folderId: id })
    expect(shown).toMatchObject({
      response: [
        { bibId: '1000003', itemTitle: 'Matilda', inCatalogue: false },
        { bibId: '1000001', inCatalogue: true },
      ],
      messages: ['1 record is no longer in the catalogue and is left out of downloads.'],
    })
    const again = await app.as('hillview')(updateFolder, { folderId: id, items: items('1000001', '1000003') })
    expect(again.messages).toEqual(['Folder updated successfully'])
    expect((await app.as('hillview')(folderItems, { folderId: id })).response[1]).toMatchObject({
      itemTitle: 'Matilda',
      inCatalogue: false,
    })
    await app.as('hillview')(updateFolder, { folderId: id, items: items('1000001') })
    await expect(app.as('hillview')(updateFolder, { folderId: id, items: items('1000003') })).rejects.toMatchObject({
      code: 'folder_empty',
    })
  })

  test('stays unchanged if it has changed since the list was read', async () => {
    const { id, updatedDate } = await save('Owls', ['1000001', '1000002'])
    const later = new Date(Date.parse(updatedDate) + 1000)
    app.setClock(() => later)
    await app.as('assistant')(updateFolder, { folderId: id, items: items('1000001', '1000002', '1000003') })
    const late = app.as('hillview')(updateFolder, { folderId: id, items: items('1000001'), updatedDate })
    await expect(late).rejects.toMatchObject({
      code: 'folder_changed',
      status: 409,
      messages: ['Someone has changed this folder since you opened it.'],
    })
    expect(await idsIn(id)).toEqual(['1000001', '1000002', '1000003'])
    await app.as('hillview')(updateFolder, { folderId: id, items: items('1000001'), updatedDate: later.toISOString() })
    expect(await idsIn(id)).toEqual(['1000001'])
    app.setClock(() => new Date())
  })

  test('shows a record with the catalogue’s data of today', async () => {
    const { id } = await save('Owls', ['1000003'])
    await app.catalogue.write([book({ id: '1000003', title: 'Matilda, mended' })])
    expect((await app.as('hillview')(folderItems, { folderId: id })).response).toMatchObject([
      { itemTitle: 'Matilda, mended', inCatalogue: true },
    ])
  })

  test('names the author by the title page, or else by the main entry', async () => {
    const [first, second] = ['1000001', '1000002'].map((id) => book({ id }))
    const mainAuthor = { namePersonalPrimary: 'Dahl, Roald', nameCorporatePrimary: '' }
    const title = { titlePrimary: 'The BFG', noteStmOfResponsibility: 'by Roald Dahl' }
    await app.catalogue.write([
      { ...first!, document: { ...first!.document, mainAuthor, title } },
      { ...second!, document: { ...second!.document, mainAuthor } },
    ])
    const { id } = await save('By whom', ['1000001', '1000002'])
    const { response } = await app.as('hillview')(folderItems, { folderId: id })
    expect(response.map(({ itemContributor }) => itemContributor)).toEqual(['by Roald Dahl', 'Dahl, Roald'])
  })

  test('is renamed, even in case only, but not to another folder’s name', async () => {
    const { id } = await save('owls')
    const other = await save('Bears')
    const rename = (name: string) => app.as('assistant')(renameFolder, { folderId: id, folderName: name })
    expect((await rename(' OWLS ')).response).toMatchObject({ id, listName: 'OWLS', recordLength: 2 })
    await expect(rename('bears')).rejects.toMatchObject({
      code: 'folder_name_taken',
      status: 409,
      about: { folderId: other.id },
    })
    await expect(rename(' ')).rejects.toMatchObject({ messages: ['Please enter a folder name'] })
    expect((await namesOf()).sort()).toEqual(['Bears', 'OWLS'])
  })

  test('of two simultaneous renames to one name, one succeeds', async () => {
    const folders = await Promise.all(['A', 'B', 'C', 'D'].map((name) => save(name)))
    const tries = await Promise.allSettled(
      folders.map(({ id }) => app.as('hillview')(renameFolder, { folderId: id, folderName: 'One' })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const each of tries)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'folder_name_taken' })
    expect((await namesOf()).filter((name) => name === 'One')).toHaveLength(1)
  })

  test('is deleted once', async () => {
    const { id } = await save('Owls')
    const remove = () => app.as('assistant')(deleteFolder, { folderId: id })
    expect(await remove()).toEqual({ responseCode: 200, messages: ['Folder deleted successfully'] })
    await expect(remove()).rejects.toMatchObject({ code: 'folder_not_found', status: 404 })
    expect(await namesOf()).toEqual([])
    expect((await save('Owls')).listName).toBe('Owls')
  })

  test('that is deleted while others change it is gone, and their changes are refused', async () => {
    const { id } = await save('Owls')
    const changes = Array.from({ length: 4 }, (_, n) =>
      n % 2
        ? app.as('assistant')(updateFolder, { folderId: id, items: items('1000003') })
        : app.as('assistant')(renameFolder, { folderId: id, folderName: `Owls ${n}` }),
    )
    const [removed, ...others] = await Promise.allSettled([
      app.as('hillview')(deleteFolder, { folderId: id }),
      ...changes,
    ])
    expect(removed.status).toBe('fulfilled')
    for (const each of others)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'folder_not_found' })
    expect(await namesOf()).toEqual([])
  })

  test.each([{}, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'none' }, { origin: 'http://evil.example' }])(
    'is not deleted by a link on another page (%o)',
    async (headers) => {
      const { id } = await save('Owls')
      const reply = await app.http.inject({
        url: `/rest/mycatalogue/folder/delete?folderId=${id}`,
        headers: { host: new URL(app.env.publicUrl).host, cookie: await app.sessionOf('hillview'), ...headers },
      })
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'foreign_origin'])
      expect(await namesOf()).toEqual(['Owls'])
    },
  )

  test('is not deleted by a HEAD request', async () => {
    const { id } = await save('Owls')
    const url = `/rest/mycatalogue/folder/delete?folderId=${id}`
    expect((await app.raw('hillview', { method: 'HEAD', url })).statusCode).toBe(405)
    expect(await namesOf()).toEqual(['Owls'])
  })
})

test.each([
  ['no id', ''],
  ['a letter', 'x'],
  ['a quote', "' or 1=1 --"],
  ['a path', '../1'],
  ['an id that nobody has', '00000000-0000-4000-8000-000000000000'],
  ['a long text', 'é'.repeat(5000)],
])('a folder is absent for %s', async (_, folderId) => {
  const absent = async (attempt: Promise<unknown>) =>
    expect(attempt).rejects.toMatchObject({ code: 'folder_not_found', status: 404 })
  await absent(app.as('hillview')(folderName, { folderId }))
  await absent(app.as('hillview')(folderItems, { folderId }))
  await absent(app.as('hillview')(deleteFolder, { folderId }))
  await absent(app.as('hillview')(updateFolder, { folderId, items: items('1000001') }))
  await absent(app.as('hillview')(renameFolder, { folderId, folderName: 'New' }))
})
