import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { settingsApi } from '#features/school/settings/contract.ts'
import { readWorkbook } from '#kit/server/files/workbook-testing.ts'
import type { Content } from '../contract.ts'
import { downloadsApi } from '../contract.ts'
import { coverNames } from '../files/server/write-covers.ts'
import { book } from './testing.ts'

let app: TestApp
const folder = mkdtempSync(join(tmpdir(), 'covers-'))
const pictureOf = (kind: 'png' | 'jpeg' | 'webp', background: string) =>
  sharp({ create: { width: 20, height: 30, channels: 3, background } })
    .toFormat(kind)
    .toBuffer()
const [png, jpeg, webp] = await Promise.all([
  pictureOf('png', '#0f5c63'),
  pictureOf('jpeg', '#7a1f2b'),
  pictureOf('webp', '#333333'),
])
const withCover = (id: string, imageFileName: string, isbns: string[] = []) => {
  const record = book({ id, title: `Title, ${id}`, isbns })
  return { ...record, document: { ...record.document, imageFileName } }
}

beforeAll(async () => {
  app = await testApp()
  await app.catalogue.write([
    withCover('1', '1.png', ['9780141365428']),
    withCover('2', 'same-book.jpg', ['9780141365428']),
    withCover('3', '3.webp'),
    withCover('4', ''),
    withCover('5', 'broken.jpg'),
    withCover('6', '../../secret.jpg'),
  ])
  await app.files.put('covers/1.png', png)
  await app.files.put('covers/same-book.jpg', jpeg)
  await app.files.put('covers/3.webp', webp)
  await app.files.put('covers/broken.jpg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  await app.db.deleteFrom('downloadRequest').execute()
  await app.db.deleteFrom('customerSettings').execute()
})

const all = ['1', '2', '3', '4', '5', '6']
const request = async (content: Content, identities = all) =>
  (await app.as('lakeside')(downloadsApi.createRequest, { identities, content })).response
const download = (path: string, id: string, headers = {}) =>
  app.raw('lakeside', { url: `/rest/mydownload/download${path}?requestId=${id}`, headers })
const apart = () =>
  app.db
    .insertInto('customerSettings')
    .values({ customerId: 'demo-lakeside', settings: JSON.stringify({ downloadImageAlone: true }) })
    .execute()

/** The files that `unzip` finds in it. */
function unzipped(bytes: Buffer): Record<string, Buffer> {
  const path = join(folder, 'sent.zip')
  writeFileSync(path, bytes)
  execFileSync('unzip', ['-tqq', path])
  const names = execFileSync('unzip', ['-Z1', path]).toString().trim().split('\n')
  return Object.fromEntries(names.map((name) => [name, execFileSync('unzip', ['-p', path, name])]))
}
const manifest = [
  '\uFEFFRecord number,Title,ISBN,File,Format,Bytes',
  `1,"Title, 1",9780141365428,9780141365428.png,PNG,${png.length}`,
  `2,"Title, 2",9780141365428,9780141365428-2.jpg,JPEG,${jpeg.length}`,
  `3,"Title, 3",,3.webp,WebP,${webp.length}`,
  `4,"Title, 4",,no cover,,`,
  `5,"Title, 5",,no cover,,`,
  `6,"Title, 6",,no cover,,`,
  '',
].join('\r\n')

describe.skipIf(spawnSync('unzip', ['-v']).error)('content of the files', () => {
  test('data and covers come in one zip with a list that assigns the covers', async () => {
    const made = await request('DATA_AND_IMAGE')
    expect(made).toMatchObject({ requestStatus: 'READY', covers: 3, imageAlone: false, messages: [] })
    const whole = await download('', made.id)
    expect(whole.headers['content-type']).toBe('application/zip')
    expect(whole.headers['content-disposition']).toMatch(/^attachment; filename="scis-[\d-]{10}-\d-records\.zip"/)
    expect(whole.rawPayload.length).toBe(made.fileSize)
    const data = await download('/data', made.id)
    expect(data.headers['content-type']).toBe('application/marc')
    expect(data.rawPayload.length).toBe(made.dataSize)
    const inside = unzipped(whole.rawPayload)
    expect(Object.keys(inside)).toEqual([
      'records.mrc',
      'covers/9780141365428.png',
      'covers/9780141365428-2.jpg',
      'covers/3.webp',
      'manifest.csv',
    ])
    expect(inside['records.mrc']).toEqual(data.rawPayload)
    expect(inside['covers/3.webp']).toEqual(webp)
    expect(inside['manifest.csv']?.toString()).toBe(manifest)

    const image = await download('/image', made.id)
    expect(image.headers['content-type']).toBe('application/zip')
    expect(image.headers['content-disposition']).toContain('-3-covers.zip')
    expect(image.rawPayload.length).toBe(made.imageSize)
    expect(unzipped(image.rawPayload)['9780141365428-2.jpg']).toEqual(jpeg)
  })

  test('a school that wants them apart gets the data, and the covers beside it', async () => {
    await apart()
    const made = await request('DATA_AND_IMAGE')
    expect(made).toMatchObject({ imageAlone: true, covers: 3 })
    expect(made.fileSize).toBe(made.dataSize)
    const whole = await download('', made.id)
    expect(whole.headers['content-type']).toBe('application/marc')
    expect(Object.keys(unzipped((await download('/image', made.id)).rawPayload)).length).toBe(4)
  })

  test('data and covers in one zip, with the data as a workbook', async () => {
    await app.as('lakeside')(settingsApi.updateSettings, { id: 'demo-lakeside', downloadFileFormat: 'XLSX' })
    const made = await request('DATA_AND_IMAGE')
    const whole = await download('', made.id)
    expect(whole.headers['content-type']).toBe('application/zip')
    expect(whole.headers['content-disposition']).toMatch(/\.zip"/)
    const data = await download('/data', made.id)
    expect(data.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(data.headers['content-disposition']).toMatch(/\.xlsx"/)
    const inside = unzipped(whole.rawPayload)
    expect(Object.keys(inside)).toContain('manifest.csv')
    expect(inside['records.xlsx']).toEqual(data.rawPayload)
    expect(readWorkbook(data.rawPayload).rows.map((row) => row['Record number']?.text)).toEqual(all)
  })

  test('covers alone are a zip, and there is no data', async () => {
    const made = await request('IMAGE_ONLY')
    expect(made).toMatchObject({ requestStatus: 'READY', covers: 3, dataSize: null, matchedRecords: all.join() })
    expect(made.imageSize).toBe(made.fileSize)
    const whole = await download('', made.id)
    expect(whole.headers['content-type']).toBe('application/zip')
    expect(unzipped(whole.rawPayload)['manifest.csv']?.toString()).toBe(manifest)
    expect((await download('/image', made.id)).rawPayload).toEqual(whole.rawPayload)
    const data = await download('/data', made.id)
    expect([data.statusCode, data.json().code]).toEqual([404, 'no_data'])
  })
})

test('if no record has a cover, the data comes alone and says so; covers alone fail with the sentence', async () => {
  const sentence = 'There is no image available to download.'
  const both = await request('DATA_AND_IMAGE', ['4', '5'])
  expect(both).toMatchObject({ requestStatus: 'READY', covers: 0, imageSize: null, messages: [sentence] })
  expect((await download('', both.id)).headers['content-type']).toBe('application/marc')
  expect((await download('/image', both.id)).json()).toMatchObject({ code: 'no_image', messages: [sentence] })
  const alone = await request('IMAGE_ONLY', ['4', '5'])
  expect(alone).toMatchObject({ requestStatus: 'FAILED', matchedRecords: '4,5', messages: [sentence] })
  expect((await download('', alone.id)).json()).toMatchObject({ messages: [sentence] })
  for (const { id } of [both, alone]) expect(await app.files.size(`downloads/${id}-0-covers.zip`)).toBeNull()
})

test('an interrupted zip is resumed, and each part has its own tag', async () => {
  const { id } = await request('DATA_AND_IMAGE')
  const [whole, image, data] = await Promise.all(['', '/image', '/data'].map((path) => download(path, id)))
  expect(new Set([whole, image, data].map((each) => each!.headers.etag)).size).toBe(3)
  const etag = String(image!.headers.etag)
  const rest = await download('/image', id, { range: 'bytes=100-', 'if-range': etag })
  expect([rest.statusCode, rest.rawPayload]).toEqual([206, image!.rawPayload.subarray(100)])
  expect((await download('/image', id, { 'if-none-match': etag })).statusCode).toBe(304)
})

test('names of covers are safe and unique', () => {
  const nameOf = coverNames()
  const named = (id: string, isbn13: string[] = []) => nameOf({ id, isbn13 }, 'jpg')
  expect(named('1', ['9780141365428'])).toBe('9780141365428.jpg')
  expect(named('2', ['9780141365428'])).toBe('9780141365428-2.jpg')
  expect(named('../../etc/passwd')).toBe('etc_passwd.jpg')
  expect(named('Abc')).toBe('Abc.jpg')
  expect(named('aBC')).toBe('aBC-2.jpg')
  expect(named('con')).toBe('record_con.jpg')
  expect(named('…')).toBe('record.jpg')
})
