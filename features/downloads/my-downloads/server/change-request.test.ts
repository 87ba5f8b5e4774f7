import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import type { RawInput } from '#kit/contract.ts'
import { decodeRecord, splitBuffer } from '#marc/iso2709/iso2709.ts'
import { downloadsApi } from '../../contract.ts'
import { writeFile } from '../../files/server/write-file.ts'
import { book, isbn13 } from '../../server/testing.ts'
import { manageApi } from '../contract.ts'

const { removeItems, chooseRecords } = manageApi
const tooLate = 'Unable to edit matched records list since this data has already been downloaded.'
const twins = isbn13(1)
const triplets = isbn13(2)
let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await app.catalogue.write([
    ...['1', '2', '3', '4', '5'].map((id) => book({ id })),
    ...['11', '12'].map((id) => book({ id, isbns: [twins] })),
    ...['21', '22', '23'].map((id) => book({ id, isbns: [triplets] })),
  ])
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('downloadRequest').execute()
  await app.db.deleteFrom('customerSettings').where('customerId', '=', 'demo-lakeside').execute()
})

const request = async (...identities: string[]) =>
  (await app.as('lakeside')(downloadsApi.createRequest, { identities })).response
const details = async (id: string) =>
  (await app.as('lakeside')(downloadsApi.requestDetails, { requestId: id })).response
const remove = async (id: string, identities: string | string[], person: Person = 'lakeside') =>
  (await app.as(person)(removeItems, { requestId: id, identities })).response
const choose = async (id: string, chosen: RawInput<typeof chooseRecords>['chosen'], person: Person = 'lakeside') =>
  (await app.as(person)(chooseRecords, { requestId: id, chosen })).response
const download = (id: string, part = '') =>
  app.raw('lakeside', { url: `/rest/mydownload/download${part}?requestId=${id}` })
const idsIn = (file: Uint8Array) =>
  [...splitBuffer(file)].map(({ bytes }) => {
    const [first] = decodeRecord(bytes).record.fields
    return 'value' in first! ? first.value : ''
  })
const filesOf = async (id: string) => {
  const keys = ['0', '1', '2'].map((revision) => `downloads/${id}-${revision}-data.mrc`)
  return (await Promise.all(keys.map((key) => app.files.size(key)))).map((size) => size !== null)
}

describe('removing records', () => {
  test('a request without records keeps no fingerprints of its former file', async () => {
    const fingerprints = () => app.db.selectFrom('requestPrint').select('requestId').execute()
    const { id } = await request('1', '2')
    expect(await fingerprints()).toEqual([{ requestId: id }])
    expect(await remove(id, ['1', '2'])).toMatchObject({ requestStatus: 'READY', matchedRecords: '', fileSize: null })
    expect(await fingerprints()).toEqual([])
  })

  test('they are no longer in the file and the lists, and the former file is deleted', async () => {
    const { id } = await request('1', '2', 'abc1', '3')
    const left = await remove(id, ['2'])
    expect(left).toMatchObject({ requestStatus: 'READY', matchedRecords: '1,3', unmatchedRecords: 'abc1' })
    expect(left.identities).toBe('1,2,abc1,3')
    expect(await details(id)).toEqual(left)
    expect(await filesOf(id)).toEqual([false, true, false])
    const file = await download(id)
    expect(idsIn(file.rawPayload)).toEqual(['1', '3'])
    expect(file.headers['content-length']).toBe(String(left.fileSize))
  })

  test('comma-separated text is a list too', async () => {
    const { id } = await request('1', '2', '3')
    expect((await remove(id, ' 1 ,3,1,')).matchedRecords).toBe('2')
  })

  test.each([[[]], [''], [' , ']])('%j removes nothing and says so', async (identities) => {
    const { id } = await request('1')
    await expect(remove(id, identities)).rejects.toMatchObject({
      status: 400,
      messages: ['No records to remove were selected'],
    })
  })

  test('a record that is not in the request is named, and none is removed', async () => {
    const { id } = await request('1', '2')
    await expect(remove(id, ['1', '3'])).rejects.toMatchObject({
      status: 404,
      code: 'not_in_request',
      messages: ['These records aren’t in the request: 3'],
    })
    expect((await details(id)).matchedRecords).toBe('1,2')
  })

  test('without its last record it is ready and has nothing to download', async () => {
    const { id } = await request('1', '2')
    expect(await remove(id, ['1', '2'])).toMatchObject({ requestStatus: 'READY', matchedRecords: '', fileSize: null })
    expect((await download(id)).json().code).toBe('nothing_matched')
    expect(await filesOf(id)).toEqual([false, false, false])
  })

  test('after the first byte of the file it is too late', async () => {
    for (const part of ['', '/data', '/html']) {
      const { id } = await request('1', '2')
      await download(id, part)
      const refused = { status: 409, code: 'already_downloaded', messages: [tooLate] }
      await expect(remove(id, ['1'])).rejects.toMatchObject(refused)
      expect(await details(id)).toMatchObject({ matchedRecords: '1,2', downloadComplete: true })
    }
  })

  test('a page that is only viewed stops no change, and its records are not the school’s yet', async () => {
    const { id } = await request('1', '2')
    const view = () => app.raw('lakeside', { url: `/rest/mydownload/download/html?requestId=${id}&view=inline` })
    expect((await view()).body).toContain('Book 2')
    expect(await details(id)).toMatchObject({ downloadComplete: false })
    expect(
      await app.db.selectFrom('downloadedRecord').select('recordId').where('requestId', '=', id).execute(),
    ).toEqual([])
    expect(await remove(id, ['2'])).toMatchObject({ matchedRecords: '1' })
    expect((await view()).body).not.toContain('Book 2')
    await download(id, '/html')
    expect(await details(id)).toMatchObject({ downloadComplete: true })
    await expect(remove(id, ['1'])).rejects.toMatchObject({ code: 'already_downloaded' })
  })

  test('nothing can be removed from another school’s request', async () => {
    const { id } = await request('1', '2')
    await expect(remove(id, ['1'], 'hillview')).rejects.toMatchObject({ status: 404, code: 'request_not_found' })
    await expect(choose(id, [{ identifier: '1', ids: [] }], 'hillview')).rejects.toMatchObject({ status: 404 })
    expect((await details(id)).matchedRecords).toBe('1,2')
  })

  test('two simultaneous removals lose nothing', async () => {
    const { id } = await request('1', '2', '3', '4', '5')
    await Promise.all(['1', '3', '5'].map((each) => remove(id, [each])))
    expect(await details(id)).toMatchObject({ requestStatus: 'READY', matchedRecords: '2,4' })
    expect(idsIn((await download(id)).rawPayload)).toEqual(['2', '4'])
  })

  test('of a simultaneous download and removal, one is refused and one succeeds', async () => {
    for (let n = 0; n < 10; n++) {
      const { id } = await request('1', '2')
      const [file, left] = await Promise.all([download(id), remove(id, ['1']).catch((error) => error)])
      if (file.statusCode === 200) {
        expect(idsIn(file.rawPayload)).toEqual(left.code === 'already_downloaded' ? ['1', '2'] : ['2'])
      } else expect([file.json().code, left.matchedRecords]).toEqual(['request_not_ready', '2'])
    }
  })

  test('a removal between the opening of the file and its first byte wins', async () => {
    const { id } = await request('1', '2')
    const { get } = app.files
    app.files.get = async (...args) => {
      app.files.get = get
      await remove(id, ['1'])
      return get(...args)
    }
    expect((await download(id)).statusCode).toBeGreaterThanOrEqual(400)
    expect(await details(id)).toMatchObject({ matchedRecords: '2', downloadComplete: false })
    expect(idsIn((await download(id)).rawPayload)).toEqual(['2'])
  })

  test.each(['PROCESSING', 'SCHEDULED'] as const)('can be removed while a request is %s', async (status) => {
    const { id } = await request('1', '2', '3')
    await app.db.updateTable('downloadRequest').set({ status, finishedAt: null }).where('id', '=', id).execute()
    expect(await remove(id, ['2'])).toMatchObject({ requestStatus: 'READY', matchedRecords: '1,3' })
    expect(idsIn((await download(id)).rawPayload)).toEqual(['1', '3'])
  })

  test('a slow run for the former records changes nothing and leaves no file', async () => {
    const { id } = await request('1', '2', '3')
    await app.db.updateTable('downloadRequest').set({ status: 'PROCESSING' }).where('id', '=', id).execute()
    const { fetch } = app.catalogue
    const slow = async function* (ids: string[]) {
      yield* fetch.call(app.catalogue, ids)
      await remove(id, ['2'])
    }
    const catalogue = { ...app.catalogue, lookup: app.catalogue.lookup.bind(app.catalogue), fetch: slow }
    await writeFile.run({ ...app, catalogue } as never, { requestId: id, revision: 0 }, new AbortController().signal)
    expect(await details(id)).toMatchObject({ requestStatus: 'READY', matchedRecords: '1,3' })
    expect(await filesOf(id)).toEqual([false, true, false])
    await writeFile.run(app, { requestId: id, revision: 0 }, new AbortController().signal)
    await writeFile.failed!(app, { requestId: id, revision: 0 })
    expect(await details(id)).toMatchObject({ requestStatus: 'READY', matchedRecords: '1,3' })
  })

  test('a removed record is not reported missing when another one has left the catalogue meanwhile', async () => {
    await app.catalogue.write([book({ id: '9', isbns: [isbn13(9)] }), book({ id: '8' })])
    const { id } = await request(isbn13(9), '8', '1', '2')
    await remove(id, ['9'])
    await app.catalogue.remove(['8'])
    expect(await remove(id, ['1'])).toMatchObject({
      matchedRecords: '2',
      unmatchedRecords: '8',
      unmatchedReasons: { '8': 'not_found' },
    })
  })
})

describe('choosing among several records', () => {
  test('the request is ready with all single matches while the choice is open', async () => {
    const made = await request('1', twins, '2')
    expect(made).toMatchObject({
      requestStatus: 'READY',
      matchedRecords: '1,2',
      unmatchedRecords: '',
      choices: [{ identifier: twins, ids: ['11', '12'] }],
    })
  })

  test('the chosen records are in the file, in the requested order', async () => {
    const { id } = await request('1', triplets, '2')
    const chosen = await choose(id, [{ identifier: triplets, ids: ['23', '21'] }])
    expect(chosen).toMatchObject({ requestStatus: 'READY', matchedRecords: '1,21,23,2', choices: [] })
    expect(idsIn((await download(id)).rawPayload)).toEqual(['1', '21', '23', '2'])
  })

  test('none of them may be chosen: the identifier is then listed as not chosen, and the file stays', async () => {
    const { id, fileSize } = await request('1', 'abc1', twins, 'abc2')
    expect(await choose(id, [{ identifier: twins, ids: [] }])).toMatchObject({
      requestStatus: 'READY',
      matchedRecords: '1',
      unmatchedRecords: `abc1,${twins},abc2`,
      unmatchedReasons: { [twins]: 'not_chosen' },
      choices: [],
      fileSize,
    })
    expect(await filesOf(id)).toEqual([true, false, false])
  })

  test('a choice that is open at the first download is left out and listed', async () => {
    const { id } = await request('1', twins, triplets)
    await choose(id, [{ identifier: triplets, ids: ['22'] }])
    expect(idsIn((await download(id)).rawPayload)).toEqual(['1', '22'])
    expect(await details(id)).toMatchObject({
      downloadComplete: true,
      choices: [],
      unmatchedReasons: { [twins]: 'not_chosen' },
    })
    const refused = { status: 409, messages: [tooLate] }
    await expect(choose(id, [{ identifier: twins, ids: ['11'] }])).rejects.toMatchObject(refused)
  })

  test('a request with only choices gets its file with the first choice', async () => {
    const { id, fileSize } = await request(twins)
    expect(fileSize).toBeNull()
    expect((await choose(id, [{ identifier: twins, ids: ['12'] }])).matchedRecords).toBe('12')
    expect(idsIn((await download(id)).rawPayload)).toEqual(['12'])
  })

  test('two simultaneous choices are both kept; a second choice for the same identifier is refused', async () => {
    const { id } = await request(twins, triplets)
    await Promise.all([
      choose(id, [{ identifier: twins, ids: ['11'] }]),
      choose(id, [{ identifier: triplets, ids: ['21'] }]),
    ])
    expect(await details(id)).toMatchObject({ matchedRecords: '11,21', choices: [] })
    await expect(choose(id, [{ identifier: twins, ids: ['12'] }])).rejects.toMatchObject({
      status: 409,
      code: 'no_such_choice',
    })
  })

  test('a record that was not offered is refused, and so is the rest of the call', async () => {
    const { id } = await request(twins, triplets)
    const chosen = [
      { identifier: twins, ids: ['11'] },
      { identifier: triplets, ids: ['1'] },
    ]
    await expect(choose(id, chosen)).rejects.toMatchObject({ status: 404, code: 'not_in_request' })
    expect((await details(id)).choices).toHaveLength(2)
  })

  test.each([
    ['FIRST_MATCH', '11', 0],
    ['ALL_MATCHES', '11,12', 0],
    ['PROMPT_LIST', '', 1],
  ])('a school that set %s', async (isbnDuplicateHandling, matchedRecords, choices) => {
    await app.db
      .insertInto('customerSettings')
      .values({ customerId: 'demo-lakeside', settings: JSON.stringify({ isbnDuplicateHandling }) })
      .execute()
    const made = await request(twins)
    expect([made.matchedRecords, made.choices.length]).toEqual([matchedRecords, choices])
  })
})

test('while its identifiers are being looked up, nothing can be removed or chosen', async () => {
  const { id } = await request('1')
  await app.db.updateTable('downloadRequest').set({ toMatch: true }).where('id', '=', id).execute()
  const refused = { status: 409, messages: ['This request requires more time.'] }
  await expect(remove(id, ['1'])).rejects.toMatchObject(refused)
  await expect(choose(id, [{ identifier: 'x', ids: [] }])).rejects.toMatchObject(refused)
})
