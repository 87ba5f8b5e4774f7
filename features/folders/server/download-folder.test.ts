import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { schoolDay } from '#features/account/time-zone/server/time-zone.ts'
import { downloadsApi } from '#features/downloads/contract.ts'
import { manageApi } from '#features/downloads/my-downloads/contract.ts'
import { book } from '#features/downloads/server/testing.ts'
import { readWorkbook } from '#kit/server/files/workbook-testing.ts'
import { decodeRecord, splitBuffer } from '#marc/iso2709/iso2709.ts'
import { foldersApi } from '../contract.ts'
import { books, items, savedFolder } from './testing.ts'

const { downloadTemporaryFolder } = foldersApi
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.catalogue.write(books)
  await app.db.deleteFrom('savedFolder').execute()
  await app.db.deleteFrom('customerSettings').execute()
})

const download = (folderId: string, { person = 'hillview', method = 'GET', content = '' }: DownloadOptions = {}) =>
  app.raw(person, { method, url: `/rest/mycatalogue/folder/download?folderId=${folderId}${content}` })
type DownloadOptions = { person?: Person; method?: 'GET' | 'HEAD'; content?: string }
const idsIn = (file: Buffer) =>
  [...splitBuffer(file)].map(({ bytes }) => {
    const first = decodeRecord(bytes).record.fields[0]!
    return 'value' in first ? first.value : ''
  })
const today = (school = 'demo-hillview') => schoolDay(app, school)

describe('a saved folder’s file', () => {
  test('has its records in its order, and its name', async () => {
    const { id } = await savedFolder(app, 'Year 3 "owls" – pūrākau', { bibIds: ['1000003', '1000001'] })
    const reply = await download(id, { person: 'assistant' })
    expect(reply.statusCode).toBe(200)
    expect(idsIn(reply.rawPayload)).toEqual(['1000003', '1000001'])
    expect(reply.headers).toMatchObject({
      'content-type': 'application/marc',
      'cache-control': 'private, no-store, no-transform',
      'x-content-type-options': 'nosniff',
    })
    expect(reply.headers['content-disposition']).toContain(`filename="scis-${await today()}-2-records.mrc"`)
  })

  test.each([
    ['Owls and more …', 'Owls and more'],
    ['हिन्दी', 'हिन्दी'],
    ['Term 4 “owls”', 'Term 4 “owls”'],
    ['Owls 🦉', 'Owls 🦉'],
    ['../../etc/passwd', 'etc passwd'],
  ])('of the folder %j is named %j and the day, if the school wants that', async (name, called) => {
    const settings = JSON.stringify({ fileNamePattern: '{name}-{date}' })
    await app.db.insertInto('customerSettings').values({ customerId: 'demo-hillview', settings }).execute()
    const { id } = await savedFolder(app, name)
    const header = String((await download(id)).headers['content-disposition'])
    expect(decodeURIComponent(header.split("UTF-8''")[1]!)).toBe(`${called}-${await today()}.mrc`)
  })

  test('has the school’s format', async () => {
    const { id } = await savedFolder(app, 'As XML')
    await app.db
      .insertInto('customerSettings')
      .values({ customerId: 'demo-hillview', settings: JSON.stringify({ downloadFileFormat: 'MARC_XML' }) })
      .execute()
    const reply = await download(id)
    expect(reply.headers['content-type']).toBe('application/marcxml+xml')
    expect(reply.headers['content-disposition']).toContain('.xml"')
    expect(reply.body).toMatch(/^<\?xml[\s\S]*1000002[\s\S]*1000001[\s\S]*<\/collection>\s*$/)
  })

  test('is a workbook if the school chose that; with nothing left there is none', async () => {
    const { id } = await savedFolder(app, 'As a workbook')
    await app.db
      .insertInto('customerSettings')
      .values({ customerId: 'demo-hillview', settings: JSON.stringify({ downloadFileFormat: 'XLSX' }) })
      .execute()
    const reply = await download(id)
    expect(reply.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(reply.headers['content-disposition']).toContain('.xlsx"')
    const { rows } = readWorkbook(reply.rawPayload)
    expect(rows.map((row) => row['Record number']?.text)).toEqual(['1000002', '1000001'])
    await app.catalogue.remove(['1000001', '1000002'])
    expect((await download(id)).json()).toMatchObject({ code: 'nothing_to_download' })
  })

  test('leaves out records that have left the catalogue; with nothing left there is no file', async () => {
    const { id } = await savedFolder(app, 'Going')
    await app.catalogue.remove(['1000002'])
    expect(idsIn((await download(id)).rawPayload)).toEqual(['1000001'])
    await app.catalogue.remove(['1000001'])
    const reply = await download(id)
    expect([reply.statusCode, reply.json().messages]).toEqual([400, ['No Items to download']])
    expect(reply.headers['content-disposition']).toBeUndefined()
  })

  test.each<[content: string, setting: string, sent: string, entries: string[]]>([
    ['', 'LAST_CHOSEN', '2-records.mrc', []],
    ['', 'DATA_AND_IMAGE', '2-records.zip', ['records.mrc', 'covers/1000001.png', 'manifest.csv']],
    ['&content=DATA_ONLY', 'IMAGE_ONLY', '2-records.mrc', []],
    ['&content=IMAGE_ONLY', 'LAST_CHOSEN', '1-cover.zip', ['1000001.png', 'manifest.csv']],
  ])(
    'asked for with %j, has the content of the call, else of the setting %s',
    async (content, setting, sent, entries) => {
      const png = await sharp({ create: { width: 2, height: 3, channels: 3, background: '#0f5c63' } })
        .png()
        .toBuffer()
      await app.files.put('covers/owl.png', png)
      const [owl] = books.filter(({ document }) => document.id === '1000001')
      await app.catalogue.write([{ ...owl!, document: { ...owl!.document, imageFileName: 'owl.png', isbn13: [] } }])
      const settings = JSON.stringify({ downloadContent: setting })
      await app.db.insertInto('customerSettings').values({ customerId: 'demo-hillview', settings }).execute()
      const { id } = await savedFolder(app, 'Owls', { bibIds: ['1000003', '1000001'] })
      const reply = await download(id, { content })
      expect(reply.statusCode).toBe(200)
      expect(reply.headers['content-disposition']).toContain(`"scis-${await today()}-${sent}"`)
      if (entries.length === 0) return expect(idsIn(reply.rawPayload)).toEqual(['1000003', '1000001'])
      expect(reply.headers['content-type']).toBe('application/zip')
      const names = [...reply.rawPayload.toString('latin1').matchAll(/PK\x01\x02[\s\S]{42}([\w./]+?)(?=PK)/g)]
      expect(names.map(([, name]) => name)).toEqual(entries)
    },
  )

  test('without a cover is refused if only covers are asked for', async () => {
    const { id } = await savedFolder(app, 'Bare', { bibIds: ['1000003'] })
    const reply = await download(id, { content: '&content=IMAGE_ONLY' })
    expect([reply.statusCode, reply.json().messages]).toEqual([409, ['There is no image available to download.']])
    expect((await download(id, { content: '&content=everything' })).statusCode).toBe(400)
  })

  test('is a row of My downloads for each GET, and for no HEAD', async () => {
    const { id } = await savedFolder(app, 'Looked for', { bibIds: ['1000003', '1000001'] })
    const rows = async () => (await app.as('hillview')(manageApi.listRequests, { query: 'Looked for' })).response
    const reply = await download(id, { method: 'HEAD' })
    expect([reply.statusCode, reply.body, reply.headers['content-type']]).toEqual([200, '', 'application/marc'])
    expect(await rows()).toEqual([])
    await download(id)
    const row = { requestType: 'FOLDER', requestName: 'Looked for', matchedCount: 2, downloadComplete: true }
    expect(await rows()).toEqual([expect.objectContaining(row)])
  })

  test('of 4,000 records arrives complete', async () => {
    const many = Array.from({ length: 4000 }, (_, n) => book({ id: `7${n}`, title: `Book ${n} ${'x'.repeat(500)}` }))
    await app.catalogue.write(many)
    const { id, recordLength } = await savedFolder(app, 'Many', { bibIds: many.map(({ document }) => document.id) })
    expect(recordLength).toBe(4000)
    const reply = await download(id)
    expect(idsIn(reply.rawPayload)).toEqual(many.map(({ document }) => document.id))
    await app.catalogue.remove(many.map(({ document }) => document.id))
  })

  test('needs a subscription, which is checked first', async () => {
    const { id } = await savedFolder(app, 'Theirs', { person: 'riverside' })
    await app.db
      .updateTable('subscription')
      .set({ endsOn: '2020-01-02', startsOn: '2020-01-01' })
      .where('customerId', '=', 'demo-riverside')
      .execute()
    for (const folderId of [id, 'nothing']) {
      const reply = await download(folderId, { person: 'riverside' })
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'no_subscription'])
      expect(reply.json().messages[0]).toMatch(/^subscribe::/)
    }
    const attempt = app.as('riverside')(downloadTemporaryFolder, { searchFolderJson: items('1000001') })
    await expect(attempt).rejects.toMatchObject({ code: 'no_subscription', status: 403 })
  })
})

describe('the temporary folder', () => {
  test('has the name that it is given, in one line', async () => {
    const list = { searchFolderJson: items('1000001') }
    const { response } = await app.as('lakeside')(downloadTemporaryFolder, { ...list, requestName: 'dragon\nEnglish' })
    expect([response.requestName, response.matchedRecords]).toEqual(['dragon English', '1000001'])
    const unnamed = await app.as('lakeside')(downloadTemporaryFolder, { ...list, requestName: ' ' })
    expect(unnamed.response.requestName).toMatch(/^Temporary folder of /)
    const link = { ...list, requestName: 'www.example.com' }
    await expect(app.as('lakeside')(downloadTemporaryFolder, link)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('becomes a download request with its file', async () => {
    const { response } = await app.as('lakeside')(downloadTemporaryFolder, {
      searchFolderJson: JSON.stringify(items('1000003', '1000001', '1000003')),
    })
    expect(response).toMatchObject({
      requestType: 'FOLDER',
      requestStatus: 'READY',
      requestName: expect.stringMatching(/^Temporary folder of \d{1,2} \p{L}+ \d{4}$/u),
      matchedRecords: '1000003,1000001',
      unmatchedRecords: '',
    })
    const file = await app.raw('lakeside', { url: `/rest/mydownload/download?requestId=${response.id}` })
    expect(idsIn(file.rawPayload)).toEqual(['1000003', '1000001'])
    expect(file.headers['content-disposition']).toContain(
      `filename="scis-${await today('demo-lakeside')}-2-records.mrc"`,
    )
    await expect(app.as('hillview')(downloadsApi.requestDetails, { requestId: response.id })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('has the format and the content that are chosen for it, no matter what the settings say', async () => {
    const list = { searchFolderJson: items('1000001') }
    const { response } = await app.as('lakeside')(downloadTemporaryFolder, {
      ...list,
      content: 'DATA_AND_IMAGE',
      fileFormat: 'CSV',
    })
    expect(response).toMatchObject({ requestStatus: 'READY', content: 'DATA_AND_IMAGE', fileFormat: 'CSV' })
    const file = await app.raw('lakeside', { url: `/rest/mydownload/download?requestId=${response.id}` })
    expect(file.headers['content-disposition']).toContain(`-${await today('demo-lakeside')}-1-record.csv"`)
    const excluded = { ...list, fileFormat: 'MARC_XML' as never }
    await expect(app.as('lakeside')(downloadTemporaryFolder, excluded)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('names its records that have left the catalogue', async () => {
    const { response } = await app.as('lakeside')(downloadTemporaryFolder, {
      searchFolderJson: items('gone', '1000001'),
    })
    expect(response).toMatchObject({
      matchedRecords: '1000001',
      unmatchedRecords: 'gone',
      unmatchedReasons: { gone: 'not_found' },
    })
  })

  test.each([['[]'], [[]]])('that is empty (%j) is not requested', async (searchFolderJson) => {
    const before = await app.db.selectFrom('downloadRequest').select('id').execute()
    await expect(app.as('lakeside')(downloadTemporaryFolder, { searchFolderJson })).rejects.toMatchObject({
      status: 400,
      messages: ['No Items to download'],
    })
    expect(await app.db.selectFrom('downloadRequest').select('id').execute()).toEqual(before)
  })
})
