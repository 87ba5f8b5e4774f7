import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { dayMs } from '#kit/day.ts'
import { decodeRecord } from '#marc/iso2709/iso2709.ts'
import { downloadsApi, type ItemType } from '../contract.ts'
import { book } from './testing.ts'

const { itemFormats, requestItem, requestStatus } = downloadsApi
let app: TestApp

/** A stored picture, which must come back byte for byte. */
const picture = await sharp({ create: { width: 20, height: 30, channels: 3, background: '#0f5c63' } })
  .png()
  .toBuffer()

beforeAll(async () => {
  app = await testApp()
  const withCover = book({ id: '1000001', title: 'The kererū' })
  const nasty = book({ id: '1000003', title: '<script>alert(1)</script> & "quotes"' })
  nasty.document.url = [{ href: 'javascript:alert(1)', label: 'Click <b>here</b>' }]
  nasty.document.description = '</style><img src=x onerror=alert(1)>'
  await app.catalogue.write([
    { ...withCover, document: { ...withCover.document, imageFileName: '1000001.png' } },
    book({ id: '1000002', title: 'Without a cover', encoding: 'marc-8' }),
    nasty,
    { ...book({ id: '1000004' }), document: { ...book({ id: '1000004' }).document, imageFileName: 'broken.jpg' } },
  ])
  await app.files.put('covers/1000001.png', picture)
  await app.files.put('covers/broken.jpg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('downloadRequest').execute()
  await app.db.deleteFrom('customerSettings').execute()
})

const request = async (type: ItemType, bibId: string, person: Person = 'lakeside') =>
  (await app.as(person)(requestItem, { type, bibId })).response
const part = (path: string, id: string, person: Person = 'lakeside') =>
  app.raw(person, { url: `/rest/mydownload/download${path}${path.includes('?') ? '&' : '?'}requestId=${id}` })
const save = (settings: object) =>
  app.db
    .insertInto('customerSettings')
    .values({ customerId: 'demo-lakeside', settings: JSON.stringify(settings) })
    .execute()
const leaderOf = (file: Buffer) => decodeRecord(file).record.leader

describe('the four kinds of file', () => {
  test('MARC is a MARC 21 record, named after its title', async () => {
    const made = await request('marc', '1000001')
    expect(made).toMatchObject({
      requestType: 'ITEM',
      requestStatus: 'READY',
      requestName: 'The kererū',
      matchedRecords: '1000001',
      unmatchedRecords: '',
      content: 'DATA_ONLY',
      fileFormat: 'MARC_21',
      downloadComplete: false,
    })
    expect(await app.as('lakeside')(requestStatus, { requestId: made.id, timestamp: '1' })).toBe('READY')
    const file = await part('', made.id)
    expect(file.headers['content-type']).toBe('application/marc')
    expect(file.headers['content-disposition']).toMatch(/"scis-[\d-]{10}-1-record\.mrc"/)
    expect(JSON.stringify(decodeRecord(file.rawPayload).record)).toContain('The kererū')
    expect((await part('/data', made.id)).rawPayload.equals(file.rawPayload)).toBe(true)
  })

  test('MARC follows the customer’s encoding, data their format', async () => {
    await save({ downloadFileFormat: 'MARC_21_MARC8' })
    const marc8 = await request('marc', '1000001')
    expect(marc8.fileFormat).toBe('MARC_21_MARC8')
    expect(leaderOf((await part('', marc8.id)).rawPayload)[9]).toBe(' ')
    await app.db.deleteFrom('customerSettings').execute()

    await save({ downloadFileFormat: 'MARC_XML' })
    const [marc, data] = [await request('marc', '1000001'), await request('data', '1000001')]
    expect([marc.fileFormat, data.fileFormat]).toEqual(['MARC_21', 'MARC_XML'])
    expect(leaderOf((await part('', marc.id)).rawPayload)[9]).toBe('a')
    expect((await part('/data', data.id)).body).toMatch(/^<\?xml.*<collection/s)
    expect((await app.as('lakeside')(itemFormats, { bibId: '1000001' })).response).toEqual({
      marc: 'MARC_21',
      data: 'MARC_XML',
      image: true,
    })
  })

  test('the image is the stored cover, byte for byte, and never changes', async () => {
    const made = await request('image', '1000001')
    expect(made).toMatchObject({ content: 'IMAGE_ONLY', requestStatus: 'READY', fileSize: picture.length })
    for (const path of ['', '/image']) {
      const file = await part(path, made.id)
      expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/png'])
      expect(file.headers['content-disposition']).toMatch(/\.png"/)
      expect(file.rawPayload.equals(picture)).toBe(true)
    }
  })

  test('the page holds the record as text, loads nothing and runs nothing', async () => {
    const made = await request('html', '1000003')
    const page = await part('/html', made.id)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['content-disposition']).toMatch(/^attachment; .*\.html/)
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(page.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot;')
    expect(page.body).not.toMatch(/<script|<img|javascript:/)
    expect(page.body).toContain('&lt;/style&gt;&lt;img src=x')
    expect(page.body).toContain('1000003')
  })

  test('a page that is viewed may be framed by our own pages, one that is saved by none', async () => {
    const made = await request('html', '1000001')
    const shown = await part('/html?view=inline', made.id)
    expect(shown.headers['content-disposition']).toMatch(/^inline; /)
    expect(shown.headers['content-security-policy']).toContain("frame-ancestors 'self'")
    expect(shown.headers['x-frame-options']).toBe('SAMEORIGIN')
    const saved = await part('/html', made.id)
    expect(saved.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(saved.headers['x-frame-options']).toBe('DENY')
  })

  test('the short spelling of the call answers too', async () => {
    const reply = await app.raw('lakeside', {
      method: 'POST',
      url: '/mydownload/request/item/html/create',
      payload: { bibId: '1000001' },
    })
    expect(reply.json()).toMatchObject({ responseCode: 200, response: { requestType: 'ITEM' } })
  })
})

describe('refusals', () => {
  const countOfRequests = async () => (await app.db.selectFrom('downloadRequest').select('id').execute()).length

  test.each([
    ['1000002', 'no cover is kept'],
    ['1000004', 'what is kept is no picture'],
  ])('a record without a real picture: %s, %s', async (bibId) => {
    await expect(request('image', bibId)).rejects.toMatchObject({
      code: 'no_image',
      status: 404,
      messages: ['There is no image available to download.'],
    })
    expect(await countOfRequests()).toBe(0)
    expect((await app.as('lakeside')(itemFormats, { bibId })).response.image).toBe(false)
  })

  test('a record that does not exist, and a type that does not', async () => {
    await expect(request('marc', 'nobody')).rejects.toMatchObject({ code: 'record_not_found', status: 404 })
    await expect(request('pdf' as ItemType, '1000001')).rejects.toMatchObject({ code: 'invalid_input', status: 400 })
    expect(await countOfRequests()).toBe(0)
  })

  test('a part that the request does not have', async () => {
    const [data, image] = [await request('data', '1000001'), await request('image', '1000001')]
    expect((await part('/image', data.id)).json()).toMatchObject({ code: 'no_image', responseCode: 404 })
    expect((await part('/data', image.id)).json()).toMatchObject({ code: 'no_data', responseCode: 404 })
  })

  test('another school’s request, in every part', async () => {
    const made = await request('html', '1000001')
    for (const path of ['', '/data', '/image', '/html'])
      expect((await part(path, made.id, 'hillview')).json()).toMatchObject({ code: 'request_not_found' })
  })

  test('a school whose subscription has ended gets a sentence that is marked for the page', async () => {
    app.setClock(() => new Date('2045-01-01T00:00:00Z'))
    await app.sessionOf('lakeside')
    await app.db
      .updateTable('session')
      .set({ expiresAt: new Date('2046-01-01'), lastSeenAt: new Date('2045-01-01') })
      .execute()
    const attempt = request('marc', '1000001')
    await expect(attempt).rejects.toMatchObject({
      code: 'no_subscription',
      status: 403,
      messages: [expect.stringMatching(/^subscribe::Your subscription has ended\./)],
    })
    app.setClock(() => new Date())
  })

  test('the 4,001st item of a day, even if two ask at once; the next day allows new ones', async () => {
    const today = new Date()
    app.setClock(() => today)
    await app.db
      .updateTable('session')
      .set({ expiresAt: new Date('2099-01-01') })
      .execute()
    const { id: userId } = await app.db
      .selectFrom('appUser')
      .select('id')
      .where('customerId', '=', 'demo-lakeside')
      .executeTakeFirstOrThrow()
    const row = (n: number) => ({
      id: `filled-${n}`,
      customerId: 'demo-lakeside',
      userId,
      name: 'x',
      type: 'ITEM' as const,
      status: 'READY' as const,
      content: 'DATA_ONLY' as const,
      fileFormat: 'MARC_21' as const,
      createdAt: today,
    })
    for (let n = 0; n < 3999; n += 1333)
      await app.db
        .insertInto('downloadRequest')
        .values(Array.from({ length: 1333 }, (_, i) => row(n + i)))
        .execute()
    const replies = await Promise.allSettled([request('marc', '1000001'), request('marc', '1000001')])
    expect(replies.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(request('html', '1000001')).rejects.toMatchObject({
      status: 429,
      messages: [expect.stringMatching(/^Download limit reached/)],
    })
    expect(await request('marc', '1000001', 'hillview')).toMatchObject({ requestStatus: 'READY' })
    app.setClock(() => new Date(today.getTime() + dayMs))
    expect(await request('marc', '1000001')).toMatchObject({ requestStatus: 'READY' })
    app.setClock(() => new Date())
  })
})
